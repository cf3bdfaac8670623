import { useSaleWords } from "#app/admin/sales/messages/sales.ts";
import type { PriceChange } from "#shop/catalogue/sales/price-history.server.ts";
import { formatRupiah } from "#shop/kernel/money.ts";

const size = { width: 720, height: 180, margin: 12 };

/** The prices as a stepped line until now, drawn on the server. The table below has the same figures. */
export function PriceLine({ changes, now }: { changes: readonly PriceChange[]; now: string }) {
  const { prices: words } = useSaleWords();
  const points = changes.map(({ at, price }) => ({ at: Date.parse(at), price })).reverse();
  const [first] = points;
  if (!first) return null;
  const values = points.map(({ price }) => price);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = Math.max(1, Date.parse(now) - first.at);
  const { width, height, margin } = size;
  const x = (at: number) => margin + ((at - first.at) / span) * (width - 2 * margin);
  // The base is zero, so that a small change looks small.
  const y = (price: number) =>
    height - margin - (price / Math.max(1, high)) * (height - 2 * margin);
  const steps = points.map(({ at, price }, place) =>
    place === 0
      ? `M${x(at).toFixed(1)} ${y(price).toFixed(1)}`
      : `H${x(at).toFixed(1)}V${y(price).toFixed(1)}`,
  );
  const title =
    low === high
      ? words.single(formatRupiah(low))
      : words.chart(formatRupiah(low), formatRupiah(high));
  return (
    <figure className="grid gap-2">
      <figcaption className="font-semibold">{title}</figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={title}
        className="h-auto w-full border border-rule"
      >
        <path
          d={`M${margin} ${height - margin}H${width - margin}`}
          className="stroke-rule"
          fill="none"
        />
        <path
          d={`${steps.join("")}H${width - margin}`}
          className="stroke-carbon"
          fill="none"
          strokeWidth="2"
        />
      </svg>
    </figure>
  );
}

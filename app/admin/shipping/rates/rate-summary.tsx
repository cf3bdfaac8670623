import { useShippingWords } from "#app/admin/shipping/messages/shipping.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { RateInput } from "#shop/settings/shipping/rates/rate-input.ts";

/** A rate in three short lines: price, days, free from. */
export function RateSummary({ rate, isLive }: { rate: RateInput | undefined; isLive: boolean }) {
  const { rates: words } = useShippingWords();
  if (!rate) return <span className="text-muted">{words.none}</span>;
  return (
    <span className="grid gap-0.5">
      <span className="figures text-ink @4xl:whitespace-nowrap">
        <Price rate={rate} />
      </span>
      <span className="text-muted">
        {isLive ? `${words.live} · ` : ""}
        {words.inDays(rate.min_days, rate.max_days)}
      </span>
      {rate.free_from === null ? null : (
        <span className="text-muted">{words.free(formatRupiah(rate.free_from))}</span>
      )}
    </span>
  );
}

function Price({ rate }: { rate: RateInput }): string {
  const { rates: words } = useShippingWords();
  switch (rate.pricing) {
    case "per_kg":
      if (rate.first_kg === 0 && rate.next_kg === 0) return words.nothing;
      return words.per(formatRupiah(rate.first_kg), formatRupiah(rate.next_kg));
    case "flat":
      return rate.flat_price === 0 ? words.nothing : formatRupiah(rate.flat_price);
    case "percent":
      return words.ofGoods(rate.percent);
    default: {
      const least = Math.min(...rate.tiers.map(({ price }) => price));
      return words.fromPrice(formatRupiah(least));
    }
  }
}

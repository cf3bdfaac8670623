import { useAdminWords } from "#app/admin/messages/admin.ts";
import { useLanguage } from "#app/language.ts";
import { formatDays } from "#app/messages/shared/dates.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { HomeDay } from "#shop/orders/figures/home-figures.server.ts";

const width = 600;
const height = 120;

/** Sales by day as an SVG line and as a table. It needs no scripts. */
export function SalesLine({ days }: { days: readonly HomeDay[] }) {
  const { revenue: words } = useAdminWords();
  const language = useLanguage();
  const today = days.at(-1);
  const most = Math.max(...days.map(({ amount }) => amount), 0);
  const total = days.reduce((sum, { amount }) => sum + amount, 0);
  const top = days.find(({ amount }) => amount === most);
  const name = (day: string) => formatDays(day, day, language);
  const x = (index: number) => (index / Math.max(days.length - 1, 1)) * width;
  const y = (amount: number) => (most === 0 ? height : height - (amount / most) * height);
  const points = days.map(({ amount }, index) => `${x(index).toFixed(1)},${y(amount).toFixed(1)}`);
  return (
    <figure className="grid gap-2">
      <figcaption className="text-muted">
        {total === 0 || !top
          ? words.noneLately(days.length)
          : words.lately(days.length, formatRupiah(total), name(top.day), formatRupiah(most))}
      </figcaption>
      {total === 0 ? null : (
        <>
          <svg
            viewBox={`0 -4 ${width} ${height + 8}`}
            preserveAspectRatio="none"
            className="h-28 w-full overflow-visible border-b border-control text-carbon"
            aria-hidden="true"
          >
            <polyline
              points={points.join(" ")}
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          <p aria-hidden="true" className="flex justify-between text-muted">
            <span>{name(days[0]?.day ?? "")}</span>
            <span>{name(today?.day ?? "")}</span>
          </p>
          <details>
            <summary className="link w-fit cursor-pointer py-1">{words.table}</summary>
            <table className="mt-2 w-full max-w-md">
              <thead>
                <tr className="border-b border-control text-left">
                  <th className="py-1 font-semibold">{words.day}</th>
                  <th className="py-1 text-right font-semibold">{words.orders}</th>
                  <th className="py-1 text-right font-semibold">{words.amount}</th>
                </tr>
              </thead>
              <tbody>
                {[...days].reverse().map(({ day, orders, amount }) => (
                  <tr key={day} className="border-b border-rule">
                    <td className="py-1">{name(day)}</td>
                    <td className="figures py-1 text-right">{orders}</td>
                    <td className="money py-1 text-right">{formatRupiah(amount)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </figure>
  );
}

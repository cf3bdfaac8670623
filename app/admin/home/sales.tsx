import type { ReactNode } from "react";
import { useAdminWords } from "#app/admin/messages/admin.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { formatDays } from "#app/messages/shared/dates.ts";
import { Link } from "#app/ui/link.tsx";
import { formatCount } from "#base/format-count.ts";
import { inLanguage } from "#base/language.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { HomeFigures } from "#shop/orders/figures/home-figures.server.ts";
import { changeOf, salesPeriods } from "#shop/orders/figures/sales-period.ts";
import { printFilter, type Term } from "#shop/staff/filters/filter.ts";
import { SalesLine } from "./sales-line.tsx";

/**
 * Sales of today, of this week and of a period by day, each compared with the time before, and the best sellers. Figures link
 * to their orders.
 */
export function Sales({ figures }: { figures: HomeFigures }) {
  const { today, todayBefore, week, weekBefore, days, sum, before, best, bestDays } = figures;
  const { revenue: words } = useAdminWords();
  const language = useLanguage();
  const to = useLocalPath();
  const lastDay = days.at(-1)?.day ?? "";
  const orders = useSoldOrders(days.at(0)?.day ?? "", lastDay);
  const ofToday = useSoldOrders(lastDay, lastDay);
  const ofBest = useSoldOrders(bestDays.from, bestDays.until);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-lg">{words.today(formatRupiah(today.amount), today.orders)}</h2>
        <Link to={to("/admin/Reports")} className="link flex min-h-11 items-center">
          {words.reports}
        </Link>
      </div>
      <dl className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        <Figure
          label={words.now}
          href={ofToday()}
          now={formatRupiah(today.amount)}
          before={words.lastWeek(formatRupiah(todayBefore.amount), todayBefore.orders)}
          change={changeOf(today.amount, todayBefore.amount)}
        />
        <Figure
          label={words.average}
          href={ofToday()}
          now={today.orders > 0 ? formatRupiah(Math.round(today.amount / today.orders)) : "–"}
          before={words.buyers(today.new_buyers, today.returning_buyers)}
          change={null}
        />
        <Figure
          label={words.week}
          href={`${to("/admin/Reports/Days")}?period=7`}
          now={formatRupiah(week.amount)}
          before={words.lastWeek(formatRupiah(weekBefore.amount), weekBefore.orders)}
          change={changeOf(week.amount, weekBefore.amount)}
        />
        <Figure
          label={words.weekOrders}
          href={`${to("/admin/Reports/Days")}?period=7`}
          now={formatCount(week.orders, language)}
          before={words.untilNow}
          change={changeOf(week.orders, weekBefore.orders)}
        />
      </dl>
      <nav aria-label={words.period} className="flex">
        {[...salesPeriods]
          .sort((a, b) => a - b)
          .map((length) => (
            <Link
              key={length}
              to={`${to("/admin")}?days=${length}`}
              preventScrollReset
              aria-current={length === days.length ? "page" : undefined}
              className="-ml-px flex min-h-11 items-center border border-control px-4 first:ml-0 hover:border-ink aria-[current]:bg-carbon aria-[current]:text-on-carbon"
            >
              {words.days(length)}
            </Link>
          ))}
      </nav>
      <dl className="grid gap-3 sm:grid-cols-2">
        <Figure
          label={words.amount}
          href={orders()}
          now={formatRupiah(sum.amount)}
          before={words.before(days.length, formatRupiah(before.amount))}
          change={changeOf(sum.amount, before.amount)}
        />
        <Figure
          label={words.orders}
          href={orders()}
          now={formatCount(sum.orders, language)}
          before={words.before(days.length, formatCount(before.orders, language))}
          change={changeOf(sum.orders, before.orders)}
        />
      </dl>
      <SalesLine days={days} />
      {best.length > 0 ? (
        <div className="grid gap-2">
          <h3 className="font-semibold">
            {words.best(formatDays(bestDays.from, bestDays.until, language))}
          </h3>
          <ol className="grid border-t border-ink">
            {best.map((product) => (
              <BestRow
                key={product.product_id}
                product={product}
                href={ofBest(product.product_id)}
              />
            ))}
          </ol>
        </div>
      ) : null}
    </section>
  );
}

/** Returns the address of the list of sold orders between two days, of one product or of all. */
function useSoldOrders(from: string, until: string): (productId?: string) => string {
  const to = useLocalPath();
  return (productId) => {
    const term = (field: string, operator: Term["operator"], ...values: string[]) => ({
      field,
      operator,
      values,
    });
    const parts = [
      term("created", "from", from),
      term("created", "until", until),
      term("stage", "any", "processing", "shipped", "done"),
      ...(productId ? [term("product", "any", productId)] : []),
    ];
    const filter = printFilter({ join: "and", parts });
    return `${to("/admin/Orders")}?${new URLSearchParams({ filter })}`;
  };
}

interface FigureProps {
  label: ReactNode;
  href: string;
  now: string;
  before: string;
  /** Per cent; null if the period before had no sales. */
  change: number | null;
}

function Figure({ label, href, now, before, change }: FigureProps) {
  const { revenue: words } = useAdminWords();
  return (
    <div className="grid gap-1 border border-rule p-4">
      <dt className="text-muted">{label}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <Link to={href} className="link money text-xl font-semibold">
          {now}
        </Link>
        {change === null ? null : (
          <span className={change < 0 ? "text-stamp" : "text-paid"}>{words.change(change)}</span>
        )}
      </dd>
      <dd className="text-sm text-muted">{before}</dd>
    </div>
  );
}

function BestRow({
  product: { name, pieces, amount },
  href,
}: {
  product: HomeFigures["best"][number];
  href: string;
}) {
  const { revenue: words } = useAdminWords();
  const language = useLanguage();
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-rule py-2">
      <Link to={href} className="link min-w-0 wrap-anywhere">
        {name ? inLanguage(name, language) : words.goneProduct}
      </Link>
      <span className="flex gap-x-6">
        <span className="text-muted">{words.pieces(pieces)}</span>
        <span className="money">{formatRupiah(amount)}</span>
      </span>
    </li>
  );
}

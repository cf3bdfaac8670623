import type { ReactNode } from "react";
import { useAdminWords } from "#app/admin/messages/admin.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { Link } from "#app/ui/link.tsx";
import { inLanguage } from "#base/language.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { SalesPeriod } from "#shop/orders/figures/sales-period.server.ts";
import { changeOf, salesPeriods } from "#shop/orders/figures/sales-period.ts";
import { printFilter, type Term } from "#shop/staff/filters/filter.ts";
import { SalesLine } from "./sales-line.tsx";

/** Sales of a period compared with the period before, by day, with the best sellers. Each figure links to its orders. */
export function Sales({ period: { days, sum, before, best } }: { period: SalesPeriod }) {
  const { revenue: words } = useAdminWords();
  const to = useLocalPath();
  const today = days.at(-1);
  const orders = useSoldOrders(days.at(0)?.day ?? "", today?.day ?? "");
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-lg">
          {words.today(formatRupiah(today?.amount ?? 0), today?.orders ?? 0)}
        </h2>
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
      </div>
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
          now={String(sum.orders)}
          before={words.before(days.length, String(before.orders))}
          change={changeOf(sum.orders, before.orders)}
        />
      </dl>
      <SalesLine days={days} />
      {best.length > 0 ? (
        <div className="grid gap-2">
          <h3 className="font-semibold">{words.best(days.length)}</h3>
          <ol className="grid border-t border-ink">
            {best.map((product) => (
              <BestRow
                key={product.product_id}
                product={product}
                href={orders(product.product_id)}
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
  product: SalesPeriod["best"][number];
  href: string;
}) {
  const { revenue: words } = useAdminWords();
  const language = useLanguage();
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-rule py-2">
      <Link to={href} className="link min-w-0 wrap-anywhere">
        {inLanguage(name, language)}
      </Link>
      <span className="flex gap-x-6">
        <span className="text-muted">{words.pieces(pieces)}</span>
        <span className="money">{formatRupiah(amount)}</span>
      </span>
    </li>
  );
}

import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { saleWords, useSaleWords } from "#app/messages/admin/sales.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { may } from "#shop/access.ts";
import { formatRupiah } from "#shop/money.ts";
import { listSales } from "#shop/sales/read-sales.server.ts";
import { ListTable } from "../list-table.tsx";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/sales";
import { SalePill } from "./sale-pill.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, { title: saleWords(languageOf(source.location.pathname)).title, hidden: true });

export async function loader({ context }: Route.LoaderArgs) {
  const staff = staffWith(context, "products.read");
  return { sales: await listSales(staff), mayEdit: may(staff, "prices.edit") };
}

export default function AdminSales({ loaderData }: Route.ComponentProps) {
  const { sales, mayEdit } = loaderData;
  const words = useSaleWords();
  const language = useLanguage();
  const to = useLocalPath();
  const add = mayEdit ? (
    <ButtonLink to={to("/admin/Sales/New")} icon="plus">
      {words.add}
    </ButtonLink>
  ) : undefined;
  const cell = "px-3 py-2 @max-4xl:p-0";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid gap-1">
          <h1 tabIndex={-1} className="text-2xl">
            {words.title}
          </h1>
          <p className="text-muted">{words.lead}</p>
        </div>
        {sales.length > 0 ? add : null}
      </header>
      {sales.length === 0 ? (
        <EmptyState title={words.empty} action={add}>
          {words.emptyText}
        </EmptyState>
      ) : (
        <ListTable
          heads={[
            { label: words.heads.name },
            { label: words.heads.status },
            { label: words.heads.cut, isNumber: true },
            { label: words.heads.period },
            { label: words.heads.variants, isNumber: true },
          ]}
        >
          {sales.map((sale) => (
            <tr
              key={sale.id}
              className="relative border-b border-rule hover:bg-paper @max-4xl:grid @max-4xl:gap-1 @max-4xl:border @max-4xl:p-3"
            >
              <td className={cell}>
                <Link
                  to={to(`/admin/Sales/${sale.id}`)}
                  className="font-semibold wrap-anywhere text-carbon after:absolute after:inset-0"
                >
                  {sale.name}
                </Link>
              </td>
              <td className={cell}>
                <SalePill status={sale.status} />
              </td>
              <td className={`${cell} figures @4xl:text-right`}>
                {words.cuts[sale.kind](
                  sale.kind === "percent" ? String(sale.value) : formatRupiah(sale.value),
                )}
              </td>
              <td className={`${cell} text-muted`}>
                {formatMoment(sale.starts_at, language)} – {formatMoment(sale.ends_at, language)}
              </td>
              <td className={`${cell} figures @4xl:text-right`}>
                <span className="font-sans text-muted @4xl:hidden">{words.heads.variants} </span>
                {sale.variants}
              </td>
            </tr>
          ))}
        </ListTable>
      )}
    </div>
  );
}

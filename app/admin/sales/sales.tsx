import { cellClasses, rowClasses, SimpleList } from "#app/admin/kit/list/simple-list.tsx";
import { saleWords, useSaleWords } from "#app/admin/sales/messages/sales.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { listSales } from "#shop/catalogue/sales/read-sales.server.ts";
import { may } from "#shop/kernel/access.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { readPosition } from "#shop/staff/filters/position.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/sales";
import { SalePill } from "./sale-pill.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, { title: saleWords(languageOf(source.location.pathname)).title, hidden: true });

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "products.read");
  const page = await listSales(staff, readPosition(url.searchParams));
  return { ...page, mayEdit: may(staff, "prices.edit") };
}

export default function AdminSales({ loaderData }: Route.ComponentProps) {
  const { sales, mayEdit } = loaderData;
  const words = useSaleWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const add = mayEdit ? (
    <ButtonLink to={to("/admin/Sales/New")} icon="plus">
      {words.add}
    </ButtonLink>
  ) : undefined;
  return (
    <SimpleList
      words={words}
      action={add}
      isEmpty={sales.length === 0}
      heads={[
        { label: words.heads.name },
        { label: words.heads.status },
        { label: words.heads.cut, isNumber: true },
        { label: words.heads.period },
        { label: words.heads.variants, isNumber: true },
      ]}
      pages={{ words, after: loaderData.after, before: loaderData.before }}
    >
      {sales.map((sale) => (
        <tr key={sale.id} className={rowClasses}>
          <td className={cellClasses}>
            <Link
              to={to(`/admin/Sales/${sale.id}`)}
              className="font-semibold wrap-anywhere text-carbon after:absolute after:inset-0"
            >
              {sale.name}
            </Link>
          </td>
          <td className={cellClasses}>
            <SalePill status={sale.status} />
          </td>
          <td className={`${cellClasses} figures @4xl:text-right`}>
            {words.cuts[sale.kind](
              sale.kind === "percent" ? String(sale.value) : formatRupiah(sale.value),
            )}
          </td>
          <td className={`${cellClasses} text-muted`}>
            {formatMoment(sale.starts_at, language, zone)} –{" "}
            {formatMoment(sale.ends_at, language, zone)}
          </td>
          <td className={`${cellClasses} figures @4xl:text-right`}>
            <span className="font-sans text-muted @4xl:hidden">{words.heads.variants} </span>
            {sale.variants}
          </td>
        </tr>
      ))}
    </SimpleList>
  );
}

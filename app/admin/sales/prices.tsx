import { data } from "react-router";
import { ListTable } from "#app/admin/kit/list/list-table.tsx";
import { saleWords, useSaleWords } from "#app/admin/sales/messages/sales.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { findPriceHistory, type PriceChange } from "#shop/catalogue/sales/price-history.server.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/prices";
import { PriceLine } from "./price-line.tsx";

export const meta: Route.MetaFunction = (source) => {
  const found = source.loaderData as { history?: { product: string } } | undefined;
  const words = saleWords(languageOf(source.location.pathname));
  return pageMeta(source, {
    title: words.prices.title(found?.history?.product ?? ""),
    hidden: true,
  });
};

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "products.read");
  const variant = url.searchParams.get("variant");
  const history = await findPriceHistory(staff, params.id, variant, languageOf(url.pathname));
  if (!history) throw data(null, { status: 404 });
  return { history, productId: params.id, now: new Date().toISOString() };
}

/** The prices of a product's variants, one after the other. */
export default function AdminPrices({ loaderData }: Route.ComponentProps) {
  const { history, productId, now } = loaderData;
  const { prices: words } = useSaleWords();
  const to = useLocalPath();
  const { variants, chosen, lowest, was_price, changes } = history;
  const reference = lowest?.before_current ?? null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Link to={to(`/admin/Products/${productId}`)} className="link justify-self-start">
        {words.back}
      </Link>
      <h1 tabIndex={-1} className="text-2xl wrap-anywhere">
        {words.title(history.product)}
      </h1>
      {variants.length > 1 ? (
        <nav aria-label={words.variants}>
          <ul className="flex flex-wrap gap-2">
            {variants.map(({ id, sku, label }) => (
              <li key={id}>
                <Link
                  to={`?variant=${id}`}
                  aria-current={id === chosen ? "page" : undefined}
                  className="inline-flex min-h-11 items-center border border-control px-3 hover:border-ink aria-[current]:border-carbon aria-[current]:font-semibold"
                >
                  {label || sku}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      <dl className="grid max-w-3xl border-t border-l border-rule sm:grid-cols-2">
        {[
          { label: words.lowest, value: lowest?.until_now ?? null },
          { label: words.lowestBefore, value: reference },
        ].map(({ label, value }) => (
          <div key={label} className="grid gap-0.5 border-r border-b border-rule p-3">
            <dt className="printed">{label}</dt>
            <dd className="money text-lg">{value === null ? words.none : formatRupiah(value)}</dd>
          </div>
        ))}
      </dl>
      {was_price !== null && reference !== null && was_price > reference ? (
        <Notice tone="warning">{words.warn(formatRupiah(reference))}</Notice>
      ) : null}
      <PriceLine changes={changes} now={now} />
      <Changes changes={changes} />
    </div>
  );
}

function Changes({ changes }: { changes: readonly PriceChange[] }) {
  const { prices: words } = useSaleWords();
  const language = useLanguage();
  const zone = useShopZone();
  const cell = "px-3 py-2 @max-4xl:p-0";
  const label = "font-sans font-normal text-muted @4xl:hidden";
  const { heads } = words;
  return (
    <ListTable
      heads={[
        { label: heads.at },
        { label: heads.price, isNumber: true },
        { label: heads.was, isNumber: true },
        { label: heads.base, isNumber: true },
        { label: heads.cause },
        { label: heads.who },
      ]}
    >
      {changes.map((change) => (
        <tr
          key={change.id}
          className="border-b border-rule @max-4xl:grid @max-4xl:gap-1 @max-4xl:border @max-4xl:p-3"
        >
          <td className={`${cell} text-muted @4xl:whitespace-nowrap`}>
            {formatMoment(change.at, language, zone)}
          </td>
          <td className={`${cell} money font-semibold @4xl:text-right`}>
            <span className={label}>{heads.price} </span>
            {formatRupiah(change.price)}
          </td>
          <td className={`${cell} money @4xl:text-right`}>
            <span className={label}>{heads.was} </span>
            {change.was_price === null ? "–" : formatRupiah(change.was_price)}
          </td>
          <td className={`${cell} money text-muted @4xl:text-right`}>
            <span className={label}>{heads.base} </span>
            {formatRupiah(change.base_price)}
          </td>
          <td className={cell}>
            {words.causes[change.cause]}
            {change.sale ? ` · ${change.sale}` : ""}
          </td>
          <td className={`${cell} text-muted`}>{change.actor || words.program}</td>
        </tr>
      ))}
    </ListTable>
  );
}

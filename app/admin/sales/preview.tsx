import { ListTable } from "#app/admin/kit/list/list-table.tsx";
import { useSaleWords } from "#app/admin/sales/messages/sales.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { SalePreview } from "#shop/catalogue/sales/sale.ts";
import { formatRupiah } from "#shop/kernel/money.ts";

interface PreviewProps {
  preview: SalePreview;
  isDraft: boolean;
}

/** What the sale makes of each price. */
export function Preview({ preview, isDraft }: PreviewProps) {
  const words = useSaleWords();
  const { rows, variants, unchanged, clashes, below_cost } = preview;
  const hasMargin = rows.some(({ margin }) => margin !== null);
  const cell = "px-3 py-2 @max-4xl:p-0";
  const label = "font-sans text-muted @4xl:hidden";
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg">{words.preview}</h2>
      {variants === 0 ? <p className="text-muted">{words.previewNone}</p> : null}
      {isDraft && unchanged > 0 ? <Notice>{words.unchanged(unchanged)}</Notice> : null}
      {isDraft && clashes > 0 ? <Notice tone="warning">{words.clashes(clashes)}</Notice> : null}
      {below_cost > 0 ? <Notice tone="warning">{words.belowCost(below_cost)}</Notice> : null}
      {variants > 0 ? (
        <>
          <p className="figures text-muted">
            {words.previewSum(variants)}
            {variants > rows.length ? ` · ${words.shown(rows.length)}` : ""}
          </p>
          <ListTable
            heads={[
              { label: words.columns.variant },
              { label: words.columns.base, isNumber: true },
              { label: words.columns.price, isNumber: true },
              { label: words.columns.cut, isNumber: true },
              ...(hasMargin ? [{ label: words.columns.margin, isNumber: true }] : []),
            ]}
          >
            {rows.map(({ variant_id, product, sku, base_price, price, clash, margin }) => (
              <tr
                key={variant_id}
                className="border-b border-rule @max-4xl:grid @max-4xl:gap-1 @max-4xl:border @max-4xl:p-3"
              >
                <td className={cell}>
                  {product} <span className="figures text-muted">{sku}</span>
                  {clash ? <span className="block text-stamp">{words.clash(clash)}</span> : null}
                </td>
                <td className={`${cell} money @4xl:text-right`}>
                  <span className={label}>{words.columns.base} </span>
                  {formatRupiah(base_price)}
                </td>
                <td className={`${cell} figures font-semibold @4xl:text-right`}>
                  <span className={`${label} font-normal`}>{words.columns.price} </span>
                  {price === null ? (
                    <span className="font-sans font-normal text-muted">{words.takesNoPart}</span>
                  ) : (
                    formatRupiah(price)
                  )}
                </td>
                <td className={`${cell} money text-muted @4xl:text-right`}>
                  <span className={label}>{words.columns.cut} </span>
                  {price === null ? "–" : formatRupiah(base_price - price)}
                </td>
                {hasMargin ? (
                  <td
                    className={`${cell} money @4xl:text-right ${margin !== null && margin < 0 ? "font-semibold text-stamp" : ""}`}
                  >
                    <span className={label}>{words.columns.margin} </span>
                    {margin === null ? "–" : formatRupiah(margin)}
                  </td>
                ) : null}
              </tr>
            ))}
          </ListTable>
        </>
      ) : null}
    </section>
  );
}

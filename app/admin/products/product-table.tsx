import { ListTable } from "#app/admin/kit/list/list-table.tsx";
import { wasShiftHeld } from "#app/admin/kit/list/shift-held.ts";
import { InlineCell } from "#app/admin/products/grid/inline-cell.tsx";
import { useProductWords } from "#app/admin/products/messages/products.ts";
import { useLocalPath } from "#app/language.ts";
import { Picture } from "#app/ui/domain/picture.tsx";
import { Link } from "#app/ui/link.tsx";
import type { ProductRow } from "#shop/catalogue/products/list-products.server.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { bulkFormId, type Selection } from "./bulk-bar.tsx";
import { ProductPill } from "./product-pill.tsx";

export interface ProductRights {
  readonly mayPrice: boolean;
  readonly mayCount: boolean;
}

interface ProductTableProps {
  products: readonly ProductRow[];
  rights: ProductRights;
  /** Null: rows cannot be selected. */
  selection: Selection | null;
}

/** Dense rows; cards on a phone. */
export function ProductTable({ products, rights, selection }: ProductTableProps) {
  const { heads, bulk } = useProductWords();
  const hasBoxes = selection !== null;
  return (
    <ListTable
      heads={[
        ...(hasBoxes ? [{ label: bulk.select }] : []),
        { label: heads.product },
        { label: heads.state },
        { label: heads.price, isNumber: true },
        { label: heads.available, isNumber: true },
        { label: heads.category },
        { label: heads.missing },
      ]}
    >
      {products.map((product) => (
        <Row key={product.id} product={product} rights={rights} selection={selection} />
      ))}
    </ListTable>
  );
}

function Row({
  product,
  rights,
  selection,
}: Omit<ProductTableProps, "products"> & { product: ProductRow }) {
  const words = useProductWords();
  const to = useLocalPath();
  const { price_from, price_to, available, variants, missing, only } = product;
  const price =
    price_from === price_to
      ? formatRupiah(price_from)
      : `${formatRupiah(price_from)}–${formatRupiah(price_to)}`;
  return (
    <tr className="relative border-b border-rule hover:bg-paper @max-4xl:grid @max-4xl:grid-cols-[minmax(0,1fr)_auto] @max-4xl:content-start @max-4xl:gap-x-4 @max-4xl:gap-y-1 @max-4xl:border @max-4xl:p-3">
      {selection ? (
        <td className="w-10 px-3 py-2 @max-4xl:absolute @max-4xl:top-5 @max-4xl:left-3 @max-4xl:p-0">
          <input
            type="checkbox"
            form={bulkFormId}
            name="id"
            value={product.id}
            data-select=""
            aria-label={words.bulk.selectOne(product.name)}
            checked={selection.has(product.id)}
            onChange={(event) =>
              selection.set(product.id, event.currentTarget.checked, wasShiftHeld(event))
            }
            className="relative z-10 block size-5 accent-carbon"
          />
        </td>
      ) : null}
      <td className={`px-3 py-2 @max-4xl:p-0 ${selection ? "@max-4xl:pl-8" : ""}`}>
        <span className="flex items-center gap-3">
          <span className="size-10 shrink-0 overflow-hidden bg-paper">
            {product.picture ? (
              <Picture picture={product.picture} sizes="40px" widest={160} alt="" />
            ) : null}
          </span>
          <span className="min-w-0">
            <Link
              to={to(`/admin/Products/${product.id}`)}
              className="font-semibold wrap-anywhere text-carbon after:absolute after:inset-0"
            >
              {product.name}
            </Link>
            <span className="block text-muted">{words.variantCount(variants)}</span>
          </span>
        </span>
      </td>
      <td className="px-3 py-2 @max-4xl:p-0 @max-4xl:text-right">
        <ProductPill state={product.state} />
      </td>
      <td className="money px-3 py-2 text-right @4xl:whitespace-nowrap @max-4xl:p-0 @max-4xl:text-left">
        {only && rights.mayPrice ? (
          <InlineCell
            column="price"
            variant={only}
            shown={price}
            label={`${words.heads.price}: ${product.name}`}
          />
        ) : (
          price
        )}
      </td>
      <td
        className={`figures px-3 py-2 text-right @4xl:whitespace-nowrap @max-4xl:p-0 ${available === 0 ? "font-semibold text-stamp" : ""}`}
      >
        <span className="text-muted @4xl:hidden">{words.heads.available} </span>
        {only && rights.mayCount ? (
          <InlineCell
            column="on_hand"
            variant={only}
            shown={String(available)}
            label={words.counted(product.name)}
          />
        ) : (
          available
        )}
      </td>
      <td className="px-3 py-2 @max-4xl:p-0">{product.category}</td>
      <td className="px-3 py-2 text-muted @max-4xl:p-0 @max-4xl:text-right">
        {missing.length === 0
          ? words.complete
          : missing.map((part) => words.missing[part]).join(", ")}
      </td>
    </tr>
  );
}

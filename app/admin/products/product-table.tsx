import { useLocalPath } from "#app/language.ts";
import { useProductWords } from "#app/messages/admin/products.ts";
import { Picture } from "#app/ui/domain/picture.tsx";
import { Link } from "#app/ui/link.tsx";
import { formatRupiah } from "#shop/money.ts";
import type { ProductRow } from "#shop/products/list-products.server.ts";
import { ListTable } from "../list-table.tsx";
import { ProductPill } from "./product-pill.tsx";

/** Dense rows; cards on a phone. */
export function ProductTable({ products }: { products: readonly ProductRow[] }) {
  const { heads } = useProductWords();
  return (
    <ListTable
      heads={[
        { label: heads.product },
        { label: heads.state },
        { label: heads.price, isNumber: true },
        { label: heads.available, isNumber: true },
        { label: heads.category },
        { label: heads.missing },
      ]}
    >
      {products.map((product) => (
        <Row key={product.id} product={product} />
      ))}
    </ListTable>
  );
}

function Row({ product }: { product: ProductRow }) {
  const words = useProductWords();
  const to = useLocalPath();
  const { price_from, price_to, available, variants, missing } = product;
  const price =
    price_from === price_to
      ? formatRupiah(price_from)
      : `${formatRupiah(price_from)}–${formatRupiah(price_to)}`;
  return (
    <tr className="relative border-b border-rule hover:bg-paper @max-4xl:grid @max-4xl:grid-cols-[minmax(0,1fr)_auto] @max-4xl:content-start @max-4xl:gap-x-4 @max-4xl:gap-y-1 @max-4xl:border @max-4xl:p-3">
      <td className="px-3 py-2 @max-4xl:p-0">
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
      <td className="figures px-3 py-2 text-right @4xl:whitespace-nowrap @max-4xl:p-0 @max-4xl:text-left">
        {price}
      </td>
      <td
        className={`figures px-3 py-2 text-right @4xl:whitespace-nowrap @max-4xl:p-0 ${available === 0 ? "font-semibold text-stamp" : ""}`}
      >
        <span className="text-muted @4xl:hidden">{words.heads.available} </span>
        {available}
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

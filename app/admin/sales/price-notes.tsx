import { useParams } from "react-router";
import { useSaleWords } from "#app/admin/sales/messages/sales.ts";
import { useLocalPath } from "#app/language.ts";
import { Link } from "#app/ui/link.tsx";
import type { StaffVariant } from "#shop/catalogue/products/product.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { readAmount } from "#shop/kernel/read-amount.ts";

/** Link to a variant's price history. */
export function PriceLink({ stored }: { stored: StaffVariant }) {
  const { prices: words } = useSaleWords();
  const to = useLocalPath();
  const { id } = useParams();
  return (
    <Link
      to={`${to(`/admin/Products/${id}/Prices`)}?variant=${stored.id}`}
      className="link justify-self-start"
      aria-label={`${words.link}: ${stored.sku}`}
    >
      {words.link}
    </Link>
  );
}

interface PriceWarningsProps {
  /** As it is typed. */
  variant: { readonly price: string; readonly was_price: string };
  stored: StaffVariant;
}

/** What the editor says about the typed prices: that a sale is on, and that a was-price was never asked lately. */
export function PriceWarnings({ variant, stored }: PriceWarningsProps) {
  const { prices: words } = useSaleWords();
  const was = readAmount(variant.was_price);
  // A new price is compared with all prices until now; the stored one with those before it.
  const isStored = readAmount(variant.price) === stored.price;
  const lowest = isStored ? stored.lowest_before_current : stored.lowest_until_now;
  const isAbove = was !== undefined && lowest !== null && was > lowest;
  if (stored.sale_price === null && !isAbove) return null;
  return (
    <div className="grid gap-1 text-sm">
      {stored.sale_price === null ? null : <p>{words.inSale(formatRupiah(stored.sale_price))}</p>}
      {isAbove ? (
        <p role="status" className="text-stamp">
          {words.warn(formatRupiah(lowest))}
        </p>
      ) : null}
    </div>
  );
}

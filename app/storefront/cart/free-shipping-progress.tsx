import { useCartWords } from "#app/messages/storefront/cart.ts";
import { Icon } from "#app/ui/icon.tsx";
import { formatRupiah, type Rupiah } from "#shop/money.ts";

/** How far the goods are from free delivery to the chosen district. */
export function FreeShippingProgress({ from, missing }: { from: Rupiah; missing: Rupiah }) {
  const { freeShipping } = useCartWords();
  const reached = missing === 0;
  return (
    <div role="status" className="grid gap-1.5 text-sm">
      <p className="flex items-center gap-2 font-semibold">
        <Icon name={reached ? "circle-check" : "truck"} className="size-4" />
        {reached ? freeShipping.reached : freeShipping.missing(formatRupiah(missing))}
      </p>
      <div aria-hidden="true" className="h-2 border border-control">
        <div
          className="h-full origin-left bg-paid transition-transform duration-200"
          style={{ transform: `scaleX(${(from - missing) / from})` }}
        />
      </div>
    </div>
  );
}

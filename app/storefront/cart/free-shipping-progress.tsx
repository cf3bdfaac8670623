import { useCartWords } from "#app/storefront/cart/messages/cart.ts";
import { Icon } from "#app/ui/icon.tsx";
import { formatRupiah, type Rupiah } from "#shop/kernel/money.ts";

interface FreeShippingProgressProps {
  from: Rupiah;
  missing: Rupiah;
  /** The most that the shop pays of the delivery; null where it pays all. */
  upTo: Rupiah | null;
}

/** How far the goods are from free or cheaper delivery to the chosen district. */
export function FreeShippingProgress({ from, missing, upTo }: FreeShippingProgressProps) {
  const { freeShipping } = useCartWords();
  const reached = missing === 0;
  const cap = upTo === null ? null : formatRupiah(upTo);
  const left = formatRupiah(missing);
  return (
    <div role="status" className="grid gap-1.5 text-sm">
      <p className="flex items-center gap-2 font-semibold">
        <Icon name={reached ? "circle-check" : "truck"} className="size-4" />
        {cap === null
          ? reached
            ? freeShipping.reached
            : freeShipping.missing(left)
          : reached
            ? freeShipping.reachedPart(cap)
            : freeShipping.missingPart(left, cap)}
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

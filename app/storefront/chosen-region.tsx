import { Suspense, useState } from "react";
import { type ChosenRegion, useCart } from "#app/browser/cart/cart-store.ts";
import { lazyPart } from "#app/browser/lazy-part.ts";
import { useShopWords } from "#app/storefront/messages/storefront.ts";
import { Icon } from "#app/ui/icon.tsx";

// Whose place is known does without it.
const RegionSearch = lazyPart(() => import("#app/ui/domain/region-search.tsx"));

/** Where it would go. Asked once, remembered on the device for every product and the cart. */
export function ChosenRegionPicker({ region }: { region: ChosenRegion | null }) {
  const { delivery } = useShopWords();
  const choose = useCart((cart) => cart.chooseRegion);
  const [changing, setChanging] = useState(false);

  if (region && !changing) {
    return (
      <p className="flex items-start gap-2 text-sm">
        <Icon name="map-pin" className="mt-0.5 size-4" />
        <span className="grow">
          <span className="sr-only">{delivery.to} </span>
          {region.label}
        </span>
        <button
          type="button"
          className="link -my-2.5 min-h-11 px-2"
          onClick={() => setChanging(true)}
        >
          {delivery.change}
        </button>
      </p>
    );
  }
  return (
    <Suspense>
      <RegionSearch
        onChoose={({ code, label, postal_code }) => {
          choose({ code, label, postal_code });
          setChanging(false);
        }}
      />
    </Suspense>
  );
}

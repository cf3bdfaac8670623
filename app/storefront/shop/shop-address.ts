import { useLocalPath } from "#app/language.ts";
import { type ShopFilter, shopFilterParams } from "#shop/catalogue/shop-filter.ts";

/** Gives the address of a list. Any change but of the page itself starts at the first page again. */
export function useShopAddress(filter: ShopFilter): (change: Partial<ShopFilter>) => string {
  const to = useLocalPath();
  return (change) => {
    const params = shopFilterParams({ ...filter, page: 1, after: null, ...change });
    return params.size > 0 ? `${to("/Shop")}?${params}` : to("/Shop");
  };
}

/** A product opens with what its list was narrowed to. @returns e.g. `?colour=putih`, empty when it was not */
export function openingOf({ colours, sizes }: ShopFilter): string {
  const params = new URLSearchParams([
    ...colours.map((colour) => ["colour", colour]),
    ...sizes.map((size) => ["size", size]),
  ]);
  return params.size > 0 ? `?${params}` : "";
}

export function countFilters(filter: ShopFilter): number {
  return (
    filter.colours.length +
    filter.sizes.length +
    [
      filter.category !== null,
      filter.personalisable,
      filter.sale,
      filter.in_stock,
      filter.price_min !== null || filter.price_max !== null,
    ].filter(Boolean).length
  );
}

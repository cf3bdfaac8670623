import { useLocalPath } from "#app/language.ts";
import { type ShopFilter, shopFilterParams } from "#shop/catalogue/shop-filter.ts";

/** Gives the address of a list. Any change but of the page itself starts at the first page again. */
export function useShopAddress(filter: ShopFilter): (change: Partial<ShopFilter>) => string {
  const to = useLocalPath();
  return (change) => {
    const params = shopFilterParams({ ...filter, page: 1, ...change });
    return params.size > 0 ? `${to("/Shop")}?${params}` : to("/Shop");
  };
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

import type { Permission } from "#shop/kernel/permissions.ts";

/** Places inside pages that staff look for by name, and the names that they use (`places` of the palette's messages). */
export type PlaceName =
  | "tax"
  | "shopFacts"
  | "orderRules"
  | "accounts"
  | "cod"
  | "words"
  | "rates"
  | "closures"
  | "newProduct"
  | "newPromo"
  | "newCategory"
  | "newSale"
  | "grid"
  | "transfers"
  | "refunds"
  | "roles"
  | "files";

interface Place {
  readonly name: PlaceName;
  readonly path: string;
  readonly needs: Permission;
}

export const places: readonly Place[] = [
  { name: "tax", path: "/admin/Settings/tax", needs: "settings.edit" },
  { name: "shopFacts", path: "/admin/Settings/shop", needs: "settings.edit" },
  { name: "orderRules", path: "/admin/Settings/orders", needs: "settings.edit" },
  { name: "accounts", path: "/admin/Settings/accounts", needs: "settings.edit" },
  { name: "cod", path: "/admin/Settings/cod", needs: "settings.edit" },
  { name: "words", path: "/admin/Settings/synonyms", needs: "settings.edit" },
  { name: "rates", path: "/admin/Shipping/Rates", needs: "shipping.read" },
  { name: "closures", path: "/admin/Shipping/Hours", needs: "shipping.read" },
  { name: "newProduct", path: "/admin/Products/New", needs: "products.edit" },
  { name: "newPromo", path: "/admin/PromoCodes/New", needs: "promos.edit" },
  { name: "newCategory", path: "/admin/Categories/New", needs: "products.edit" },
  { name: "newSale", path: "/admin/Sales/New", needs: "prices.edit" },
  { name: "grid", path: "/admin/Products/Grid", needs: "products.read" },
  { name: "transfers", path: "/admin/Payments?view=transfers", needs: "payments.read" },
  { name: "refunds", path: "/admin/Payments?view=refunds", needs: "payments.read" },
  { name: "roles", path: "/admin/Staff/Roles", needs: "staff.edit" },
  { name: "files", path: "/admin/Imports", needs: "imports.run" },
];

import { productFields, productSorts } from "#shop/catalogue/products/product-fields.ts";
import { buyerFields, buyerSorts } from "#shop/customers/buyers/buyer-fields.ts";
import type { Permission } from "#shop/kernel/permissions.ts";
import { orderFields } from "#shop/orders/order-fields.ts";
import { promotionFields } from "#shop/promotions/editor/promotion-fields.ts";
import { auditFields, auditSorts } from "#shop/staff/audit-filter.ts";
import type { Fields } from "#shop/staff/filters/field.ts";

interface ViewedList {
  /** What its views need too. */
  readonly permission: Permission;
  readonly fields: Fields;
  /** The first one is the order that the list begins with. */
  readonly sorts: readonly string[];
}

/** The lists that have saved views. */
export const viewedLists = {
  products: { permission: "products.read", fields: productFields, sorts: productSorts },
  promos: { permission: "promos.read", fields: promotionFields, sorts: ["newest"] },
  orders: { permission: "orders.read", fields: orderFields, sorts: ["newest"] },
  customers: { permission: "customers.read", fields: buyerFields, sorts: buyerSorts },
  audit: { permission: "audit.read", fields: auditFields, sorts: auditSorts },
} as const satisfies Readonly<Record<string, ViewedList>>;
export type ViewedListName = keyof typeof viewedLists;

export function isViewedList(name: unknown): name is ViewedListName {
  return typeof name === "string" && Object.hasOwn(viewedLists, name);
}

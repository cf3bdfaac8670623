/**
 * What staff may do, `area.verb`. A verb has its own key where money, personal data or publication is at stake. The rows
 * of `public.permissions` are the same; a test compares them.
 */
export const permissions = [
  "orders.read",
  "orders.draft",
  "orders.fulfil",
  "orders.edit",
  "orders.cancel",
  "orders.refund",
  "returns.read",
  "returns.edit",
  "payments.read",
  "payments.edit",
  "products.read",
  "products.edit",
  "products.publish",
  "products.delete",
  "prices.edit",
  "costs.read",
  "costs.edit",
  "media.manage",
  "stock.read",
  "stock.adjust",
  "stocktakes.approve",
  "shipping.read",
  "shipping.edit",
  "promos.read",
  "promos.edit",
  "promos.bulk",
  "customers.read",
  "customers.edit",
  "customers.contact",
  "customisations.read",
  "customisations.review",
  "enquiries.read",
  "enquiries.edit",
  "mail.read",
  "mail.send",
  "content.edit",
  "content.publish",
  "terms.edit",
  "imports.run",
  "tasks.read",
  "views.share",
  "reports.read",
  "settings.edit",
  "staff.edit",
  "audit.read",
  "health.read",
] as const;
export type Permission = (typeof permissions)[number];
/** The first part of a permission. */
export type PermissionArea = AreaOf<Permission>;
type AreaOf<Key> = Key extends `${infer Area}.${string}` ? Area : never;

/** The roles that every shop has. Their permissions are in `public.staff_roles`. */
export const builtInRoles = [
  "manager",
  "sales",
  "warehouse",
  "finance",
  "content",
  "service",
  "reader",
] as const;
export type BuiltInRole = (typeof builtInRoles)[number];

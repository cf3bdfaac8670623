import { may, type Person } from "#shop/kernel/access.ts";
import type { Permission } from "#shop/kernel/permissions.ts";
import type { AuditEntry } from "#shop/staff/audit-entry.ts";

/** The acts whose single values can be put back, each with its columns and the permission it needs. */
const puttable: Readonly<
  Record<string, { readonly permission: Permission; readonly columns: readonly string[] }>
> = {
  "products.changed": {
    permission: "products.edit",
    columns: [
      ...["name", "summary", "description", "sections", "slug", "tags", "brand", "seo"],
      ...["tax_class", "shipping_class"],
    ],
  },
  "product_variants.changed": { permission: "prices.edit", columns: ["price", "was_price"] },
  "categories.changed": {
    permission: "products.edit",
    columns: ["name", "description", "slug", "published", "parent_id", "seo", "picture_id"],
  },
};

/** The columns of an entry of the audit log whose value before the actor may put back. */
export function puttableColumns(
  actor: Person,
  { action, changes }: Pick<AuditEntry, "action" | "changes">,
): readonly string[] {
  const kind = Object.hasOwn(puttable, action) ? puttable[action] : undefined;
  if (!kind || !may(actor, kind.permission)) return [];
  return kind.columns.filter((column) => Object.hasOwn(changes, column));
}

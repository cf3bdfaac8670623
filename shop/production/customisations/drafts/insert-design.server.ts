import type { Sql } from "#db/client.server.ts";
import type { DisplayList } from "#shop/designs/draw/display-list.ts";
import { type DesignOwner, isOf, maxDesignsOf } from "#shop/designs/guests/design-owner.server.ts";

interface NewDesign {
  readonly id: string;
  readonly product_id: string | null;
  /** Variant that the design was drawn on. */
  readonly variant_id: string | null;
  readonly name: string;
  readonly document: object;
  readonly display: DisplayList | null;
}

/**
 * Stores a new design, unless the owner has as many as they may. The caller has locked the owner.
 * @returns `design_not_found` where somebody else's design has the id
 */
export async function insertDesign(
  sql: Sql,
  owner: DesignOwner,
  { document, display, ...head }: NewDesign,
): Promise<"stored" | "too_many_designs" | "design_not_found"> {
  const [used] = await sql<{ is_full: boolean }[]>`
    select count(*) >= ${maxDesignsOf(owner)} as is_full from designs where ${isOf(sql, owner)}`;
  if (used?.is_full) return "too_many_designs";
  const stored = await sql`
    insert into designs ${sql({
      ...owner,
      ...head,
      document: sql.json(document),
      display: display === null ? null : sql.json(display),
    })}
    on conflict (id) do nothing returning id`;
  return stored.length > 0 ? "stored" : "design_not_found";
}

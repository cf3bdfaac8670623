import { ok, type Result } from "#base/result.ts";
import type { Person } from "#shop/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";

/** Moves a zone or a method one place up or down in its list. At the end of the list nothing changes. */
export async function moveSetting(
  actor: Person,
  kind: "shipping_zones" | "shipping_methods",
  id: string,
  direction: "up" | "down",
): Promise<Result<null, "not_permitted">> {
  return asStaff<null, never>(actor, "shipping.edit", async (sql) => {
    const table = sql(kind);
    const rows = await sql<{ id: string; position: number }[]>`
      select id, position from ${table} order by position, id for update`;
    const ids = rows.map((row) => row.id);
    const at = ids.indexOf(id);
    const to = direction === "up" ? at - 1 : at + 1;
    const other = ids[to];
    if (at < 0 || other === undefined) return ok(null);
    ids[at] = other;
    ids[to] = id;
    await sql`
      update ${table} t set position = o.n - 1
      from unnest(${ids}::uuid[]) with ordinality o (id, n) where o.id = t.id and t.position <> o.n - 1`;
    return ok(null);
  });
}

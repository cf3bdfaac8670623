import type { Sql } from "#db/client.server.ts";

/**
 * Moves a row to a place of its table's order; a category, among those of its parent. To repeat it changes nothing.
 * @param wanted counted from 0; beyond the end, the end
 * @returns false without this row
 */
export async function placeInOrder(
  sql: Sql,
  table: "categories" | "shipping_zones" | "shipping_methods",
  id: string,
  wanted: number,
): Promise<boolean> {
  const siblings =
    table === "categories"
      ? sql`where parent_id is not distinct from (select parent_id from categories where id = ${id})`
      : sql``;
  const rows = await sql<{ id: string }[]>`
    select id from ${sql(table)} ${siblings} order by position, id for update`;
  const ids = rows.map((row) => row.id);
  if (!ids.includes(id)) return false;
  const order = ids.filter((other) => other !== id).toSpliced(Math.max(0, wanted), 0, id);
  await sql`
    update ${sql(table)} t set position = wanted.place - 1
    from unnest(${order}::uuid[]) with ordinality wanted (id, place)
    where t.id = wanted.id and t.position <> wanted.place - 1`;
  return true;
}

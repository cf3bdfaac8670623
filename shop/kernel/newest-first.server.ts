import type { Sql, SqlFragment } from "#db/client.server.ts";

/** Counts stop here: lists show `1000+`. */
export const maxCount = 1000;

/** How many rows `p`, for orders `o`, of a table meet each condition, at most `maxCount` and one. */
export async function countEach<Name extends string>(
  sql: Sql,
  table: "products" | "promotions" | "orders",
  conditions: Readonly<Record<Name, SqlFragment>>,
): Promise<Record<Name, number>> {
  const counts = Object.entries<SqlFragment>(conditions).map(
    ([name, condition]) => sql`(select count(*)::int from (
      select from ${sql(table)} ${table === "orders" ? sql`o` : sql`p`} where ${condition} limit ${maxCount + 1}) counted) as ${sql(name)}`,
  );
  const [row] = await sql<Record<Name, number>[]>`
    select ${counts.reduce((joined, count) => sql`${joined}, ${count}`)}`;
  if (!row) throw new Error("counting gave no row");
  return row;
}

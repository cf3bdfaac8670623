import type { Sql, SqlFragment } from "#db/client.server.ts";

/** Whether the order `o` of a query is fetched by its buyer, as part of that query. */
export function isPickup(sql: Sql): SqlFragment {
  return sql`coalesce(o.shipping_quote ->> 'source' = 'pickup', false)`;
}

import type { Sql, SqlFragment } from "#db/client.server.ts";

/** SQL: whether the order `o` of a query is a pickup order. */
export function isPickup(sql: Sql): SqlFragment {
  return sql`coalesce(o.shipping_quote ->> 'source' = 'pickup', false)`;
}

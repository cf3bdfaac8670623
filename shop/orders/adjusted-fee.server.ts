import type { Sql, SqlFragment } from "#db/client.server.ts";

/**
 * SQL: whether staff accepted a different amount than requested for the order `o` of a query. Then no settled attempt
 * has the order's fee; duplicate payments can be settled too.
 */
export function isFeeAdjusted(sql: Sql): SqlFragment {
  return sql`coalesce((
    select bool_and(p.fee <> o.payment_fee) from payments p where p.order_id = o.id and p.status = 'settled'
  ), false)`;
}

import type { Sql, SqlFragment } from "#db/client.server.ts";

/**
 * SQL: whether staff accepted another amount for the order `o` of a query than its buyer was asked for. The fee of the order
 * then differs from the fee of each settled attempt; a duplicate payment may have been settled too.
 */
export function isOtherAmount(sql: Sql): SqlFragment {
  return sql`coalesce((
    select bool_and(p.fee <> o.payment_fee) from payments p where p.order_id = o.id and p.status = 'settled'
  ), false)`;
}

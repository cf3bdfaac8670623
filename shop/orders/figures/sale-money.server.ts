import type { Sql, SqlFragment } from "#db/client.server.ts";

/**
 * SQL: what the sale of the order `o` holds in whole rupiah: its own money and that of its supplements, which reports count as
 * no orders of their own (docs/why/orders.md).
 */
export function paidForSale(sql: Sql): SqlFragment {
  return sql`(o.paid_total + coalesce((
    select sum(n.paid_total) from orders n where n.supplement_of = o.id), 0)::bigint)`;
}

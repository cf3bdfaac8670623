import type { Sql, SqlFragment } from "#db/client.server.ts";

/**
 * Counts a customer's orders that await payment. Excludes supplements, which hold no stock, orders that staff made, and
 * guests' orders that an account claimed. The condition matches only the index `orders_unpaid` (docs/why/database.md).
 */
export function countUnpaid(sql: Sql, customerId: string): SqlFragment {
  return sql`
    select count(*)::int from orders
    where customer_id = ${customerId} and coalesce(status, '') = 'awaiting_payment' and supplement_of is null and source = 'web'
      and (private.is_guest_order(id) is false or exists (
        select from auth.users u where u.id = ${customerId} and u.is_anonymous))`;
}

import type { Sql, SqlFragment } from "#db/client.server.ts";

/** How many of a customer's orders wait for money, in the words that only the index `orders_unpaid` has (decision 0038). */
export function countUnpaid(sql: Sql, customerId: string): SqlFragment {
  return sql`
    select count(*)::int from orders
    where customer_id = ${customerId} and coalesce(status, '') = 'awaiting_payment'`;
}

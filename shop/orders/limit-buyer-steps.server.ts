import type { Sql } from "#db/client.server.ts";

/** Maximum in one order within 24 hours. */
const maxSteps = 30;

/**
 * Whether an order has reached the limit of returns, claims, refund accounts and dearer designs, each of which sends a
 * mail. The mails may go to a stranger, because a guest can type any address. The caller holds the order's lock.
 */
export async function hasTakenManySteps(sql: Sql, orderId: string): Promise<boolean> {
  const [taken] = await sql<{ count: number }[]>`
    select ((
        select count(*) from order_events where order_id = ${orderId} and at > now() - interval '1 day'
          and kind in ('return_requested', 'claim_requested', 'refund_account')
      ) + (
        select count(*) from orders where supplement_of = ${orderId} and created_at > now() - interval '1 day'
      ))::int as count`;
  return (taken?.count ?? 0) >= maxSteps;
}

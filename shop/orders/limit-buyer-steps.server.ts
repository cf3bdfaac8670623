import type { Sql } from "#db/client.server.ts";

/** Within a day, for one order. */
const maxSteps = 30;

/**
 * Whether the buyer of an order took the maximum of steps that send a mail each: returns, claims, accounts for refunds and
 * dearer designs. The order's address may be a stranger's, because a guest types it. The caller holds the order's lock.
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

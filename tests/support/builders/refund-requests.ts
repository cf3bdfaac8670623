import type { RefundInput } from "#shop/orders/refunds/refund-order.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";

/** A goodwill refund of any amount. @param key another one for a second refund of the same amount */
export function goodwill(order_id: string, amount: number, key = "12345678"): RefundInput {
  return {
    order_id,
    key,
    lines: [],
    shipping: 0,
    fee: 0,
    goodwill: amount,
    channel: "original",
    reason: "goodwill",
    note: "maaf",
    restock: true,
    notify: true,
  };
}

/** Whole rupiah, oldest first. */
export async function refundsOf(orderId: string): Promise<number[]> {
  const rows = await asSeed()<{ amount: number }[]>`
    select amount from refunds where order_id = ${orderId} order by created_at`;
  return rows.map(({ amount }) => amount);
}

/** The order's newest request. */
export async function requestOf(orderId: string): Promise<string> {
  const [request] = await asSeed()<{ id: string }[]>`
    select id from refund_requests where order_id = ${orderId} order by requested_at desc limit 1`;
  if (!request) throw new Error("no request");
  return request.id;
}

/** Staff's acts on an order's money with their actors, oldest first. */
export async function actsOn(orderId: string): Promise<readonly unknown[]> {
  const rows = await asSeed()<{ act: string; actor_id: string }[]>`
    select action as act, actor_id from audit_entries where order_id = ${orderId} order by id`;
  return rows.map(({ act, actor_id }) => [act, actor_id]);
}

import type { Sql } from "#db/client.server.ts";
import {
  channelFor,
  insertRefund,
  type RefundReason,
} from "#shop/orders/payments/request-refund.server.ts";
import { goodsShare } from "#shop/orders/refund-sum.ts";

interface Remaining {
  payment_id: string;
  part: string;
  amount: number;
  provider: string;
  method: string;
}

/**
 * Refunds all that an order and its supplements still hold, split into goods and delivery as far as they account for it. The
 * caller holds the order's lock.
 * @param actorId the person who decided it; undefined for the shop itself
 */
export async function refundEverything(
  sql: Sql,
  orderId: string,
  reason: RefundReason,
  notify: boolean,
  actorId?: string,
): Promise<void> {
  const remaining = await sql<Remaining[]>`
    select p.id as payment_id, p.provider, p.method, p.part, b.available as amount
    from payments p join private.payment_balances b on b.payment_id = p.id
    where p.order_id = ${orderId} order by p.created_at desc`;
  const [order] = await sql<{ shipping: number; fee: number }[]>`
    select o.shipping - (select coalesce(sum(r.shipping), 0) from refunds r where r.order_id = o.id)::bigint as shipping,
      o.total - o.subtotal + o.discount - o.shipping - (
        select coalesce(sum(r.fee), 0) from refunds r where r.order_id = o.id)::bigint as fee
    from orders o where o.id = ${orderId}`;
  const rows = await sql<
    { order_line_id: string; quantity: number; unit_totals: number[]; refunded: number }[]
  >`
    select l.id as order_line_id, l.quantity, l.unit_totals, (
      select coalesce(sum(r.quantity), 0)::int from refund_lines r where r.order_line_id = l.id) as refunded
    from order_lines l where l.order_id = ${orderId}`;
  const lines = rows.flatMap(({ order_line_id, quantity, ...line }) => {
    const left = quantity - line.refunded;
    return left > 0 ? [{ order_line_id, quantity: left, amount: goodsShare(line, left) }] : [];
  });
  const goods = lines.reduce((sum, line) => sum + line.amount, 0);
  const { shipping = 0, fee = 0 } = order ?? {};
  const whole = goods + shipping + fee;

  let isGoodsDone = false;
  // The deposit and the balance pay for the goods together: one refund names all goods, and `insertRefund` divides it.
  const parts = remaining.filter(({ part, amount }) => part !== "whole" && amount > 0);
  const sum = parts.reduce((total, { amount }) => total + amount, 0);
  const isDivided = parts.length > 1 && sum >= whole;
  const refundable = isDivided
    ? parts.slice(0, 1).map((first) => ({ ...first, amount: sum }))
    : remaining;
  for (const { payment_id, amount, provider, method } of refundable) {
    if (amount <= 0) continue;
    const standsForGoods: boolean = !isGoodsDone && amount >= whole;
    isGoodsDone ||= standsForGoods;
    await insertRefund(sql, {
      paymentId: payment_id,
      key: `all:${payment_id}`,
      reason,
      channel: channelFor(provider, method),
      notify,
      actorId,
      goodwill: 0,
      ...(standsForGoods
        ? { lines, shipping, fee, overpaid: amount - whole }
        : { lines: [], shipping: 0, fee: 0, overpaid: amount }),
    });
  }
  const supplements = await sql<{ id: string }[]>`
    select id from orders where supplement_of = ${orderId} order by created_at, id for update`;
  for (const { id } of supplements) await refundEverything(sql, id, reason, notify, actorId);
}

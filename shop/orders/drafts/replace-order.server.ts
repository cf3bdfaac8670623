import { fail, ok, type Result } from "#base/result.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { closeOrder } from "#shop/orders/close-order.server.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { lockOrder } from "#shop/orders/order-status.server.ts";
import { tryCloseAttempts } from "#shop/orders/payments/attempts/close-attempts.server.ts";
import type { Remarks } from "#shop/orders/remarks/remarks.ts";

/** Why a draft cannot replace its order. */
export type ReplaceProblem =
  | "not_permitted"
  /** The buyer has paid, or staff have not checked a proof of transfer yet. */
  | "replaced_order_paid"
  /** Its goods are being prepared, or it was replaced before. */
  | "replaced_order_closed";

export interface ReplacedOrder {
  readonly id: string;
  readonly number: string;
  readonly customer_id: string;
  readonly gift: Remarks["gift"];
}

interface Row {
  number: string;
  customer_id: string | null;
  status: string;
  has_money: boolean;
  is_prepared: boolean;
  is_replaced: boolean;
  may_cancel: boolean;
  gift_message: string | null;
  gift_from: string;
}

/** SQL: whether money for the order `o` has arrived, or staff have not checked a proof of transfer yet. */
const hasMoney = (sql: Sql) => sql`(
  exists (select from payment_transactions t where t.order_id = o.id)
  or exists (
    select from payments p where p.order_id = o.id and (p.status = 'settled' or p.status in ('created', 'pending')
      and (p.proof_at is not null or exists (select from payment_receipts r where r.payment_id = p.id)))))`;

/**
 * Closes the payments of the order that a draft replaces, before the transaction that makes the new order. Closes none if
 * `closeReplaced` will refuse the order.
 * @returns false if a payment provider did not answer
 */
export async function closeReplacedPayments(actor: Person, orderId: string): Promise<boolean> {
  if (!may(actor, "orders.cancel")) return true;
  const sql = asShop();
  const [order] = await sql`
    select from orders o where o.id = ${orderId} and o.status = 'awaiting_payment' and not ${hasMoney(sql)}`;
  return order === undefined || tryCloseAttempts(orderId);
}

/**
 * Cancels the order that a draft replaces, without a mail. This releases its pieces and promo codes for the new order.
 * An order that is already canceled or expired stays as it is. Locks the order first.
 * @param actorId needs `orders.cancel`
 */
export async function closeReplaced(
  sql: Sql,
  actorId: string,
  orderId: string,
): Promise<Result<ReplacedOrder, ReplaceProblem>> {
  const locked = await lockOrder(sql, orderId);
  const [order] = await sql<Row[]>`
    select o.number, o.customer_id, o.status, o.gift_message, o.gift_from,
      private.may(${actorId}, 'orders.cancel') as may_cancel,
      ${hasMoney(sql)} as has_money,
      exists (select from shipments s where s.order_id = o.id and s.status = 'pending') as is_prepared,
      exists (select from order_events e where e.order_id = o.id and e.kind = 'replaced') as is_replaced
    from orders o where o.id = ${orderId}`;
  if (!locked || !order || order.customer_id === null) return fail("replaced_order_closed");
  if (!order.may_cancel) return fail("not_permitted");
  if (order.has_money) return fail("replaced_order_paid");
  if (order.is_replaced || order.status === "completed") return fail("replaced_order_closed");
  if (order.status !== "canceled" && order.status !== "expired") {
    const isBegun = order.is_prepared || locked.is_packed || locked.is_printing;
    if (isBegun || locked.fulfilment_status !== "unfulfilled") return fail("replaced_order_closed");
    await closeOrder(sql, orderId, "canceled", { reason: "staff", notify: false }, actorId);
  }
  const { number, customer_id, gift_message, gift_from } = order;
  const gift = gift_message === null ? null : { message: gift_message, from: gift_from };
  return ok({ id: orderId, number, customer_id, gift });
}

/** Records the replacement in the histories of both orders. */
export async function recordReplacement(
  sql: Sql,
  actorId: string,
  replaced: ReplacedOrder,
  orderId: string,
): Promise<void> {
  const [order] = await sql<{ number: string }[]>`select number from orders where id = ${orderId}`;
  const options = { actorId };
  await recordEvent(
    sql,
    replaced.id,
    "replaced",
    { order_id: orderId, number: order?.number },
    options,
  );
  const earlier = { order_id: replaced.id, number: replaced.number };
  await recordEvent(sql, orderId, "replaces", earlier, options);
}

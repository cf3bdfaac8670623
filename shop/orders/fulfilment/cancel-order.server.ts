import { fail, ok, type Result } from "#base/result.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { closeOrder } from "#shop/orders/close-order.server.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { lockOrder } from "#shop/orders/order-status.server.ts";
import { isRefusedAsOwn } from "#shop/orders/own-order.server.ts";
import { tryCloseAttempts } from "#shop/orders/payments/attempts/close-attempts.server.ts";
import type { RefundReason } from "#shop/orders/payments/request-refund.server.ts";
import {
  type RefundApprovalProblem,
  withRefundApproval,
} from "#shop/orders/payments/review/refund-approval.server.ts";
import { refundEverything } from "#shop/orders/refunds/refund-everything.server.ts";
import { overLimitOf } from "#shop/staff/approvals/with-limits.server.ts";

export type CancelProblem =
  | "order_not_found"
  | "order_not_cancelable"
  | "payment_provider_unavailable"
  /** The value of the pieces that are not restocked exceeds the actor's write-off limit. */
  | "write_off_over_limit"
  | RefundApprovalProblem;
/** Reasons for staff; customers need none. */
export const staffCancelReasons = ["inventory", "customer", "fraud", "staff", "other"] as const;
export type CancelReason = "customer" | "declined" | "fraud" | "inventory" | "staff" | "other";

export interface CancelChoices {
  /** False: the pieces are lost, e.g. broken. */
  readonly restock: boolean;
  /** False: the payment is not refunded now; staff may refund it later. */
  readonly refund: boolean;
  readonly notify: boolean;
  readonly note: string;
}

const usual: CancelChoices = { restock: true, refund: true, notify: true, note: "" };
const refundReasons: Readonly<Record<CancelReason, RefundReason>> = {
  customer: "customer",
  inventory: "inventory",
  staff: "staff",
  declined: "other",
  fraud: "other",
  other: "other",
};

/**
 * Cancels an order. Customers may until it is packed, staff until something was sent. The payment is refunded in full,
 * by staff once that is approved (`withRefundApproval`); stock and promotion uses are released, unless staff choose
 * otherwise. Cancelling a cancelled order succeeds and changes nothing.
 */
export async function cancelOrder(
  actor: Person,
  orderId: string,
  reason: CancelReason,
  choices: CancelChoices = usual,
): Promise<Result<{ order_id: string }, CancelProblem>> {
  const mine = may(actor, "orders.cancel") ? asShop()`true` : asShop()`o.customer_id = ${actor.id}`;
  const [waiting] = await asShop()`
    select from orders o where o.id = ${orderId} and ${mine} and o.status = 'awaiting_payment'`;
  if (waiting && !(await tryCloseAttempts(orderId))) return fail("payment_provider_unavailable");
  if (!may(actor, "orders.cancel")) {
    return inTransaction((sql) => cancel(sql, actor, orderId, reason, usual));
  }
  if (!choices.restock && (await isRefusedAsOwn(asShop(), actor, orderId, "orders.refund"))) {
    return fail("own_order");
  }
  const act = { act: "cancel", orderId, subjectId: orderId, input: { reason, choices } } as const;
  try {
    return await withRefundApproval(actor, act, (sql) =>
      cancel(sql, actor, orderId, reason, choices),
    );
  } catch (error) {
    if (overLimitOf(error)?.limit !== "write_off") throw error;
    return fail("write_off_over_limit");
  }
}

async function cancel(
  sql: Sql,
  actor: Person,
  orderId: string,
  reason: CancelReason,
  choices: CancelChoices,
): Promise<Result<{ order_id: string }, CancelProblem>> {
  const order = await lockOrder(sql, orderId);
  if (!order || (order.customer_id !== actor.id && !may(actor, "orders.cancel")))
    return fail("order_not_found");
  if (order.status === "canceled") return ok({ order_id: orderId });
  const isOpen = order.status === "awaiting_payment" || order.status === "placed";
  const hasLeft = order.fulfilment_status !== "unfulfilled";
  const isBegun = order.is_packed || order.is_printing;
  if (!isOpen || hasLeft || (isBegun && !may(actor, "orders.cancel"))) {
    return fail("order_not_cancelable");
  }
  // Prepared shipments are cancelled.
  await sql`
    update shipments set status = 'canceled', canceled_at = now()
    where order_id = ${orderId} and status = 'pending'`;
  await closeOrder(sql, orderId, "canceled", { reason, ...choices }, actor.id);
  if (choices.refund) {
    await refundEverything(sql, orderId, refundReasons[reason], choices.notify, actor.id);
  }
  return ok({ order_id: orderId });
}

/**
 * A customer who may no longer cancel requests it: the order is marked for staff, who decide. A repeated request
 * changes nothing.
 */
export async function requestCancellation(
  actor: Person,
  orderId: string,
): Promise<Result<{ order_id: string }, CancelProblem>> {
  return inTransaction(async (sql) => {
    const order = await lockOrder(sql, orderId);
    if (!order || order.customer_id !== actor.id) return fail("order_not_found");
    if (order.status !== "placed" || order.fulfilment_status !== "unfulfilled") {
      return fail("order_not_cancelable");
    }
    const [asked] = await sql`
      select from order_events where order_id = ${orderId} and kind = 'cancel_requested'`;
    if (!asked) {
      await sql`update orders set needs_review = true where id = ${orderId}`;
      await recordEvent(sql, orderId, "cancel_requested", {}, { actorId: actor.id });
    }
    return ok({ order_id: orderId });
  });
}

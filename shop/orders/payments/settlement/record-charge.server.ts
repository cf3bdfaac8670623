import type { Sql } from "#db/client.server.ts";
import { enqueue } from "#db/enqueue.server.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { queueOrderMail } from "#shop/orders/mails/order-mail.server.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import type { PaymentPart } from "#shop/orders/payments/amount-due.server.ts";
import { addTask } from "#shop/orders/payments/payment-tasks.server.ts";
import { requestRefund } from "#shop/orders/payments/request-refund.server.ts";
import { placeLate, placePaid } from "./place-paid.server.ts";

export interface Attempt {
  readonly id: string;
  readonly order_id: string;
  readonly provider: string;
  readonly method: string;
  readonly kind: string;
  readonly provider_payment_id: string | null;
  readonly status: string;
  readonly amount: Rupiah;
  readonly fee: Rupiah;
  readonly part: PaymentPart;
  readonly currency: string;
  readonly mode: string;
}

export interface PayableOrder {
  readonly id: string;
  readonly status: string;
  readonly total: Rupiah;
  readonly paid_total: Rupiah;
  readonly payment_fee: Rupiah;
  /** Null once the account is erased; the order then has no contact data or street address. */
  readonly customer_id: string | null;
}

/**
 * Books the charge of an attempt once and advances the order. The caller holds the locks of the order and of the
 * attempt.
 * - an order that awaits payment is placed; an expired one is placed if its pieces are still available, else refunded
 * - a second payment, a payment of a cancelled order, and a payment of an expired order whose buyer's account was erased are
 * refunded automatically
 * @param amount the amount received, when staff accept another one than requested; the order's fee absorbs the
 * difference
 */
export async function recordCharge(
  sql: Sql,
  order: PayableOrder,
  attempt: Attempt,
  reference: string,
  amount: Rupiah = attempt.amount,
): Promise<void> {
  const charges = await sql<{ payment_id: string }[]>`
    select payment_id from payment_transactions where order_id = ${order.id} and kind = 'charge'`;
  if (charges.some(({ payment_id }) => payment_id === attempt.id)) return;
  if (attempt.part === "balance") {
    await recordBalance(sql, order, attempt, reference, amount);
    return;
  }
  const cannotBePlaced =
    order.status === "canceled" || (order.status === "expired" && !order.customer_id);
  const isWaiting = !cannotBePlaced && ["awaiting_payment", "expired"].includes(order.status);
  const isForCash = !cannotBePlaced && charges.length === 0;
  const isWanted = isWaiting || isForCash;
  // The order takes the fee of the paying attempt, whichever method the customer chose last.
  const base = order.total - order.payment_fee;
  const isWhole = order.paid_total === 0;
  const fee = amount === attempt.amount ? attempt.fee : amount - base;
  // Staff may accept another amount than the requested deposit: it replaces the deposit, or pays the whole order.
  const isDeposit = attempt.part === "deposit" && amount < base;
  if (isWanted && isWhole && isDeposit && amount !== attempt.amount) {
    await sql`update orders set deposit = ${amount} where id = ${order.id}`;
  }
  if (isWanted && isWhole && !isDeposit && fee !== order.payment_fee) {
    await sql`
      update orders set deposit = null, payment_fee = ${fee}, total = ${base + fee} where id = ${order.id}`;
  }
  const writeCharge = () => chargeAttempt(sql, attempt, reference, amount);
  const facts = factsOf(attempt);
  const mail = isDeposit ? "deposit_paid" : "paid";
  if (order.status === "awaiting_payment") {
    // The statements of the usual case, pipelined in this order.
    await Promise.all([
      writeCharge(),
      closeOthers(sql, order.id, attempt.id),
      placePaid(sql, order.id, mail),
      recordEvent(sql, order.id, "paid", facts),
    ]);
    return;
  }
  await writeCharge();
  if (!isWanted) {
    if (cannotBePlaced) await recordEvent(sql, order.id, "paid", facts);
    await requestRefund(sql, attempt.id, amount, cannotBePlaced ? "customer" : "duplicate");
    return;
  }
  await closeOthers(sql, order.id, attempt.id);
  if (order.status === "expired") {
    const isPlaced = await placeLate(sql, order.id, mail);
    await recordEvent(sql, order.id, "paid", { ...facts, late: true });
    if (isPlaced) return;
    await addTask(sql, attempt, "stock_missing", { amount });
    await requestRefund(sql, attempt.id, amount, "inventory");
    return;
  }
  // The order was placed for cash on delivery: this is the cash, or a payment by another method before it.
  await recordEvent(sql, order.id, "paid", facts);
  if (attempt.kind !== "offline") await queueOrderMail(sql, order.id, "paid");
  await sql`
    update payments set status = 'canceled'
    where order_id = ${order.id} and id <> ${attempt.id} and kind = 'offline' and status = 'pending'`;
}

function factsOf({ provider, method, part }: Attempt) {
  return { provider, method, ...(part === "whole" ? {} : { part }) };
}

/** Books the charge of an attempt and settles it. */
function chargeAttempt(
  sql: Sql,
  attempt: Attempt,
  reference: string,
  amount: Rupiah,
): Promise<unknown> {
  return Promise.all([
    sql`
      insert into payment_transactions (payment_id, order_id, kind, amount, provider_reference)
      values (${attempt.id}, ${attempt.order_id}, 'charge', ${amount}, ${reference})`,
    sql`update payments set status = 'settled' where id = ${attempt.id}`,
  ]);
}

/** Books a payment of the balance. The part that exceeds the amount due is refunded automatically. */
async function recordBalance(
  sql: Sql,
  order: PayableOrder,
  attempt: Attempt,
  reference: string,
  amount: Rupiah,
): Promise<void> {
  const [found] = await sql<{ due: Rupiah }[]>`select private.amount_due(${order.id}) as due`;
  const due = order.status === "canceled" ? 0 : (found?.due ?? 0);
  await chargeAttempt(sql, attempt, reference, amount);
  await recordEvent(sql, order.id, "paid", factsOf(attempt));
  if (due > 0) {
    await closeOthers(sql, order.id, attempt.id);
    if (amount >= due) await queueOrderMail(sql, order.id, "balance_paid");
  }
  if (amount <= due) return;
  const reason = order.status === "canceled" ? "customer" : "duplicate";
  await requestRefund(sql, attempt.id, amount - due, reason);
}

/** The order is paid: close its other open attempts at their providers, so that it is not paid twice. */
async function closeOthers(sql: Sql, orderId: string, paymentId: string): Promise<void> {
  const [other] = await sql`
    select from payments where order_id = ${orderId} and id <> ${paymentId} and kind <> 'offline'
      and provider_payment_id is not null and status in ('pending', 'authorized')`;
  if (other)
    await enqueue(sql, "close-attempts", { order_id: orderId }, { key: `close:${orderId}` });
}

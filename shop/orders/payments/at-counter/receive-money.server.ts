import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, inTransaction, type Sql, violatedConstraint } from "#db/client.server.ts";
import { isProviderUnavailable } from "#integrations/payment/circuit.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { isRefusedAsOwn } from "#shop/orders/own-order.server.ts";
import { dueBeforeFee, isPayable } from "#shop/orders/payments/amount-due.server.ts";
import { closeAttempts } from "#shop/orders/payments/attempts/close-attempts.server.ts";
import { prepareAttempt } from "#shop/orders/payments/attempts/start-payment.server.ts";
import { writeReceipt } from "#shop/orders/payments/settlement/confirm-receipt.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { findCounterMethod } from "#shop/settings/payment-methods/methods.server.ts";
import { counterMethods } from "./counter-methods.ts";

export const receivedMoneySchema = v.strictObject({
  order_id: v.pipe(v.string(), v.uuid()),
  method: v.picklist(counterMethods),
  /** The amount due that the form showed, whole rupiah. */
  amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /**
   * The amount paid before, as the form showed it, whole rupiah. A deposit of half the total is as large as its balance, so the
   * amount due does not identify a repeated request.
   */
  paid: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type ReceivedMoney = v.InferOutput<typeof receivedMoneySchema>;

export type ReceivedMoneyProblem =
  | "order_not_found"
  | "order_not_payable"
  /** The amount due or the amount paid is not the one that the form showed. */
  | "amount_changed"
  | "own_order"
  /** Another payment of the order is being made or recorded. */
  | "payment_in_progress"
  | "payment_provider_unavailable";

/**
 * Staff: records that the amount due of an order was received: the total, the deposit or the balance. Closes the open attempt
 * at its provider first, because the buyer may have paid it. A repeated request is refused, because the amount paid has changed.
 */
export async function receiveMoney(
  actor: Person,
  input: ReceivedMoney,
): Promise<Result<{ payment_id: string }, ReceivedMoneyProblem>> {
  if (!may(actor, "payments.edit")) return fail("order_not_found");
  // A request that is refused anyway closes no attempt.
  const refused = await problemOf(asShop(), actor, input);
  if (refused) return fail(refused);
  try {
    await closeAttempts(input.order_id);
  } catch (error) {
    if (isProviderUnavailable(error)) return fail("payment_provider_unavailable");
    throw error;
  }
  const written = await inTransaction((sql) => write(sql, actor, input)).catch((error: unknown) => {
    if (violatedConstraint(error) !== "one_live_payment") throw error;
    return fail("payment_in_progress" as const);
  });
  if (written.ok) await settlePayment(written.value.payment_id);
  return written;
}

async function problemOf(
  sql: Sql,
  actor: Person,
  { order_id, amount, paid }: ReceivedMoney,
): Promise<ReceivedMoneyProblem | undefined> {
  const [order] = await sql<{ is_payable: boolean; due: Rupiah; paid_total: Rupiah }[]>`
    select ${isPayable(sql)} as is_payable, ${dueBeforeFee(sql)} as due, o.paid_total from orders o where o.id = ${order_id}`;
  if (!order) return "order_not_found";
  if (!order.is_payable) return "order_not_payable";
  if (order.due !== amount || order.paid_total !== paid) return "amount_changed";
  if (await isRefusedAsOwn(sql, actor, order_id, "payments.edit")) return "own_order";
  return undefined;
}

async function write(
  sql: Sql,
  actor: Person,
  input: ReceivedMoney,
): Promise<Result<{ payment_id: string }, ReceivedMoneyProblem>> {
  const { order_id, method } = input;
  await sql`select from orders where id = ${order_id} for update`;
  const problem = await problemOf(sql, actor, input);
  if (problem) return fail(problem);
  const chosen = findCounterMethod(`counter:${method}`);
  if (!chosen) throw new Error(`there is no method ${method} at the counter`);
  // An attempt that never reached its provider cannot be paid.
  await sql`update payments set status = 'canceled' where order_id = ${order_id} and status = 'created'`;
  await prepareAttempt(sql, order_id, chosen, 0);
  const payment_id = await recordReceivedMoney(sql, actor, order_id);
  return payment_id === undefined ? fail("order_not_payable") : ok({ payment_id });
}

/**
 * Opens the attempt of a counter method without calling a provider, and records its receipt. The caller settles the payment
 * after the transaction.
 * @returns undefined for an order that costs nothing
 */
export async function recordReceivedMoney(
  sql: Sql,
  actor: Person,
  order_id: string,
): Promise<string | undefined> {
  const [payment] = await sql<{ id: string; amount: number }[]>`
    update payments set status = 'pending', provider_payment_id = id::text, client = '{}'
    where order_id = ${order_id} and status = 'created' returning id, amount`;
  if (!payment) return undefined;
  await writeReceipt(sql, actor, order_id, {
    payment_id: payment.id,
    amount: payment.amount,
    note: "",
  });
  return payment.id;
}

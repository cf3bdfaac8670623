import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";
import { enqueue } from "#db/enqueue.server.ts";
import { settledByHand } from "#integrations/payment/providers.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { isRefusedAsOwn } from "#shop/orders/own-order.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

export const receiptSchema = v.strictObject({
  payment_id: v.pipe(v.string(), v.uuid()),
  /** The rupiah received; an amount other than requested becomes a task. */
  amount: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000_000)),
  note: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ""),
});
export type ReceiptInput = v.InferOutput<typeof receiptSchema>;

export type ReceiptProblem = "payment_not_found" | "receipt_known_already" | "own_order";

/**
 * Staff record a transfer seen on the bank statement, or cash received from the courier. A repeated call changes
 * nothing; another amount for the same payment is refused.
 */
export async function confirmReceipt(
  actor: Person,
  { payment_id, amount, note }: ReceiptInput,
): Promise<Result<{ payment_id: string }, ReceiptProblem>> {
  if (!may(actor, "payments.edit")) return fail("payment_not_found");
  const written = await inTransaction(async (sql) => {
    const [payment] = await sql<{ order_id: string; method: string }[]>`
      select order_id, method from payments where id = ${payment_id} and provider = any (${settledByHand as string[]})
        and provider_payment_id is not null`;
    if (!payment) return fail("payment_not_found" as const);
    if (await isRefusedAsOwn(sql, actor, payment.order_id, "payments.edit")) {
      return fail("own_order" as const);
    }
    if (await writeReceipt(sql, actor, payment.order_id, { payment_id, amount, note }))
      return ok(true);
    const [known] = await sql<{ amount: number }[]>`
      select amount from payment_receipts where payment_id = ${payment_id}`;
    return known?.amount === amount ? ok(false) : fail("receipt_known_already" as const);
  });
  if (!written.ok) return written;
  await settlePayment(payment_id);
  return ok({ payment_id });
}

/**
 * Records money that staff received, in the caller's transaction. The caller settles the payment after it.
 * @returns false when the payment has a receipt already
 */
export async function writeReceipt(
  sql: Sql,
  actor: Person,
  orderId: string,
  { payment_id, amount, note }: ReceiptInput,
): Promise<boolean> {
  const added = await sql`
    insert into payment_receipts (payment_id, amount, actor_id, note)
    values (${payment_id}, ${amount}, ${actor.id}, ${note})
    on conflict do nothing returning payment_id`;
  if (added.length === 0) return false;
  // Settles the payment if the process stops before the caller has settled it.
  await enqueue(sql, "settle-payment", { payment_id }, { key: `settle:${payment_id}` });
  const options = { internal: true, actorId: actor.id };
  await recordEvent(sql, orderId, "money_confirmed", { amount, note }, options);
  return true;
}

import { notFound } from "#base/errors.ts";
import { log } from "#base/log.server.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import type { ProviderPayment } from "#integrations/payment/provider.ts";
import { connectedProviders, findProvider } from "#integrations/payment/providers.server.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { balanceOf } from "#shop/orders/payments/ledger.server.ts";
import { addTask } from "#shop/orders/payments/payment-tasks.server.ts";
import { type Attempt, type PayableOrder, recordCharge } from "./record-charge.server.ts";
import { recordMoneyBack } from "./record-reversals.server.ts";

/**
 * Brings an attempt to the status that its provider reports now. Webhook, return page, reconciler and staff all call
 * this function alone; concurrent calls book money once (invariants I1–I3). An answer that does not match the attempt
 * is not booked: it becomes a staff task.
 */
export async function settlePayment(paymentId: string): Promise<void> {
  const [attempt] = await asShop()<Attempt[]>`select * from payments where id = ${paymentId}`;
  if (!attempt) throw notFound("payment");
  if (attempt.provider_payment_id === null) return;
  // The start has warned, and the list of risks names the provider (docs/why/integrations.md).
  if (!connectedProviders().includes(attempt.provider)) return;
  const reported = await findProvider(attempt.provider).fetch(attempt.provider_payment_id);
  if (!reported) {
    // Not begun: some providers know a payment only once its buyer has chosen a method.
    log.debug({ payment: paymentId }, "the provider does not know a payment of ours");
    return;
  }
  await inTransaction((sql) => apply(sql, attempt, reported));
}

async function apply(sql: Sql, seen: Attempt, reported: ProviderPayment): Promise<void> {
  // Lock the order first, as in every use case that changes an order.
  const [[order], [attempt]] = await Promise.all([
    sql<PayableOrder[]>`
      select id, status, total, paid_total, payment_fee, customer_id from orders
      where id = ${seen.order_id} for update`,
    sql<Attempt[]>`select * from payments where id = ${seen.id} for update`,
  ]);
  if (!order || !attempt) throw notFound("payment");

  const differences = differencesOf(attempt, reported);
  if (differences) {
    await addTask(sql, attempt, "mismatch", { ...differences, status: reported.status });
    return;
  }
  // Only if the attempt was settled before the request is a negative answer newer; otherwise it may be outdated.
  const wasSettled = seen.status === "settled";
  switch (reported.status) {
    case "succeeded":
      await recordCharge(sql, order, attempt, reported.chargeReference ?? attempt.id);
      await recordMoneyBack(sql, attempt, reported);
      return;
    case "authorized":
      if (attempt.status === "pending") await setStatus(sql, attempt.id, "authorized");
      return;
    case "declined":
      if (wasSettled) await recordPaymentReversal(sql, attempt, reported);
      else if (isLive(attempt) || attempt.status === "declined") {
        await recordDecline(sql, attempt, reported);
      }
      return;
    case "canceled":
    case "expired":
      if (wasSettled) await recordPaymentReversal(sql, attempt, reported);
      else if (isLive(attempt)) await setStatus(sql, attempt.id, reported.status);
      return;
    case "pending":
      return;
  }
}

/** The reported facts and the expected amount of an answer that does not match the attempt; else undefined. */
function differencesOf(
  attempt: Attempt,
  reported: ProviderPayment,
): Readonly<Record<string, unknown>> | undefined {
  const isAnothers = reported.attemptId !== undefined && reported.attemptId !== attempt.id;
  const matches =
    reported.amount === attempt.amount &&
    reported.currency === attempt.currency &&
    reported.mode === attempt.mode &&
    !isAnothers;
  if (matches) return undefined;
  const { amount, currency, mode } = reported;
  return {
    amount,
    currency,
    mode,
    expected: attempt.amount,
    ...(isAnothers ? { isAnothers } : {}),
  };
}

function isLive(attempt: Attempt): boolean {
  return ["created", "pending", "authorized"].includes(attempt.status);
}

async function recordDecline(sql: Sql, attempt: Attempt, reported: ProviderPayment): Promise<void> {
  const decline_code = reported.declineCode ?? "declined";
  const changed = await sql`
    update payments set decline_code = ${decline_code}, status = 'declined'
    where id = ${attempt.id} and (status <> 'declined' or decline_code is distinct from ${decline_code})
    returning id`;
  if (changed.length > 0)
    await recordEvent(sql, attempt.order_id, "payment_declined", { decline_code });
}

/** The provider reported the payment as succeeded and no longer does. The ledger follows, and staff get a task. */
async function recordPaymentReversal(
  sql: Sql,
  attempt: Attempt,
  reported: ProviderPayment,
): Promise<void> {
  const { balance } = await balanceOf(sql, attempt.id);
  if (balance <= 0) return;
  const added = await sql`
    insert into payment_transactions (payment_id, order_id, kind, amount, provider_reference)
    values (${attempt.id}, ${attempt.order_id}, 'chargeback', ${balance}, ${`payment_reversed:${attempt.id}`})
    on conflict do nothing returning id`;
  if (added.length > 0)
    await addTask(sql, attempt, "payment_reversed", { status: reported.status });
}

async function setStatus(sql: Sql, paymentId: string, status: string): Promise<void> {
  await sql`update payments set status = ${status} where id = ${paymentId}`;
}

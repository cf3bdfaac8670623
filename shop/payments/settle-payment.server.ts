import { notFound } from "#base/errors.ts";
import { log } from "#base/log.server.ts";
import {
  asShop,
  inSavepoint,
  inTransaction,
  type Sql,
  violatedConstraint,
} from "#db/client.server.ts";
import type { ProviderPayment } from "#integrations/payment/provider.ts";
import { findProvider } from "#integrations/payment/providers.server.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { queueOrderMail } from "#shop/orders/order-mail.server.ts";
import { allocateHolds, holdAgain } from "#shop/stock/stock.server.ts";
import { requestRefund } from "./refund-payment.server.ts";

interface Attempt {
  id: string;
  order_id: string;
  provider: string;
  method: string;
  provider_payment_id: string | null;
  status: string;
  amount: number;
  currency: string;
  mode: string;
}

/**
 * Brings an attempt to what its provider says now. Webhook, return page, reconciler and staff all call this and
 * nothing else; however many do so at once, money is counted once (invariants I1–I3).
 * An answer that does not match the attempt is never believed: the order is marked for review.
 */
export async function settlePayment(paymentId: string): Promise<void> {
  const [attempt] = await asShop()<Attempt[]>`select * from payments where id = ${paymentId}`;
  if (!attempt) throw notFound("payment");
  if (attempt.provider_payment_id === null) return;
  const told = await findProvider(attempt.provider).fetch(attempt.provider_payment_id);
  if (!told) {
    log.warn({ payment: paymentId }, "the provider does not know a payment of ours");
    return;
  }
  await inTransaction((sql) => apply(sql, attempt, told));
}

async function apply(sql: Sql, seen: Attempt, told: ProviderPayment): Promise<void> {
  // The order first, always: every use case that changes an order starts with this lock.
  const [[order], [attempt]] = await Promise.all([
    sql<{ id: string; status: string; total: number; paid_total: number }[]>`
      select id, status, total, paid_total from orders where id = ${seen.order_id} for update`,
    sql<Attempt[]>`select * from payments where id = ${seen.id} for update`,
  ]);
  if (!order || !attempt) throw notFound("payment");

  const matches =
    told.amount === attempt.amount &&
    told.currency === attempt.currency &&
    told.mode === attempt.mode;
  if (!matches) {
    await markForReview(sql, order.id, {
      payment: attempt.id,
      amount: told.amount,
      currency: told.currency,
    });
    return;
  }
  switch (told.status) {
    case "succeeded":
      await applyCharge(sql, order, attempt, told);
      await applyRefunds(sql, order.id, attempt, told);
      return;
    case "authorized":
      if (attempt.status === "pending") await setStatus(sql, attempt.id, "authorized");
      return;
    case "declined":
      if (isLive(attempt) || attempt.status === "declined")
        await applyDecline(sql, order, attempt, told);
      return;
    case "canceled":
    case "expired":
      if (isLive(attempt)) await setStatus(sql, attempt.id, told.status);
      return;
    case "pending":
      return;
  }
}

function isLive(attempt: Attempt): boolean {
  return ["created", "pending", "authorized"].includes(attempt.status);
}

async function applyCharge(
  sql: Sql,
  order: { id: string; status: string; total: number; paid_total: number },
  attempt: Attempt,
  told: ProviderPayment,
): Promise<void> {
  const charged = await sql`
    insert into payment_transactions (payment_id, order_id, kind, amount, provider_reference)
    values (${attempt.id}, ${order.id}, 'charge', ${attempt.amount}, ${told.chargeReference ?? attempt.id})
    on conflict do nothing returning id`;
  if (charged.length === 0) return;
  await setStatus(sql, attempt.id, "settled");

  const isPaidAlready = order.paid_total >= order.total;
  if (isPaidAlready) {
    await requestRefund(sql, attempt.id, attempt.amount, "duplicate");
    return;
  }
  if (order.status === "awaiting_payment") {
    await Promise.all([allocateHolds(sql, order.id), finishPlacing(sql, order.id, attempt)]);
  } else if (order.status === "expired") {
    await placeLate(sql, order.id, attempt);
  } else {
    // Cancelled meanwhile: the money goes back.
    await recordEvent(sql, order.id, "paid", { provider: attempt.provider });
    await requestRefund(sql, attempt.id, attempt.amount, "customer");
  }
}

/** Money that came after the order lapsed: honoured when the pieces are still there, else given back. */
async function placeLate(sql: Sql, orderId: string, attempt: Attempt): Promise<void> {
  try {
    await inSavepoint(sql, async (attemptSql) => {
      await holdAgain(attemptSql, orderId);
      await allocateHolds(attemptSql, orderId);
      await claimPromosAgain(attemptSql, orderId);
    });
  } catch (error) {
    if (violatedConstraint(error) === undefined) throw error;
    await recordEvent(sql, orderId, "paid", { provider: attempt.provider, late: true });
    await markForReview(sql, orderId, { reason: "stock_missing" });
    await requestRefund(sql, attempt.id, attempt.amount, "inventory");
    return;
  }
  await finishPlacing(sql, orderId, attempt);
}

async function claimPromosAgain(sql: Sql, orderId: string): Promise<void> {
  await sql`update promo_redemptions set status = 'claimed' where order_id = ${orderId} and status = 'released'`;
}

async function finishPlacing(sql: Sql, orderId: string, attempt: Attempt): Promise<void> {
  await Promise.all([
    sql`
      update orders set status = 'placed', placed_at = now(), expires_at = null, closed_at = null
      where id = ${orderId}`,
    recordEvent(sql, orderId, "paid", { provider: attempt.provider, method: attempt.method }),
    queueOrderMail(sql, orderId, "paid"),
  ]);
}

async function applyDecline(
  sql: Sql,
  order: { id: string },
  attempt: Attempt,
  told: ProviderPayment,
): Promise<void> {
  const decline_code = told.declineCode ?? "declined";
  const changed = await sql`
    update payments set decline_code = ${decline_code}, status = 'declined'
    where id = ${attempt.id} and (status <> 'declined' or decline_code is distinct from ${decline_code})
    returning id`;
  if (changed.length > 0) await recordEvent(sql, order.id, "payment_declined", { decline_code });
}

async function applyRefunds(
  sql: Sql,
  orderId: string,
  attempt: Attempt,
  told: ProviderPayment,
): Promise<void> {
  for (const refund of told.refunds) {
    const added = await sql`
      insert into payment_transactions (payment_id, order_id, kind, amount, provider_reference)
      values (${attempt.id}, ${orderId}, 'refund', ${refund.amount}, ${refund.reference})
      on conflict do nothing returning id`;
    if (added.length > 0) {
      await recordEvent(sql, orderId, "refunded", { amount: refund.amount });
      await queueOrderMail(sql, orderId, "refunded");
    }
  }
}

async function markForReview(
  sql: Sql,
  orderId: string,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  const changed = await sql`
    update orders set needs_review = true where id = ${orderId} and not needs_review returning id`;
  if (changed.length > 0)
    await recordEvent(sql, orderId, "needs_review", details, { internal: true });
}

async function setStatus(sql: Sql, paymentId: string, status: string): Promise<void> {
  await sql`update payments set status = ${status} where id = ${paymentId}`;
}

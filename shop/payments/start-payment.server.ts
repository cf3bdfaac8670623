import { AppError, notFound } from "#base/errors.ts";
import { log } from "#base/log.server.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, inTransaction, type Sql, violatedConstraint } from "#db/client.server.ts";
import { findProvider } from "#integrations/payment/providers.server.ts";
import type { Person } from "#shop/access.ts";
import { type ChosenMethod, findMethod } from "./methods.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

/** Writes a new attempt to pay all that an order still owes, inside the caller's transaction. */
export async function prepareAttempt(
  sql: Sql,
  orderId: string,
  { provider, method }: ChosenMethod,
): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into payments (order_id, customer_id, provider, method, kind, amount, mode, expires_at)
    select id, customer_id, ${provider.name}, ${method.id}, ${method.kind}, total - paid_total, ${provider.mode},
      expires_at
    from orders where id = ${orderId}
    returning id`;
  if (!row) throw notFound("order");
  return row.id;
}

interface AttemptRow {
  id: string;
  provider: string;
  method: string;
  amount: number;
  expires_at: Date;
  number: string;
}

/**
 * Opens the order's newest attempt at its provider, unless that has been done. Runs outside any transaction; the
 * attempt's id is the provider's idempotency key, so a lost answer is asked for again without a second payment.
 * @throws AppError `payment_unavailable` 503
 */
export async function startAttempt(orderId: string): Promise<void> {
  const sql = asShop();
  const [attempt] = await sql<AttemptRow[]>`
    select p.id, p.provider, p.method, p.amount, p.expires_at, o.number
    from payments p join orders o on o.id = p.order_id
    where p.order_id = ${orderId} and p.status = 'created'`;
  if (!attempt) return;
  try {
    const created = await findProvider(attempt.provider).create({
      id: attempt.id,
      method: attempt.method,
      amount: attempt.amount,
      currency: "IDR",
      description: attempt.number,
      expiresAt: attempt.expires_at,
    });
    await sql`
      update payments set status = 'pending', provider_payment_id = ${created.providerPaymentId},
        client = ${sql.json(created.client)}
      where id = ${attempt.id} and status = 'created'`;
  } catch (cause) {
    log.warn({ err: cause, payment: attempt.id }, "the payment provider did not open a payment");
    throw new AppError("payment_unavailable", 503, { cause });
  }
}

export type PayAgainProblem =
  | "order_not_found"
  | "order_not_payable"
  | "payment_method_not_available";

/**
 * A new attempt on an order that waits for its payment, e.g. after a decline or with another method. An attempt
 * that is still open is asked about first: it may have been paid meanwhile.
 */
export async function payAgain(
  actor: Person,
  orderId: string,
  methodId: string,
): Promise<Result<{ payment_id: string }, PayAgainProblem>> {
  const method = findMethod(methodId);
  if (!method) return fail("payment_method_not_available");
  const sql = asShop();
  const open = await sql<{ id: string; provider: string; provider_payment_id: string }[]>`
    select id, provider, provider_payment_id from payments
    where order_id = ${orderId} and customer_id = ${actor.id} and provider_payment_id is not null
      and status in ('pending', 'authorized', 'declined')`;
  for (const attempt of open) {
    await findProvider(attempt.provider).cancel(attempt.provider_payment_id);
    await settlePayment(attempt.id);
  }
  const started = await inTransaction((tx) => prepareAgain(tx, actor, orderId, method)).catch(
    (error: unknown) => {
      // Another tab was faster; its attempt is the live one.
      if (violatedConstraint(error) === "one_live_payment") return undefined;
      throw error;
    },
  );
  if (started && !started.ok) return started;
  await startAttempt(orderId);
  const [live] = await sql<{ id: string }[]>`
    select id from payments where order_id = ${orderId} order by created_at desc limit 1`;
  return live ? ok({ payment_id: live.id }) : fail("order_not_payable");
}

async function prepareAgain(
  sql: Sql,
  actor: Person,
  orderId: string,
  method: ChosenMethod,
): Promise<Result<string, PayAgainProblem>> {
  const [order] = await sql<{ status: string; is_late: boolean }[]>`
    select status, expires_at <= now() as is_late from orders
    where id = ${orderId} and customer_id = ${actor.id} for update`;
  if (!order) return fail("order_not_found");
  if (order.status !== "awaiting_payment" || order.is_late) return fail("order_not_payable");
  // One that never reached its provider cannot be paid.
  await sql`update payments set status = 'canceled' where order_id = ${orderId} and status = 'created'`;
  return ok(await prepareAttempt(sql, orderId, method));
}

import type { Sql } from "#db/client.server.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";

/**
 * Findings that staff have to review:
 * - `mismatch`: the provider reports another amount, currency, mode or attempt than requested
 * - `stock_missing`: paid after the order had expired, and its pieces are gone
 * - `chargeback`: a bank took the money back; `payment_reversed`: the provider withdrew a succeeded payment
 */
export type PaymentTaskKind = "mismatch" | "stock_missing" | "chargeback" | "payment_reversed";

/**
 * Adds a payment to the staff's tasks, once for each finding, in the transaction that found it.
 * @returns the task's id, also of an existing one
 */
export async function addTask(
  sql: Sql,
  payment: { readonly id: string; readonly order_id: string },
  kind: PaymentTaskKind,
  details: Readonly<Record<string, unknown>>,
): Promise<string> {
  const [added] = await sql<{ id: string }[]>`
    insert into payment_tasks (order_id, payment_id, kind, details)
    select ${payment.order_id}, ${payment.id}, ${kind}, ${sql.json(details)}
    where not exists (
      select from payment_tasks where payment_id = ${payment.id} and kind = ${kind}
        and details = ${sql.json(details)}::jsonb)
    on conflict do nothing returning id`;
  if (!added) return findTask(sql, payment.id, kind, details);
  await sql`update orders set needs_review = true where id = ${payment.order_id} and not needs_review`;
  await recordEvent(
    sql,
    payment.order_id,
    "needs_review",
    { reason: kind, ...details },
    {
      internal: true,
    },
  );
  return added.id;
}

async function findTask(
  sql: Sql,
  paymentId: string,
  kind: PaymentTaskKind,
  details: Readonly<Record<string, unknown>>,
): Promise<string> {
  const [known] = await sql<{ id: string }[]>`
    select id from payment_tasks where payment_id = ${paymentId} and kind = ${kind}
    order by details = ${sql.json(details)}::jsonb desc, resolution is null desc limit 1`;
  if (!known)
    throw new Error(`the ${kind} task of payment ${paymentId} was neither added nor found`);
  return known.id;
}

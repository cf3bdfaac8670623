import type { Sql } from "#db/client.server.ts";
import type { MoneyBack, ProviderPayment } from "#integrations/payment/provider.ts";
import type { Rupiah } from "#shop/money.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { queueOrderMail } from "#shop/orders/order-mail.server.ts";
import { addTask } from "./payment-tasks.server.ts";

interface Paid {
  readonly id: string;
  readonly order_id: string;
}

/**
 * What a provider gave back of a payment, and what banks took back of it: each movement of money once. The caller holds the
 * order's lock. A bank may take what a refund has given back already; the books end at nothing, and staff are told the rest.
 */
export async function recordMoneyBack(
  sql: Sql,
  payment: Paid,
  told: ProviderPayment,
): Promise<void> {
  // Before the others, which may have waited for it, and after them, for what came and went since the last look.
  await recordReversals(sql, payment, told.reversals);
  for (const refund of told.refunds) {
    const taken = await take(sql, payment, "refund", refund);
    if (taken === undefined) continue;
    if (taken < refund.amount) await tellLoss(sql, payment, refund, taken);
    if (taken === 0) continue;
    await recordEvent(sql, payment.order_id, "refunded", { amount: taken });
    await queueOrderMail(sql, payment.order_id, "refunded");
  }
  for (const chargeback of told.chargebacks) {
    const taken = await take(sql, payment, "chargeback", chargeback);
    if (taken !== undefined) await tellLoss(sql, payment, chargeback, taken);
  }
  await recordReversals(sql, payment, told.reversals);
}

async function recordReversals(
  sql: Sql,
  payment: Paid,
  reversals: readonly MoneyBack[],
): Promise<void> {
  for (const { reference, amount } of reversals) {
    // Only what the ledger says has gone can come back.
    const [gone] = await sql<{ amount: number }[]>`
      select amount from payment_transactions where payment_id = ${payment.id}
        and kind in ('refund', 'chargeback') and provider_reference = ${reference}`;
    if (gone) await add(sql, payment, "refund_reversed", reference, Math.min(amount, gone.amount));
  }
}

/** @param taken what the ledger could still let go of it */
async function tellLoss(
  sql: Sql,
  payment: Paid,
  { amount, reference }: MoneyBack,
  taken: Rupiah,
): Promise<void> {
  const lost = amount - taken;
  const isTold = sql`
    select from payment_tasks
    where payment_id = ${payment.id} and kind = 'chargeback' and details -> 'lost_to' ? ${reference}`;
  if (lost > 0 && (await isTold).length > 0) return;
  await addTask(sql, payment, "chargeback", { amount, reference });
  if (lost === 0) return;
  // To the task that is open already, where there is one.
  await sql`
    update payment_tasks set details = details || jsonb_build_object('lost_to',
      coalesce(details -> 'lost_to', '{}') || jsonb_build_object(${reference}::text, ${lost}::bigint))
    where payment_id = ${payment.id} and kind = 'chargeback' and resolved_at is null`;
}

/** @returns how much of it the ledger let go now; undefined when it is known already */
async function take(
  sql: Sql,
  payment: Paid,
  kind: "refund" | "chargeback",
  { amount, reference }: MoneyBack,
): Promise<Rupiah | undefined> {
  const [ledger] = await sql<{ rest: number; is_known: boolean }[]>`
    select coalesce(sum(case when kind in ('charge', 'refund_reversed') then amount else -amount end), 0)::bigint as rest,
      coalesce(bool_or(kind = ${kind} and provider_reference = ${reference}), false) as is_known
    from payment_transactions where payment_id = ${payment.id}`;
  if (!ledger || ledger.is_known) return undefined;
  const taken = Math.min(amount, ledger.rest);
  if (taken > 0) await add(sql, payment, kind, reference, taken);
  return taken;
}

async function add(
  sql: Sql,
  payment: Paid,
  kind: "refund" | "chargeback" | "refund_reversed",
  reference: string,
  amount: Rupiah,
): Promise<void> {
  await sql`
    insert into payment_transactions (payment_id, order_id, kind, amount, provider_reference)
    values (${payment.id}, ${payment.order_id}, ${kind}, ${amount}, ${reference})
    on conflict do nothing`;
}

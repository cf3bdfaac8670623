import type { Sql } from "#db/client.server.ts";
import type { MoneyBack, ProviderPayment } from "#integrations/payment/provider.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { queueOrderMail } from "#shop/orders/mails/order-mail.server.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { balanceOf } from "#shop/orders/payments/ledger.server.ts";
import { addTask } from "#shop/orders/payments/payment-tasks.server.ts";
import { channelFor, insertRefund } from "#shop/orders/payments/request-refund.server.ts";

interface Paid {
  readonly id: string;
  readonly order_id: string;
}

/**
 * Records the refunds, chargebacks and reversals that a provider reports for a payment, each once. The caller holds the
 * order's lock. A chargeback may exceed what earlier refunds left: the ledger's balance stops at zero, and a staff task
 * shows the shortfall. Once the bank reverses a chargeback, the ledger books the shortfall of the other movements.
 */
export async function recordMoneyBack(
  sql: Sql,
  payment: Paid,
  reported: ProviderPayment,
): Promise<void> {
  const reversals = new Map(reported.reversals.map((reversal) => [reversal.reference, reversal]));
  const disputes = new Set(reported.chargebacks.map(({ reference }) => reference));
  // First the chargebacks that were reversed, even between two requests: other movements may have waited for that
  // money.
  const returned: string[] = [];
  for (const chargeback of reported.chargebacks) {
    const reversal = reversals.get(chargeback.reference);
    if (!reversal) continue;
    await recordChargeback(sql, payment, chargeback, true);
    if (await recordReversal(sql, payment, reversal)) returned.push(chargeback.reference);
  }
  for (const reversal of reported.reversals) {
    if (disputes.has(reversal.reference)) continue;
    if (await recordReversal(sql, payment, reversal)) returned.push(reversal.reference);
    await clearShortfall(sql, payment, reversal.reference);
    await transferFailedRefund(sql, payment, reversal.reference);
  }
  const transfers = returned.length > 0 ? await transfersOf(sql, payment) : [];
  for (const refund of [...reported.refunds, ...transfers])
    await recordRefund(sql, payment, refund);
  for (const chargeback of reported.chargebacks) {
    if (!reversals.has(chargeback.reference)) {
      await recordChargeback(sql, payment, chargeback, false);
    }
  }
  for (const reference of reported.unclearChargebacks ?? []) {
    await addTask(sql, payment, "chargeback", { reference, status: "partial" });
  }
  if (returned[0] !== undefined) await refundReturnedMoney(sql, payment, returned[0]);
}

/**
 * Books a refund that the provider or staff sent. The refund has succeeded even if a chargeback left less in the
 * ledger. The caller holds the order's lock.
 */
export async function bookRefund(sql: Sql, payment: Paid, refund: MoneyBack): Promise<Booking> {
  const booking = await book(sql, payment, "refund", refund);
  const { now, shortfall } = booking;
  if (now > 0 || shortfall > 0) await recordShortfall(sql, payment, "refund", refund, shortfall);
  if (shortfall > 0) {
    await sql`
      update refunds set status = 'succeeded', last_error = null
      where payment_id = ${payment.id} and provider_reference = ${refund.reference} and status <> 'succeeded'`;
  }
  return booking;
}

async function recordRefund(sql: Sql, payment: Paid, reported: MoneyBack): Promise<void> {
  const listed = reported.isSum ? await listedRefunds(sql, payment, reported.reference) : 0;
  if (listed >= reported.amount) return;
  const refund = { reference: reported.reference, amount: reported.amount - listed };
  const { before, now } = await bookRefund(sql, payment, refund);
  if (now === 0) return;
  await recordEvent(sql, payment.order_id, "refunded", { amount: now });
  if (before === 0) await queueOrderMail(sql, payment.order_id, "refunded");
}

/** The sum of the refunds that the provider listed one by one before it reported their sum alone, whole rupiah. */
async function listedRefunds(sql: Sql, payment: Paid, sumReference: string): Promise<Rupiah> {
  const [listed] = await sql<{ amount: number }[]>`
    select coalesce(sum(t.amount), 0)::bigint as amount from payment_transactions t
    where t.payment_id = ${payment.id} and t.kind = 'refund'
      and not starts_with(t.provider_reference, 'transfer:')
      and t.provider_reference <> ${sumReference} and not starts_with(t.provider_reference, ${`${sumReference}+`})
      and not exists (
        select from payment_transactions back where back.payment_id = t.payment_id
          and back.kind = 'refund_reversed' and back.provider_reference = t.provider_reference)`;
  if (!listed) throw new Error("the ledger gave no sum");
  return listed.amount;
}

async function recordChargeback(
  sql: Sql,
  payment: Paid,
  chargeback: MoneyBack,
  isWon: boolean,
): Promise<void> {
  const known = await findShortfall(sql, payment, chargeback.reference);
  // The ledger booked all of it, or the bank reversed it. An outdated answer may still list the chargeback as open.
  if (known === 0) return;
  if (isWon) {
    if (known === undefined) await book(sql, payment, "chargeback", chargeback);
    return recordShortfall(sql, payment, "chargeback", chargeback, 0);
  }
  const { shortfall } = await book(sql, payment, "chargeback", chargeback);
  await recordShortfall(sql, payment, "chargeback", chargeback, shortfall);
}

/** @returns whether a chargeback that the ledger had booked was reversed */
async function recordReversal(
  sql: Sql,
  payment: Paid,
  { reference, amount }: MoneyBack,
): Promise<boolean> {
  const [gone] = await sql<{ amount: number }[]>`
    select coalesce(sum(amount), 0)::bigint as amount from payment_transactions
    where payment_id = ${payment.id} and kind in ('refund', 'chargeback') and ${isOf(sql, reference)}`;
  if (!gone) throw new Error("the ledger gave no sum");
  const back = Math.min(amount, gone.amount);
  if (back === 0) return false;
  const added = await sql`
    insert into payment_transactions (payment_id, order_id, kind, amount, provider_reference)
    values (${payment.id}, ${payment.order_id}, 'refund_reversed', ${back}, ${reference})
    on conflict do nothing returning id`;
  return added.length > 0;
}

/** The refunds that staff sent by bank transfer or in person: the provider does not report them. */
async function transfersOf(sql: Sql, payment: Paid): Promise<MoneyBack[]> {
  return sql<MoneyBack[]>`
    select provider_reference as reference, amount from refunds
    where payment_id = ${payment.id} and channel in ('bank_transfer', 'by_hand') and status = 'succeeded'
      and provider_reference is not null
    order by finished_at, id`;
}

/**
 * Turns a refund that the provider accepted but could not deliver, e.g. to a closed card, into a bank transfer: a retry
 * with its key would return the failed refund. A mail asks the buyer for a bank account.
 */
async function transferFailedRefund(sql: Sql, payment: Paid, reference: string): Promise<void> {
  const [failed] = await sql<{ id: string; amount: Rupiah }[]>`
    update refunds set status = 'failed', provider_reference = null
    where payment_id = ${payment.id} and provider_reference = ${reference} and channel = 'original'
    returning id, amount`;
  if (!failed) return;
  await sql`
    update refunds set status = 'requested', channel = 'bank_transfer', last_error = null where id = ${failed.id}`;
  await recordEvent(sql, payment.order_id, "refund_failed", { amount: failed.amount });
  await queueOrderMail(sql, payment.order_id, "refund_account", failed.id);
}

/**
 * A cancelled or expired order retains no money (rule 7), also when the shop wins a dispute or a refund fails later. A
 * used supplement has the status `completed`, so the status of its main order decides.
 */
async function refundReturnedMoney(sql: Sql, payment: Paid, reference: string): Promise<void> {
  const [closed] = await sql<{ provider: string; method: string }[]>`
    select p.provider, p.method from payments p join orders o on o.id = p.order_id
    left join orders main on main.id = o.supplement_of
    where p.id = ${payment.id} and (o.status in ('canceled', 'expired') or main.status = 'canceled')`;
  if (!closed) return;
  const { available } = await balanceOf(sql, payment.id);
  if (available <= 0) return;
  await insertRefund(sql, {
    paymentId: payment.id,
    key: `won:${reference}`,
    reason: "customer",
    channel: channelFor(closed.provider, closed.method),
    lines: [],
    shipping: 0,
    fee: 0,
    goodwill: 0,
    overpaid: available,
  });
}

/**
 * Records a shortfall and opens or extends the payment's chargeback task: for a chargeback, and for the part of it or
 * of a refund that the ledger could not book. A recorded shortfall only gets smaller.
 * @param shortfall whole rupiah that the ledger could not book
 */
async function recordShortfall(
  sql: Sql,
  payment: Paid,
  kind: "refund" | "chargeback",
  { amount, reference }: MoneyBack,
  shortfall: Rupiah,
): Promise<void> {
  const known = await findShortfall(sql, payment, reference);
  if (known !== undefined) {
    if (shortfall >= known) return;
    await sql`
      update payment_shortfalls set amount = ${shortfall}
      where payment_id = ${payment.id} and provider_reference = ${reference}`;
    return;
  }
  if (kind === "refund" && shortfall === 0) return;
  const more = kind === "chargeback" ? amount : 0;
  const [open] = await sql<{ id: string }[]>`
    update payment_tasks
    set details = details
      || jsonb_build_object('amount', coalesce((details ->> 'amount')::bigint, 0) + ${more}::bigint)
    where payment_id = ${payment.id} and kind = 'chargeback' and resolution is null returning id`;
  const task_id = open?.id ?? (await addTask(sql, payment, "chargeback", { amount, reference }));
  await sql`
    insert into payment_shortfalls (payment_id, provider_reference, kind, task_id, amount)
    values (${payment.id}, ${reference}, ${kind}, ${task_id}, ${shortfall})`;
}

/** A reversed movement has no shortfall. */
async function clearShortfall(sql: Sql, payment: Paid, reference: string): Promise<void> {
  await sql`
    update payment_shortfalls set amount = 0
    where payment_id = ${payment.id} and provider_reference = ${reference} and amount > 0`;
}

/** @returns the recorded shortfall of a movement, whole rupiah; undefined for a movement that was not recorded */
async function findShortfall(
  sql: Sql,
  payment: Paid,
  reference: string,
): Promise<Rupiah | undefined> {
  const [known] = await sql<{ amount: number }[]>`
    select amount from payment_shortfalls
    where payment_id = ${payment.id} and provider_reference = ${reference}`;
  return known?.amount;
}

/** The sum that the ledger has booked of a movement, and whether the movement was reversed. */
async function bookedOf(
  sql: Sql,
  payment: Paid,
  kind: "refund" | "chargeback",
  reference: string,
): Promise<{ before: Rupiah; is_back: boolean }> {
  const [booked] = await sql<{ before: number; is_back: boolean }[]>`
    select coalesce(sum(amount) filter (where kind = ${kind} and ${isOf(sql, reference)}), 0)::bigint as before,
      coalesce(bool_or(kind = 'refund_reversed' and provider_reference = ${reference}), false) as is_back
    from payment_transactions where payment_id = ${payment.id}`;
  // An aggregate without `group by` returns one row even without movements.
  if (!booked) throw new Error("the ledger gave no sum");
  return booked;
}

/** Rows of one movement: the first booking has its reference, a later one `{reference}+{booked before}`. */
const isOf = (sql: Sql, reference: string) => sql`
  (provider_reference = ${reference} or starts_with(provider_reference, ${`${reference}+`}))`;

interface Booking {
  readonly before: Rupiah;
  readonly now: Rupiah;
  /** The part that the ledger could not book, whole rupiah. */
  readonly shortfall: Rupiah;
}

async function book(
  sql: Sql,
  payment: Paid,
  kind: "refund" | "chargeback",
  { amount, reference }: MoneyBack,
): Promise<Booking> {
  const [{ balance }, { before, is_back }] = await Promise.all([
    balanceOf(sql, payment.id),
    bookedOf(sql, payment, kind, reference),
  ]);
  // The movement was reversed; this answer is outdated.
  if (is_back) return { before, now: 0, shortfall: 0 };
  // Never below zero: the provider may report a smaller chargeback when a refund crosses it.
  const now = Math.max(0, Math.min(amount - before, balance));
  if (now > 0) {
    await sql`
      insert into payment_transactions (payment_id, order_id, kind, amount, provider_reference)
      values (${payment.id}, ${payment.order_id}, ${kind}, ${now},
        ${before === 0 ? reference : `${reference}+${before}`})`;
  }
  return { before, now, shortfall: Math.max(0, amount - before - now) };
}

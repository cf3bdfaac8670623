import { log } from "#base/log.server.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { enqueue } from "#db/enqueue.server.ts";
import {
  connectedProviders,
  findProvider,
  listProviders,
} from "#integrations/payment/providers.server.ts";
import type { Rupiah } from "#shop/money.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { queueOrderMail } from "#shop/orders/order-mail.server.ts";

export type RefundReason =
  | "customer"
  | "inventory"
  | "duplicate"
  | "staff"
  | "other"
  | "return"
  | "claim"
  | "goodwill";

export interface NewRefund {
  readonly paymentId: string;
  /** Idempotency key within the order. */
  readonly key: string;
  readonly reason: RefundReason;
  readonly channel: "original" | "bank_transfer";
  readonly lines: readonly {
    readonly order_line_id: string;
    readonly quantity: number;
    readonly amount: Rupiah;
  }[];
  readonly shipping: Rupiah;
  readonly fee: Rupiah;
  readonly goodwill: Rupiah;
  /** Money that was paid beyond the order's total. */
  readonly overpaid: Rupiah;
  readonly note?: string;
  readonly notify?: boolean;
  readonly actorId?: string | undefined;
}

/**
 * Inserts a refund in the caller's transaction; a job sends it. The database refuses more than was captured
 * (`refund_exceeds_payment`), more than the delivery cost (`refund_exceeds_shipping`), and pieces refunded before
 * (`refunded_too_many`).
 * @returns the refund's id; undefined when this key has its refund already
 */
export async function insertRefund(sql: Sql, wanted: NewRefund): Promise<string | undefined> {
  const { paymentId, lines, shipping, fee, goodwill, overpaid, actorId } = wanted;
  const goods = lines.reduce((sum, line) => sum + line.amount, 0);
  const amount = goods + shipping + fee + goodwill + overpaid;
  const [refund] = await sql<{ id: string; order_id: string }[]>`
    insert into refunds (order_id, payment_id, amount, goods, shipping, fee, goodwill, overpaid, reason, key, channel,
      note, notify, actor_id)
    select order_id, id, ${amount}, ${goods}, ${shipping}, ${fee}, ${goodwill}, ${overpaid}, ${wanted.reason},
      ${wanted.key}, ${wanted.channel}, ${wanted.note ?? ""}, ${wanted.notify ?? true}, ${actorId ?? null}
    from payments where id = ${paymentId}
    on conflict on constraint refund_requested_already do nothing returning id, order_id`;
  if (!refund) return undefined;
  if (lines.length > 0) {
    await sql`
      insert into refund_lines ${sql(lines.map((line) => ({ refund_id: refund.id, ...line })))}`;
  }
  await recordEvent(
    sql,
    refund.order_id,
    "refund_requested",
    { amount, reason: wanted.reason },
    actorId ? { actorId } : {},
  );
  if (wanted.channel === "original") await queueRefund(sql, refund.id);
  else await queueOrderMail(sql, refund.order_id, "refund_account", refund.id);
  return refund.id;
}

/** `original` when the payment method supports refunds and is still connected, else `bank_transfer`. */
export function channelFor(providerName: string, methodId: string): "original" | "bank_transfer" {
  const provider = listProviders().find(({ name }) => name === providerName);
  const method = provider?.methods.find(({ id }) => id === methodId);
  return method?.refundable ? "original" : "bank_transfer";
}

/**
 * Requests the refund of money that no goods account for, once per reason.
 * @param actorId the person who decided it; undefined for the shop itself
 */
export async function requestRefund(
  sql: Sql,
  paymentId: string,
  amount: Rupiah,
  reason: RefundReason,
  actorId?: string,
): Promise<void> {
  const [payment] = await sql<{ provider: string; method: string }[]>`
    select provider, method from payments where id = ${paymentId}`;
  await insertRefund(sql, {
    paymentId,
    key: `${reason}:${paymentId}`,
    reason,
    channel: channelFor(payment?.provider ?? "", payment?.method ?? ""),
    lines: [],
    shipping: 0,
    fee: 0,
    goodwill: 0,
    overpaid: amount,
    actorId,
  });
}

/** Queues the job that sends a refund at its provider; a repeated call adds no second job. */
export async function queueRefund(sql: Sql, refundId: string): Promise<void> {
  await enqueue(sql, "refund-payment", { refund_id: refundId }, { key: `refund:${refundId}` });
}

/** After so many tries staff decide: retry, or bank transfer. The queue's delays make that about half an hour. */
const maxTries = 8;

/**
 * The job: sends the refund to the provider. The refund's id is the idempotency key, so a repeated job, also one that
 * staff requested, sends it once. The refund has succeeded once the ledger has it; for that the caller runs
 * `settlePayment`.
 * @returns the payment to settle afterwards; undefined when there is nothing to do any more
 * @throws the provider's error, so that the queue retries the job
 */
export async function sendRefund(refundId: string): Promise<string | undefined> {
  const sql = asShop();
  const [refund] = await sql<
    {
      amount: number;
      order_id: string;
      payment_id: string;
      provider: string;
      provider_payment_id: string;
      tries: number;
    }[]
  >`
    update refunds r set status = 'pending', tries = r.tries + 1 from payments p
    where r.id = ${refundId} and p.id = r.payment_id and r.channel = 'original'
      and r.status in ('requested', 'pending')
    returning r.amount, r.order_id, r.payment_id, p.provider, p.provider_payment_id, r.tries`;
  if (!refund) return findPayment(refundId);
  try {
    const { reference } = await findProvider(refund.provider).refund({
      providerPaymentId: refund.provider_payment_id,
      amount: refund.amount,
      key: refundId,
    });
    await sql`update refunds set provider_reference = ${reference} where id = ${refundId}`;
  } catch (error) {
    const isConnected = connectedProviders().includes(refund.provider);
    const isFinal = refund.tries >= maxTries || !isConnected;
    const message = error instanceof Error ? error.message.slice(0, 300) : "unknown";
    await sql`
      update refunds set last_error = ${message}, status = ${isFinal ? "failed" : "pending"}
      where id = ${refundId} and status = 'pending'`;
    if (!isFinal) throw error;
    if (isConnected)
      log.error({ err: error, refund: refundId }, "a refund needs somebody to look at it");
    else
      log.warn(
        { provider: refund.provider, refund: refundId },
        "a refund's provider is no longer connected: staff decide",
      );
    await recordEvent(
      sql,
      refund.order_id,
      "refund_failed",
      { amount: refund.amount },
      { internal: true },
    );
  }
  return refund.payment_id;
}

async function findPayment(refundId: string): Promise<string | undefined> {
  const [row] = await asShop()<{ payment_id: string }[]>`
    select payment_id from refunds where id = ${refundId} and channel = 'original'`;
  return row?.payment_id;
}

/**
 * Refunds that a provider accepted and has not finished for ten minutes, in case its notification was lost.
 * @returns the payments to settle
 */
export async function pendingRefundPayments(): Promise<string[]> {
  const rows = await asShop()<{ payment_id: string }[]>`
    select distinct r.payment_id from refunds r join payments p on p.id = r.payment_id
    where r.status = 'pending' and r.channel = 'original' and r.provider_reference is not null
      and p.provider = any (${connectedProviders()})
      and r.updated_at < now() - interval '10 minutes' limit 100`;
  return rows.map((row) => row.payment_id);
}

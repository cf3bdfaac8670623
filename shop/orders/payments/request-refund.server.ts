import type { Sql } from "#db/client.server.ts";
import { enqueue } from "#db/enqueue.server.ts";
import { listProviders } from "#integrations/payment/providers.server.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { queueOrderMail } from "#shop/orders/mails/order-mail.server.ts";
import type { RefundChannel } from "#shop/orders/order.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";

export type RefundReason =
  | "customer"
  | "inventory"
  | "duplicate"
  | "staff"
  | "other"
  | "return"
  | "claim"
  | "goodwill"
  /** A newer version of a design costs less, or its supplement is not needed. */
  | "design";

export interface NewRefund {
  readonly paymentId: string;
  /** Idempotency key within the order. */
  readonly key: string;
  readonly reason: RefundReason;
  readonly channel: RefundChannel;
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
  /** The line whose price this refund lowers; all of the refund is goodwill (docs/why/orders.md). */
  readonly lowersLine?: string;
}

/**
 * Inserts a refund in the caller's transaction; a job sends it. The amount that exceeds the payment of a deposit or balance is
 * refunded from the order's other payments. The database refuses more than was captured (`refund_exceeds_payment`), more than
 * the delivery cost (`refund_exceeds_shipping`), and pieces refunded before (`refunded_too_many`).
 * @returns the refund's id; undefined when this key has its refund already
 */
export async function insertRefund(sql: Sql, wanted: NewRefund): Promise<string | undefined> {
  const { lines, shipping, fee, goodwill, overpaid } = wanted;
  const goods = lines.reduce((sum, line) => sum + line.amount, 0);
  const shares = await divideRefund(sql, wanted, goods + shipping + fee + goodwill + overpaid);
  const moved = shares.reduce((sum, share) => sum + share.amount, 0);
  const id = await insertOne(sql, wanted, -moved);
  if (id === undefined) return undefined;
  for (const share of shares) {
    const nothing = { lines: [], shipping: 0, fee: 0, goodwill: 0, overpaid: 0 };
    const key = `${wanted.key}:${share.paymentId}`;
    await insertOne(sql, { ...wanted, ...nothing, key, ...share }, share.amount);
  }
  return id;
}

interface RefundShare {
  readonly paymentId: string;
  readonly channel: RefundChannel;
  readonly amount: Rupiah;
}

/** Divides the excess of a refund over its payment among the order's other payments, newest first. */
async function divideRefund(sql: Sql, wanted: NewRefund, amount: Rupiah): Promise<RefundShare[]> {
  const others = await sql<
    { id: string; provider: string; method: string; available: Rupiah; open: Rupiah }[]
  >`
    select p.id, p.provider, p.method, b.available, ${amount}::bigint - own.available as open
    from payments p join private.payment_balances b on b.payment_id = p.id
      join private.payment_balances own on own.order_id = p.order_id and own.payment_id = ${wanted.paymentId}
    where p.id <> own.payment_id and p.part <> 'whole' and b.available > 0 and ${amount} > own.available
    order by p.created_at desc`;
  let open = others[0]?.open ?? 0;
  const shares: RefundShare[] = [];
  for (const { id, provider, method, available } of others) {
    const part = Math.min(open, available);
    if (part <= 0) break;
    const isOriginal = wanted.channel === "original";
    const channel = isOriginal ? channelFor(provider, method) : wanted.channel;
    shares.push({ paymentId: id, channel, amount: part });
    open -= part;
  }
  return shares;
}

/** @param moved see the column `refunds.moved` */
async function insertOne(sql: Sql, wanted: NewRefund, moved: Rupiah): Promise<string | undefined> {
  const { paymentId, lines, shipping, fee, goodwill, overpaid, actorId } = wanted;
  const goods = lines.reduce((sum, line) => sum + line.amount, 0);
  const amount = goods + shipping + fee + goodwill + overpaid + moved;
  const [refund] = await sql<{ id: string; order_id: string }[]>`
    insert into refunds (order_id, payment_id, amount, goods, shipping, fee, goodwill, overpaid, moved, reason, key, channel,
      note, notify, actor_id, lowers_line_id)
    select order_id, id, ${amount}, ${goods}, ${shipping}, ${fee}, ${goodwill}, ${overpaid}, ${moved}, ${wanted.reason},
      ${wanted.key}, ${wanted.channel}, ${wanted.note ?? ""}, ${wanted.notify ?? true}, ${actorId ?? null},
      ${wanted.lowersLine ?? null}
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
export function channelFor(providerName: string, methodId: string): RefundChannel {
  const provider = listProviders().find(({ name }) => name === providerName);
  const method = provider?.methods.find(({ id }) => id === methodId);
  return method?.refundable ? "original" : "bank_transfer";
}

/** The channels that can refund a payment, the default first. @param method `{provider}:{method}` */
export function refundChannels(method: string): readonly RefundChannel[] {
  const [providerName = "", methodId = ""] = method.split(":");
  return channelFor(providerName, methodId) === "original"
    ? ["original", "bank_transfer"]
    : ["bank_transfer"];
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

import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { type Sql, violatedConstraint } from "#db/client.server.ts";
import { releasePieces } from "#shop/catalogue/stock/move-stock.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { closeOrder } from "#shop/orders/close-order.server.ts";
import { completeWhenDelivered } from "#shop/orders/complete-order.server.ts";
import { areDistinctLines } from "#shop/orders/distinct-lines.ts";
import { lockOrder } from "#shop/orders/order-status.server.ts";
import {
  channelFor,
  insertRefund,
  type RefundReason,
} from "#shop/orders/payments/request-refund.server.ts";
import {
  type RefundApprovalProblem,
  withRefundApproval,
} from "#shop/orders/payments/review/refund-approval.server.ts";
import { goodsShare } from "#shop/orders/refund-sum.ts";
import { paymentToRefund } from "./payment-to-refund.server.ts";
import { refundEverything } from "./refund-everything.server.ts";
import {
  lockSupplements,
  refundFromSupplements,
  refundSupplements,
} from "./refund-supplements.server.ts";

const rupiah = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const refundInputSchema = v.strictObject({
  order_id: v.pipe(v.string(), v.uuid()),
  /** Idempotency key: a repeated key makes no second refund. Keys of automatic refunds have a colon. */
  key: v.pipe(v.string(), v.regex(/^[\w-]{8,100}$/)),
  lines: v.pipe(
    v.array(
      v.strictObject({
        order_line_id: v.pipe(v.string(), v.uuid()),
        quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)),
      }),
    ),
    v.maxLength(50),
    v.check((lines) => areDistinctLines(lines)),
  ),
  shipping: rupiah,
  fee: v.optional(rupiah, 0),
  goodwill: rupiah,
  channel: v.picklist(["original", "bank_transfer"]),
  reason: v.picklist(["customer", "inventory", "staff", "other", "return", "claim", "goodwill"]),
  note: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(500)), ""),
  /** False: pieces that were not sent are written off instead of restocked. */
  restock: v.boolean(),
  notify: v.optional(v.boolean(), true),
});
export type RefundInput = v.InferOutput<typeof refundInputSchema>;

export type RefundProblem =
  | "order_not_found"
  | "nothing_to_refund"
  | "refund_exceeds_payment"
  | "refund_exceeds_shipping"
  | "refund_exceeds_fee"
  | "refunded_too_many"
  | "shipment_prepared"
  | "refund_needs_transfer"
  | RefundApprovalProblem;

/**
 * Staff: refunds pieces, delivery, fee and goodwill, or requests it (`withRefundApproval`); at most the captured money
 * minus the refunds made or promised. Pieces are refunded at exactly their price. What they cost more by supplements follows
 * them, and goodwill beyond the order's own money comes from its supplements, each from its own payment (docs/why/orders.md).
 * Pieces without a shipment will not be sent; pieces that were sent are restocked only by a return. The refund of a
 * cancelled or expired order moves no stock, because closing the order released its pieces.
 */
export async function refundOrder(
  actor: Person,
  input: RefundInput,
): Promise<Result<{ refund_id: string }, RefundProblem>> {
  if (!may(actor, "orders.cancel")) return fail("order_not_found");
  const { order_id, ...asked } = input;
  const act = { act: "refund", orderId: order_id, subjectId: order_id, input: asked } as const;
  try {
    return await withRefundApproval<{ refund_id: string }, RefundProblem>(
      actor,
      act,
      async (sql, refuse) => {
        const order = await lockOrder(sql, input.order_id);
        if (!order) return fail("order_not_found");
        const done = await refund(sql, actor, input, "withdraw");
        if (!done.ok) return refuse(done.problem);
        await closeWhenEmpty(sql, actor, input);
        return done;
      },
    );
  } catch (error) {
    return refused(error);
  }
}

/** Maps a refusal of the database to a problem code. @throws any other error */
export function refused(error: unknown): Result<never, RefundProblem> {
  const constraint = violatedConstraint(error);
  switch (constraint) {
    case "refund_exceeds_payment":
    case "refund_exceeds_shipping":
    case "refunded_too_many":
      return fail(constraint);
    default:
      throw error;
  }
}

/**
 * Once nothing is left to send, completes a delivered order or closes one of which nothing was sent. An order cancelled
 * before dispatch retains no money, so its delivery is refunded too (business rules 1 and 8).
 */
async function closeWhenEmpty(sql: Sql, actor: Person, input: RefundInput): Promise<void> {
  await completeWhenDelivered(sql, input.order_id, actor.id);
  const [order] = await sql<{ status: string; fulfilment_status: string }[]>`
    select status, fulfilment_status from orders where id = ${input.order_id}`;
  if (order?.status !== "placed" || order.fulfilment_status !== "canceled") return;
  const reasons: readonly string[] = ["customer", "inventory", "staff"];
  await closeOrder(
    sql,
    input.order_id,
    "canceled",
    { reason: reasons.includes(input.reason) ? input.reason : "other", notify: input.notify },
    actor.id,
  );
  await refundEverything(sql, input.order_id, input.reason, input.notify, actor.id);
}

interface RefundableLine {
  id: string;
  unit_totals: number[];
  refunded: number;
  /** Pieces without a shipment. */
  waiting: number;
  /** Sent pieces minus those refunded before; earlier refunds count towards unsent pieces first. */
  sent: number;
  /** The order still holds its unsent pieces. */
  is_open: boolean;
}

/**
 * Runs within a transaction that holds the order's lock; the caller undoes it after a problem.
 * @param goods `withdraw`: refund unsent pieces first and withdraw them from sending; `sent`: refund sent pieces only
 */
export async function refund(
  sql: Sql,
  actor: Person,
  input: Omit<RefundInput, "reason"> & { reason: RefundReason },
  goods: "withdraw" | "sent",
): Promise<Result<{ refund_id: string }, RefundProblem>> {
  const { order_id, shipping, goodwill, restock, note, notify, reason, key } = input;
  const [known] = await sql<{ id: string }[]>`
    select id from refunds
    where order_id = any (array(select ${order_id}::uuid union all select id from orders where supplement_of = ${order_id}))
      and key in (${key}, ${`${key}:goodwill`})
    order by (order_id = ${order_id}) desc, created_at, id limit 1`;
  if (known) return ok({ refund_id: known.id });

  const supplements = await lockSupplements(sql, order_id);
  const shared = { key, reason, notify, actorId: actor.id, ...(note ? { note } : {}) };
  const payment = await paymentToRefund(sql, order_id);
  if (!payment) {
    const isGoodwill =
      goodwill > 0 && input.lines.length === 0 && shipping === 0 && input.fee === 0;
    return isGoodwill
      ? refundFromSupplements(sql, supplements, goodwill, shared)
      : fail("nothing_to_refund");
  }
  if (input.fee > Math.max(0, payment.fee)) return fail("refund_exceeds_fee");
  const channel =
    input.channel === "original" ? channelFor(payment.provider, payment.method) : input.channel;
  if (channel !== input.channel) return fail("refund_needs_transfer");
  const rows = await refundableLines(sql, order_id);
  const lines: { order_line_id: string; quantity: number; amount: number }[] = [];
  const withdrawn: { order_line_id: string; quantity: number }[] = [];
  for (const { order_line_id, quantity } of input.lines) {
    const line = rows.find(({ id }) => id === order_line_id);
    if (!line || line.refunded + quantity > line.unit_totals.length) {
      return fail("refunded_too_many");
    }
    lines.push({ order_line_id, quantity, amount: goodsShare(line, quantity) });
    if (!line.is_open) continue;
    const unsent = goods === "withdraw" ? Math.min(quantity, line.waiting) : 0;
    if (quantity - unsent > line.sent) {
      return fail(goods === "withdraw" ? "shipment_prepared" : "refunded_too_many");
    }
    if (unsent > 0) withdrawn.push({ order_line_id, quantity: unsent });
  }
  const owed = lines.reduce((sum, line) => sum + line.amount, 0) + shipping + input.fee;
  const own =
    supplements.length === 0
      ? goodwill
      : Math.min(goodwill, Math.max(0, payment.remaining - Math.min(0, payment.fee) - owed));
  const asked = owed + own;
  // A payment method's discount was never paid, so subtract it from the last refund.
  const takenOff = Math.max(payment.fee, payment.remaining - asked);
  const fee = takenOff < 0 ? takenOff : input.fee;
  const amount = asked - input.fee + fee;
  if (amount <= 0) return fail("nothing_to_refund");
  const refundId = await insertRefund(sql, {
    paymentId: payment.id,
    key,
    reason,
    channel,
    lines,
    shipping,
    fee,
    goodwill: own,
    overpaid: 0,
    note,
    notify,
    actorId: actor.id,
  });
  if (!refundId) return fail("nothing_to_refund");
  await refundSupplements(sql, input.lines, shared);
  if (goodwill > own) {
    const given = await refundFromSupplements(sql, supplements, goodwill - own, shared);
    if (!given.ok) return given;
  }
  if (withdrawn.length > 0) {
    await sql`
      insert into order_withdrawals ${sql(
        withdrawn.map((pieces) => ({ order_id, actor_id: actor.id, ...pieces })),
      )}`;
    await releasePieces(sql, order_id, `refund:${refundId}`, withdrawn, {
      restock,
      actorId: actor.id,
    });
  }
  return ok({ refund_id: refundId });
}

function refundableLines(sql: Sql, orderId: string): Promise<RefundableLine[]> {
  return sql<RefundableLine[]>`
    select id, unit_totals, refunded, (quantity - prepared - withdrawn)::int as waiting,
      (sent - (refunded - withdrawn))::int as sent, is_open
    from (
      select l.id, l.unit_totals, l.quantity, o.status in ('placed', 'completed') as is_open,
        (select coalesce(sum(r.quantity), 0)::int from refund_lines r where r.order_line_id = l.id) as refunded,
        (select coalesce(sum(w.quantity), 0)::int from order_withdrawals w where w.order_line_id = l.id) as withdrawn,
        (
          select coalesce(sum(s.quantity), 0)::int from shipment_lines s join shipments h on h.id = s.shipment_id
          where s.order_line_id = l.id and h.kind = 'order' and h.status <> 'canceled'
        ) as prepared,
        (
          select coalesce(sum(s.quantity), 0)::int from shipment_lines s join shipments h on h.id = s.shipment_id
          where s.order_line_id = l.id and h.kind = 'order' and h.status in ('shipped', 'delivered')
        ) as sent
      from order_lines l join orders o on o.id = l.order_id where l.order_id = ${orderId}
    ) lines`;
}

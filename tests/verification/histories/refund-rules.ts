import { close, completeWhenDelivered, giveBackAll } from "./rules.ts";
import {
  fulfilment,
  isRefundable,
  type Order,
  priceOfPieces,
  retainedBy,
  stockOf,
  type World,
  whereIs,
} from "./world.ts";

/* Rule 8: refunds of pieces, delivery and goodwill, at most the retained amount. */

export interface WantedRefund {
  readonly key: string;
  /** By line. */
  readonly pieces: readonly number[];
  readonly shipping: number;
  readonly goodwill: number;
  readonly channel: "original" | "bank_transfer";
}

export interface RefundPlan {
  readonly wanted: WantedRefund;
  readonly attempt: number;
  readonly amount: number;
  /** Its share of the payment method's discount; at most zero. */
  readonly fee: number;
  /** Of the pieces, those that have not shipped and will never ship. */
  readonly unsent: readonly number[];
}

/**
 * @param from `any`: unshipped pieces are refunded first and not sent; `sent`: only shipped pieces
 * @returns the refund that would be pending, or the reason for a refusal
 */
export function planRefund(
  order: Order,
  wanted: WantedRefund,
  from: "any" | "sent",
): RefundPlan | string {
  const retained = order.attempts.map((_, n) => retainedBy(order, n));
  const max = Math.max(0, ...retained);
  if (max <= 0) return "nothing_to_refund";
  const attempt = retained.indexOf(max);
  const isWayBack = isRefundable(order.attempts[attempt]?.method ?? "");
  if (wanted.channel === "original" && !isWayBack) return "refund_needs_transfer";
  let asked = wanted.shipping + wanted.goodwill;
  const unsent: number[] = [];
  for (const [n, line] of order.lines.entries()) {
    const pieces = wanted.pieces[n] ?? 0;
    unsent.push(0);
    if (pieces === 0) continue;
    if (line.refunded + pieces > line.quantity) return "refunded_too_many";
    const where = whereIs(order, n);
    if (from === "any") unsent[n] = Math.min(pieces, where.waiting);
    if (pieces - (unsent[n] ?? 0) > where.sent) {
      return from === "any" ? "shipment_prepared" : "refunded_too_many";
    }
    asked += priceOfPieces(line, pieces);
  }
  // The discount of a transfer's code was never paid, so it is deducted from the last refund.
  const fee = Math.min(0, Math.max(order.fee - order.feeBack, max - asked));
  const amount = asked + fee;
  if (amount <= 0) return "nothing_to_refund";
  if (amount > max) return "refund_exceeds_payment";
  if (wanted.shipping > 0 && order.shippingBack + wanted.shipping > order.shipping) {
    return "refund_exceeds_shipping";
  }
  return { wanted, attempt, amount, fee, unsent };
}

export function promiseRefund(
  world: World,
  order: Order,
  { wanted, attempt, amount, fee, unsent }: RefundPlan,
): void {
  order.refunds[wanted.key] = {
    attempt,
    amount,
    overpaid: 0,
    channel: wanted.channel,
    status: "requested",
    tries: 0,
    referenced: false,
    booked: 0,
  };
  order.feeBack += fee;
  order.shippingBack += wanted.shipping;
  for (const [n, line] of order.lines.entries()) {
    line.refunded += wanted.pieces[n] ?? 0;
    line.withdrawn += unsent[n] ?? 0;
    stockOf(world, line.variant).allocated -= unsent[n] ?? 0;
  }
}

/** Staff refund pieces of one line. @returns the answer */
export function refundPieces(
  world: World,
  order: Order,
  asked: {
    readonly key: string;
    readonly line: number;
    readonly pieces: number;
    readonly goodwill: number;
    readonly channel: "original" | "bank_transfer";
  },
): string {
  if (order.refunds[asked.key]) return "ok";
  const { key, line, goodwill, channel } = asked;
  const pieces = order.lines.map((_, n) => (n === line ? asked.pieces : 0));
  const plan = planRefund(order, { key, pieces, shipping: 0, goodwill, channel }, "any");
  if (typeof plan === "string") return plan;
  promiseRefund(world, order, plan);
  completeWhenDelivered(order);
  if (order.status === "placed" && fulfilment(order) === "canceled") {
    close(world, order, "canceled");
    giveBackAll(order);
  }
  return "ok";
}

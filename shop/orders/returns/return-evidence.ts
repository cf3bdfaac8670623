import type { Rupiah } from "#shop/kernel/money.ts";
import type { ShopTimeZone } from "#shop/kernel/time-zones.ts";
import type { OrderDetail } from "#shop/orders/order.ts";
import type { SupplementShare } from "#shop/orders/refund-sum.ts";
import type { ReturnDetail, ReturnRules } from "./return.ts";
import { returnDeadline } from "./return-deadline.ts";

/** What a decision about a return rests on, besides the buyer's words and photos. */
export interface ReturnEvidence {
  /** Of the last shipment with its goods, ISO 8601; null while unknown. */
  readonly delivered_at: string | null;
  /** The end of the time in which it may be requested, ISO 8601; null before it was sent. */
  readonly until: string | null;
  /** Whole days left until then; negative when it is over. Null without an end. */
  readonly days_left: number | null;
  readonly lines: readonly (Pick<
    OrderDetail["lines"][number],
    "id" | "name" | "picture" | "proof" | "words"
  > & {
    /** What was received for the line with its supplements, whatever went back since; none before its cash is here. */
    readonly paid: Rupiah;
    /** What of it went back or was promised to. */
    readonly given_back: Rupiah;
    /** The price of a piece as paid, rounded. */
    readonly paid_each: Rupiah;
  })[];
}

const dayMs = 86_400_000;

/**
 * @param supplements what the order's lines cost more since
 * @param now by which the days are counted
 */
export function evidenceOf(
  request: Pick<ReturnDetail, "kind" | "lines">,
  order: Pick<OrderDetail, "paid_total" | "refunded_total" | "shipments" | "lines">,
  supplements: readonly SupplementShare[],
  { zone, ...rules }: ReturnRules & { readonly zone: ShopTimeZone },
  now: Date,
): ReturnEvidence {
  const asked = new Set(request.lines.map(({ order_line_id }) => order_line_id));
  const lines = order.lines.filter(({ id }) => asked.has(id));
  const isMadeToOrder = lines.some(({ personalised }) => personalised);
  const sent = order.shipments.filter((shipment) =>
    shipment.lines.some(({ order_line_id }) => asked.has(order_line_id)),
  );
  const ends = sent.flatMap(({ shipped_at, delivered_at }) => {
    const moments = { shipped_at: dateOf(shipped_at), delivered_at: dateOf(delivered_at) };
    return returnDeadline(moments, request.kind, rules, isMadeToOrder ? zone : undefined) ?? [];
  });
  const until = ends.toSorted((one, other) => one.getTime() - other.getTime()).at(-1);
  const isPaid = order.paid_total + order.refunded_total > 0;
  return {
    delivered_at:
      sent
        .flatMap(({ delivered_at }) => delivered_at ?? [])
        .toSorted()
        .at(-1) ?? null,
    until: until?.toISOString() ?? null,
    days_left: until ? Math.floor((until.getTime() - now.getTime()) / dayMs) : null,
    lines: lines.map(({ id, name, picture, proof, words, quantity, ...line }) => {
      const parts = [line, ...supplements.filter(({ of_line }) => of_line === id)];
      const paid = isPaid ? sumOf(parts.flatMap(({ unit_totals }) => unit_totals)) : 0;
      const back = parts.flatMap((part) => part.unit_totals.slice(0, part.refunded));
      return {
        id,
        name,
        picture,
        proof,
        words,
        paid,
        given_back: sumOf(back),
        paid_each: Math.round(paid / quantity),
      };
    }),
  };
}

const sumOf = (amounts: readonly Rupiah[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const dateOf = (text: string | null) => (text === null ? null : new Date(text));

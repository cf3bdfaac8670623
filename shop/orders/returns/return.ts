import * as v from "valibot";
import type { Rupiah } from "#shop/kernel/money.ts";
import { areDistinctLines } from "#shop/orders/distinct-lines.ts";
import type { RefundApprovalProblem } from "#shop/orders/payments/review/refund-approval.server.ts";

/*
 * return: requested → approved | declined; approved → in_transit → received → refunded | closed; canceled before that.
 * claim: requested → approved | declined; approved → resolved by money, a replacement, or both.
 */
export const returnStatuses = [
  "requested",
  "approved",
  "in_transit",
  "received",
  "refunded",
  "resolved",
  "closed",
  "declined",
  "canceled",
] as const;
export type ReturnStatus = (typeof returnStatuses)[number];
export type ReturnKind = "return" | "claim";

/** Reasons for a return and for a claim. */
export const returnReasons = {
  return: ["changed_mind", "wrong_size", "not_as_described", "other"],
  claim: ["damaged", "misprinted", "wrong_item", "missing", "not_as_described", "other"],
} as const satisfies Record<ReturnKind, readonly string[]>;
export type ReturnReason = (typeof returnReasons)[ReturnKind][number];

/** Claims that nobody can judge without seeing the piece. */
export function needsPhoto(reason: string): boolean {
  return reason === "damaged" || reason === "misprinted";
}

/** The tabs of staff: what waits for their decision, what is under way, what has ended. */
export const returnStages = ["decide", "running", "done"] as const;
export type ReturnStage = (typeof returnStages)[number];
export const stageOfReturn: Readonly<Record<ReturnStatus, ReturnStage>> = {
  requested: "decide",
  approved: "running",
  in_transit: "running",
  received: "running",
  refunded: "done",
  resolved: "done",
  closed: "done",
  declined: "done",
  canceled: "done",
};

export const returnInputSchema = v.pipe(
  v.strictObject({
    order_id: v.pipe(v.string(), v.uuid()),
    /** Idempotency key: a repeated key makes no second request. */
    key: v.pipe(v.string(), v.minLength(8), v.maxLength(100)),
    kind: v.picklist(["return", "claim"]),
    reason: v.picklist([...new Set([...returnReasons.return, ...returnReasons.claim])]),
    note: v.pipe(v.string(), v.trim(), v.maxLength(1000)),
    wish: v.nullable(v.picklist(["refund", "replacement"])),
    lines: v.pipe(
      v.array(
        v.strictObject({
          order_line_id: v.pipe(v.string(), v.uuid()),
          quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)),
        }),
      ),
      v.minLength(1),
      v.maxLength(50),
      v.check((lines) => areDistinctLines(lines)),
    ),
  }),
  v.check(
    ({ kind, reason }) => (returnReasons[kind] as readonly string[]).includes(reason),
    "reason_unknown",
  ),
);
export type ReturnInput = v.InferOutput<typeof returnInputSchema>;

export interface ReturnRules {
  /** Days after a shipment's delivery. */
  readonly return_days: number;
  readonly claim_days: number;
  /** Days that a shipment without a delivery date is assumed to travel. */
  readonly transit_days: number;
}

/** An order line with the pieces that can be returned or claimed now. */
export interface ReturnableLine {
  readonly order_line_id: string;
  readonly name: string;
  readonly options: string;
  readonly personalised: boolean;
  /** Number of pieces that can be returned and claimed. */
  readonly pieces: Readonly<Record<ReturnKind, number>>;
}

/** What the buyer approved of a personalised line. */
export interface ApprovedProof {
  readonly customisation: string;
  /** SVG; of a roster the first piece's. */
  readonly picture: string;
  /** The printed words, of a roster those that all pieces bear. */
  readonly words: readonly string[];
  /** Of a roster: the words of each piece; null where all pieces are alike. */
  readonly pieces: readonly string[] | null;
}

export interface ReturnSummary {
  readonly id: string;
  readonly number: string;
  readonly order_id: string;
  readonly order_number: string;
  readonly kind: ReturnKind;
  readonly status: ReturnStatus;
  readonly reason: ReturnReason;
  readonly customer_name: string;
  readonly pieces: number;
  /** ISO 8601, UTC */
  readonly created_at: string;
}

export interface ReturnLine {
  readonly order_line_id: string;
  readonly name: string;
  readonly options: string;
  readonly quantity: number;
  /** Null until the pieces were counted. */
  readonly resellable: number | null;
  readonly damaged: number | null;
  /** The price of each piece of the whole line, and how many were refunded before. */
  readonly unit_totals: readonly Rupiah[];
  readonly refunded: number;
  /** Of a claim of a personalised line; else null. */
  readonly proof: ApprovedProof | null;
}

export interface ReturnDetail extends ReturnSummary {
  readonly note: string;
  readonly wish: "refund" | "replacement" | null;
  readonly answer: string;
  readonly resolution: "refund" | "replacement" | "both" | null;
  readonly courier: string;
  readonly tracking_number: string;
  readonly lines: readonly ReturnLine[];
  /** Names of objects in the bucket `return-photos`. */
  readonly photos: readonly string[];
  readonly email: string;
  readonly phone: string;
  readonly refundable_shipping: Rupiah;
}

export type ReturnProblem =
  | "order_not_found"
  | "return_not_found"
  | "return_step"
  | "return_too_late"
  | "returned_too_many"
  | "personalised_not_returnable"
  /** The order has reached its daily limit, see `hasTakenManySteps`. */
  | "too_many_requests"
  | "answer_needed"
  | "count_wrong"
  | "out_of_stock"
  | "nothing_to_refund"
  | "refund_exceeds_payment"
  | "refund_exceeds_shipping"
  | "refund_exceeds_fee"
  | "refunded_too_many"
  | "shipment_prepared"
  | "refund_needs_transfer"
  | RefundApprovalProblem;

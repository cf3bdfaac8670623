/** Why pieces were adjusted by staff. The program itself also writes `not_restocked` and `print_canceled`. */
export const adjustmentReasons = [
  "count",
  "damaged",
  "lost",
  "found",
  "sample",
  "supplier_return",
  "other",
] as const;
export type AdjustmentReason = (typeof adjustmentReasons)[number];

export type MovementKind =
  | "received"
  | "allocated"
  | "released"
  | "shipped"
  | "unshipped"
  | "adjusted";

/** A row of a variant's stock ledger. */
export interface StockMovement {
  readonly id: number;
  readonly kind: MovementKind;
  /** Pieces; only an adjustment may be negative. */
  readonly quantity: number;
  readonly reason: string | null;
  readonly note: string;
  readonly order: { readonly id: string; readonly number: string | null } | null;
  readonly actor: string;
  /** ISO 8601. */
  readonly at: string;
  /** Pieces on hand after the movement. */
  readonly on_hand: number;
}

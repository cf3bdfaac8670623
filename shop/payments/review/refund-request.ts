import type { Rupiah } from "#shop/money.ts";
import type { RefundAct } from "./refund-approval.server.ts";

/** Money that staff asked to give back and that is not approved yet. */
export interface RefundRequest {
  readonly id: string;
  readonly order_id: string;
  readonly number: string;
  readonly customer_name: string;
  readonly act: RefundAct["act"];
  readonly amount: Rupiah;
  /** What the asker wrote for other staff. */
  readonly note: string;
  readonly requested_by: string;
  /** ISO 8601 */
  readonly requested_at: string;
  /** Who has approved it so far. */
  readonly approved_by: readonly string[];
  /** How many people must approve it. */
  readonly needed: number;
  /** The reader asked for it. */
  readonly is_mine: boolean;
  /** The reader may approve it and has not done so. */
  readonly may_approve: boolean;
  /** The reader asked for it, or may decide about refunds. */
  readonly may_decline: boolean;
}

/** What a refund of the reader's would need. */
export interface RefundTerms {
  readonly may_approve: boolean;
  /** Above it a second person approves; null when none has to, e.g. because nobody else may. Whole rupiah. */
  readonly limit: Rupiah | null;
}

import type { Rupiah } from "#shop/kernel/money.ts";
import type { RefundAct } from "./refund-approval.server.ts";

/** A refund that staff requested and that is not approved yet. */
export interface RefundRequest {
  readonly id: string;
  readonly order_id: string;
  readonly number: string;
  readonly customer_name: string;
  readonly act: RefundAct["act"];
  readonly amount: Rupiah;
  /** The requester's note for other staff. */
  readonly note: string;
  readonly requested_by: string;
  /** ISO 8601 */
  readonly requested_at: string;
  /** The people who have approved it so far. */
  readonly approved_by: readonly string[];
  /** The number of people who must approve it. */
  readonly needed: number;
  /** The reader requested it. */
  readonly is_mine: boolean;
  /** The reader may approve it and has not done so. */
  readonly may_approve: boolean;
  /** The reader requested it, or may decide about refunds. */
  readonly may_decline: boolean;
}

/** The approval that a refund by the reader would need. */
export interface RefundTerms {
  readonly may_approve: boolean;
  /** Above it a second person approves; null when none has to, e.g. because no other person may. Whole rupiah. */
  readonly limit: Rupiah | null;
}

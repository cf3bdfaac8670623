import * as v from "valibot";
import { violatedConstraint } from "#db/client.server.ts";
import type { ApprovalKind } from "#shop/staff/approvals/approval-kind.ts";
import { adjustmentsOf } from "#shop/staff/approvals/with-limits.server.ts";
import { isSame } from "#shop/staff/three-way.ts";
import { bookPieces } from "./change-stock.server.ts";
import { stockChangeSchema } from "./stock-change.ts";

const payloadSchema = v.strictObject({
  change: stockChangeSchema,
  adjustments: v.record(v.string(), v.number()),
});

/** Writes pieces off. Sales since the request do not matter; another adjustment of the variant does. */
export const stockApproval: ApprovalKind = {
  kind: "stock",
  async perform(sql, { requesterId, subjectId, payload }) {
    const { change, adjustments } = v.parse(payloadSchema, payload);
    if (change.kind !== "adjust") throw new Error(`no approval of ${change.kind}`);
    const [stock] = await sql`
      select from stock_items where variant_id = ${subjectId} for update`;
    if (!stock) return "not_found";
    if (!isSame(await adjustmentsOf(sql, [subjectId]), adjustments)) return "changed_since";
    try {
      const booked = await bookPieces(sql, requesterId, subjectId, change);
      return booked === undefined ? "changed_since" : undefined;
    } catch (error) {
      if (violatedConstraint(error) === "on_hand_negative") return "stock_below_zero";
      throw error;
    }
  },
};

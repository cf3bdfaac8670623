import * as v from "valibot";
import type { ApprovalKind } from "#shop/staff/approvals/approval-kind.ts";
import { isSame } from "#shop/staff/three-way.ts";
import { bookDifferences } from "./apply-stocktake.server.ts";
import { differencesOf, figuresOf } from "./describe-stocktake.server.ts";

const payloadSchema = v.strictObject({ differences: v.record(v.string(), v.number()) });

/** Books a stocktake whose differences are what they were at the request. */
export const stocktakeApproval: ApprovalKind = {
  kind: "stocktake",
  async perform(sql, { requesterId, subjectId, payload }) {
    const { differences } = v.parse(payloadSchema, payload);
    await sql`select from stocktakes where id = ${subjectId} for update`;
    if (!isSame(figuresOf(await differencesOf(sql, subjectId)), differences))
      return "changed_since";
    const booked = await bookDifferences(sql, requesterId, subjectId);
    return booked.ok ? undefined : booked.problem.code;
  },
};

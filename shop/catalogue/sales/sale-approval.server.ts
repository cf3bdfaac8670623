import * as v from "valibot";
import type { ApprovalKind } from "#shop/staff/approvals/approval-kind.ts";
import { fingerprintOfPrices } from "./describe-sale.server.ts";
import { schedule } from "./save-sale.server.ts";

const payloadSchema = v.strictObject({ version: v.number(), prices: v.string() });

/** Schedules a sale whose draft and prices are what they were at the request. */
export const saleApproval: ApprovalKind = {
  kind: "sale",
  async perform(sql, { subjectId, requesterId, payload }) {
    const { version, prices } = v.parse(payloadSchema, payload);
    const [sale] = await sql<{ version: number }[]>`
      select version from sales where id = ${subjectId} for update`;
    if (!sale) return "not_found";
    if (sale.version !== version) return "changed_since";
    if ((await fingerprintOfPrices(sql, subjectId)) !== prices) return "changed_since";
    const scheduled = await schedule(sql, subjectId, requesterId);
    return scheduled.ok ? undefined : scheduled.problem.code;
  },
};

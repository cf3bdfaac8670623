import * as v from "valibot";
import type { ApprovalKind } from "#shop/staff/approvals/approval-kind.ts";
import { adjustmentsOf } from "#shop/staff/approvals/with-limits.server.ts";
import { isSame } from "#shop/staff/three-way.ts";
import { gridChangeSchema } from "./grid-change.ts";
import { writeVariantRows } from "./variant-grid.server.ts";

const payloadSchema = v.strictObject({
  changes: v.array(gridChangeSchema),
  adjustments: v.record(v.string(), v.number()),
});

/** Saves rows of the grid; all of them, or none. */
export const gridApproval: ApprovalKind = {
  kind: "grid",
  async perform(sql, { id, requesterId, payload }) {
    const { changes, adjustments } = v.parse(payloadSchema, payload);
    const counted = changes.filter((change) => change.seen !== change.counted);
    const ids = counted.map((change) => change.id);
    if (!isSame(await adjustmentsOf(sql, ids), adjustments)) return "changed_since";
    const saved = await writeVariantRows(sql, requesterId, id, changes);
    if (!saved.ok) return saved.problem.code;
    return saved.value.kept.length > 0 ? "changed_since" : undefined;
  },
};

import * as v from "valibot";
import type { ApprovalKind } from "#shop/staff/approvals/approval-kind.ts";
import { insertTask } from "#shop/staff/tasks/start-task.server.ts";
import type { TaskValue } from "#shop/staff/tasks/task.ts";
import { storedBulkSchema } from "./bulk-change.ts";
import { bulkKinds } from "./bulk-products.server.ts";

const payloadSchema = v.strictObject({
  id: v.pipe(v.string(), v.uuid()),
  title: v.string(),
  input: storedBulkSchema,
  total: v.optional(v.number()),
});

/**
 * Starts an approved change of prices. It changes only the products that matched at the request. Each change is
 * computed from the price at that time and limited to the approved cut.
 */
export const bulkApproval: ApprovalKind = {
  kind: "bulk-price",
  async perform(sql, { id: approval, requesterId, payload }) {
    const { input, total, ...task } = v.parse(payloadSchema, payload);
    await insertTask(sql, { id: requesterId }, bulkKinds.price, {
      ...task,
      ...(total === undefined ? {} : { total }),
      input: input as unknown as TaskValue,
      approval,
    });
    return undefined;
  },
};

import * as v from "valibot";
import type { Sql } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { ApprovalKind, ApprovedAct } from "#shop/staff/approvals/approval-kind.ts";
import { makeOrder, orderDraftSchema, problemOf } from "./order-draft.server.ts";

/**
 * Makes the order if the draft has not changed since the request, at the requested total. A job settles the money that the
 * requester received.
 */
export const draftApproval: ApprovalKind = {
  kind: "draft",
  async perform(sql, act) {
    try {
      return await perform(sql, act);
    } catch (error) {
      const problem = problemOf(error);
      if (!problem) throw error;
      return problem.code;
    }
  },
  async isOwn(sql, subjectId, personId) {
    const [own] = await sql`
      select from order_drafts where id = ${subjectId} and customer_id = ${personId}`;
    return own !== undefined;
  },
};

async function perform(
  sql: Sql,
  { requesterId, subjectId, payload }: ApprovedAct,
): Promise<string | undefined> {
  const input = v.parse(orderDraftSchema, payload);
  const requester: Person = {
    kind: "person",
    id: requesterId,
    role: "USER",
    email: undefined,
    permissions: ["orders.draft"],
    claims: {},
  };
  const made = await makeOrder(sql, requester, subjectId, input);
  if (made.ok) return made.value.is_repeat ? "changed_since" : undefined;
  const { code } = made.problem;
  if (code === "draft_not_found") return "not_found";
  return code === "draft_changed" || code === "draft_closed" ? "changed_since" : code;
}

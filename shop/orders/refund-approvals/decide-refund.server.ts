import * as v from "valibot";
import { cutText } from "#base/cut-text.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import {
  type CancelProblem,
  cancelOrder,
  staffCancelReasons,
} from "#shop/orders/fulfilment/cancel-order.server.ts";
import type { RefundAct } from "#shop/orders/payments/review/refund-approval.server.ts";
import {
  type ResolveProblem,
  resolveTask,
} from "#shop/orders/payments/review/resolve-task.server.ts";
import {
  type RefundProblem,
  refundInputSchema,
  refundOrder,
} from "#shop/orders/refunds/refund-order.server.ts";
import type { ReturnProblem } from "#shop/orders/returns/return.ts";
import { refundReturn, resolveClaim } from "#shop/orders/returns/settle-return.server.ts";
import { hasRight } from "#shop/staff/staff-rights.server.ts";

export type DecideProblem =
  | "refund_request_not_found"
  /** Another person decided first. */
  | "refund_request_decided"
  | "not_allowed"
  | CancelProblem
  | RefundProblem
  | ResolveProblem
  | ReturnProblem;

interface Row {
  order_id: string;
  act: RefundAct["act"];
  subject_id: string;
  input: Record<string, unknown>;
  status: "open" | "done" | "declined";
  decided_by: string | null;
}

const cancelSchema = v.strictObject({
  reason: v.picklist(staffCancelReasons),
  choices: v.strictObject({
    restock: v.boolean(),
    refund: v.boolean(),
    notify: v.boolean(),
    note: v.string(),
  }),
});
const moneySchema = {
  shipping: v.number(),
  channel: v.picklist(["original", "bank_transfer"]),
};
const returnSchema = v.strictObject(moneySchema);
const claimSchema = v.strictObject({
  resolution: v.picklist(["refund", "replacement", "both"]),
  ...moneySchema,
});

/**
 * Staff who may refund, with a recent reauthentication: approves a request by performing its act, which commits if no
 * further approval is needed. Approving again changes nothing.
 * @returns `refund_waits_for_approval` when a second person has to approve it as well
 */
export async function approveRefund(
  actor: Person,
  requestId: string,
): Promise<Result<null, DecideProblem>> {
  const request = await find(actor, requestId);
  if (!request) return fail("refund_request_not_found");
  if (!(await hasRight(asShop(), actor, "orders.refund"))) return fail("not_allowed");
  if (request.status !== "open") {
    const isRepeat = request.status === "done" && request.decided_by === actor.id;
    return isRepeat ? ok(null) : fail("refund_request_decided");
  }
  const done = await perform(actor, request);
  if (!done.ok) return done;
  // The requested act had happened in another way, so nothing was refunded.
  await asShop()`
    update refund_requests set status = 'declined', decided_by = ${actor.id}, decided_at = now()
    where id = ${requestId} and status = 'open'`;
  return ok(null);
}

/** Staff who may refund, and the requester: declines the refund. Declining again changes nothing. */
export async function declineRefund(
  actor: Person,
  requestId: string,
  answer: string,
): Promise<Result<null, DecideProblem>> {
  const request = await find(actor, requestId);
  if (!request) return fail("refund_request_not_found");
  const [declined] = await asShop()`
    update refund_requests set status = 'declined', decided_by = ${actor.id}, decided_at = now(),
      answer = ${cutText(answer.trim(), 500)}
    where id = ${requestId} and status = 'open'
      and (requested_by = ${actor.id} or private.may(${actor.id}, 'orders.refund')) returning id`;
  if (declined) return ok(null);
  if (request.status === "open") return fail("not_allowed");
  const isRepeat = request.status === "declined" && request.decided_by === actor.id;
  return isRepeat ? ok(null) : fail("refund_request_decided");
}

async function find(actor: Person, requestId: string): Promise<Row | undefined> {
  if (!may(actor, "orders.read") || !isUuid(requestId)) return undefined;
  const [row] = await asShop()<Row[]>`
    select order_id, act, subject_id, input, status, decided_by from refund_requests where id = ${requestId}`;
  return row;
}

async function perform(
  actor: Person,
  { act, order_id, subject_id, input }: Row,
): Promise<Result<unknown, DecideProblem>> {
  switch (act) {
    case "refund":
      return refundOrder(actor, v.parse(refundInputSchema, { order_id, ...input }));
    case "cancel": {
      const { reason, choices } = v.parse(cancelSchema, input);
      return cancelOrder(actor, subject_id, reason, choices);
    }
    case "return":
      return refundReturn(actor, subject_id, v.parse(returnSchema, input));
    case "claim": {
      const { resolution, ...money } = v.parse(claimSchema, input);
      return resolveClaim(actor, subject_id, resolution, money);
    }
    case "task":
      return resolveTask(actor, subject_id, "refunded");
  }
}

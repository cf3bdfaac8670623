import { notFound } from "#base/errors.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import type { ProviderPayment } from "#integrations/payment/provider.ts";
import { findProvider } from "#integrations/payment/providers.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { isRefusedAsOwn } from "#shop/orders/own-order.server.ts";
import { requestRefund } from "#shop/orders/payments/request-refund.server.ts";
import {
  type Attempt,
  type PayableOrder,
  recordCharge,
} from "#shop/orders/payments/settlement/record-charge.server.ts";
import { type RefundApprovalProblem, withRefundApproval } from "./refund-approval.server.ts";

export const taskResolutions = ["settled_anyway", "refunded", "by_hand"] as const;
export type TaskResolution = (typeof taskResolutions)[number];

/** `task_money_elsewhere`: the money is not rupiah, or of another mode or payment, so the ledger cannot book it. */
export type ResolveProblem =
  | "task_not_found"
  | "task_resolved_already"
  | "task_not_settleable"
  | "task_money_elsewhere"
  | "task_not_paid"
  | RefundApprovalProblem;

interface Task {
  id: string;
  order_id: string;
  kind: string;
  payment_id: string;
  resolution: TaskResolution | null;
  resolved_by: string | null;
}

/**
 * Staff resolve a task about a payment.
 * - `settled_anyway`: accepts the amount received as the whole; the order's fee absorbs the difference
 * - `refunded`: refunds the amount received, once that is approved (`withRefundApproval`)
 * - `by_hand`: staff have resolved it elsewhere; no money moves here
 */
export async function resolveTask(
  actor: Person,
  taskId: string,
  resolution: TaskResolution,
): Promise<Result<{ task_id: string }, ResolveProblem>> {
  if (!may(actor, "payments.edit") || !isUuid(taskId)) return fail("task_not_found");
  const [task] = await asShop()<Task[]>`
    select id, order_id, kind, payment_id, resolution, resolved_by from payment_tasks where id = ${taskId}`;
  if (!task) return fail("task_not_found");
  const right = resolution === "refunded" ? "orders.refund" : "payments.edit";
  if (await isRefusedAsOwn(asShop(), actor, task.order_id, right)) return fail("own_order");
  const reported = resolution === "by_hand" ? undefined : await askAbout(task);
  if (resolution !== "refunded") {
    return inTransaction((sql) => resolve(sql, actor, task, resolution, reported));
  }
  const act = { act: "task", orderId: task.order_id, subjectId: taskId, input: {} } as const;
  return withRefundApproval(actor, act, (sql) => resolve(sql, actor, task, resolution, reported));
}

async function askAbout(task: Task): Promise<ProviderPayment | undefined> {
  const [payment] = await asShop()<{ provider: string; provider_payment_id: string }[]>`
    select provider, provider_payment_id from payments where id = ${task.payment_id}`;
  if (!payment) throw notFound("payment");
  return findProvider(payment.provider).fetch(payment.provider_payment_id);
}

async function resolve(
  sql: Sql,
  actor: Person,
  { id, kind, payment_id }: Task,
  resolution: TaskResolution,
  reported: ProviderPayment | undefined,
): Promise<Result<{ task_id: string }, ResolveProblem>> {
  const [order] = await sql<PayableOrder[]>`
    select id, status, total, paid_total, payment_fee, customer_id from orders
    where id = (select order_id from payments where id = ${payment_id}) for update`;
  const [attempt] = await sql<
    Attempt[]
  >`select * from payments where id = ${payment_id} for update`;
  const [task] = await sql<Task[]>`select * from payment_tasks where id = ${id} for update`;
  if (!order || !attempt || !task) return fail("task_not_found");
  if (task.resolution !== null) {
    // A repeat by the same actor succeeds; any other later decision is refused.
    const isRepeat = task.resolution === resolution && task.resolved_by === actor.id;
    return isRepeat ? ok({ task_id: id }) : fail("task_resolved_already");
  }
  if (resolution !== "by_hand") {
    if (kind !== "mismatch") return fail("task_not_settleable");
    if (reported?.status !== "succeeded") return fail("task_not_paid");
    const isOurs = reported.attemptId === undefined || reported.attemptId === attempt.id;
    if (reported.currency !== attempt.currency || reported.mode !== attempt.mode || !isOurs) {
      return fail("task_money_elsewhere");
    }
    await takeWhatCame(sql, actor, order, attempt, reported, resolution);
  }
  await sql`
    update payment_tasks set resolution = ${resolution}, resolved_by = ${actor.id}, resolved_at = now()
    where id = ${id}`;
  await sql`
    update orders set needs_review = false where id = ${order.id} and not exists (
      select from payment_tasks where order_id = ${order.id} and resolution is null)`;
  await recordEvent(
    sql,
    order.id,
    "payment_checked",
    { kind, resolution },
    { internal: true, actorId: actor.id },
  );
  return ok({ task_id: id });
}

async function takeWhatCame(
  sql: Sql,
  actor: Person,
  order: PayableOrder,
  attempt: Attempt,
  reported: ProviderPayment,
  resolution: TaskResolution,
): Promise<void> {
  const reference = reported.chargeReference ?? attempt.id;
  if (resolution === "settled_anyway") {
    await recordCharge(sql, order, attempt, reference, reported.amount);
    return;
  }
  const charged = await sql`
    insert into payment_transactions (payment_id, order_id, kind, amount, provider_reference)
    values (${attempt.id}, ${order.id}, 'charge', ${reported.amount}, ${reference})
    on conflict do nothing returning id`;
  await sql`update payments set status = 'settled' where id = ${attempt.id}`;
  if (charged.length > 0) await requestRefund(sql, attempt.id, reported.amount, "staff", actor.id);
}

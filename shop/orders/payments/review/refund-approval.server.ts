import { randomUUID } from "node:crypto";
import { fail, type Result } from "#base/result.ts";
import {
  inTransaction,
  type RollbackWith,
  type Sql,
  violatedConstraint,
} from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { isRefusedAsOwn } from "#shop/orders/own-order.server.ts";
import { isFresh } from "#shop/staff/fresh-session.server.ts";
import { hasRight } from "#shop/staff/staff-rights.server.ts";

/** A staff act that refunds money, as it is stored while it waits for approval. */
export interface RefundAct {
  readonly act: "refund" | "cancel" | "return" | "claim" | "task";
  readonly orderId: string;
  /** The id of the order, return or task. */
  readonly subjectId: string;
  /** The input of the use case besides the actor and the subject, as JSON. */
  readonly input: object;
}

export type RefundApprovalProblem =
  /** The actor may approve refunds but has not reauthenticated within ten minutes. */
  | "reauthentication_needed"
  /** The request was stored and nothing else happened; a person with the right has to approve it. */
  | "refund_waits_for_approval"
  /** The order has changed since the request was made, so the refund would have another amount. */
  | "refund_amount_changed"
  /** The order is the actor's own: a colleague has to decide. */
  | "own_order";

/** Why an act is undone. */
interface NotApproved {
  readonly problem: RefundApprovalProblem;
  readonly amount: Rupiah;
  /** The actor's own approval counts; another person's is missing. */
  readonly mayApprove: boolean;
}

type Outcome<T, P> = { readonly done: Result<T, P> } | { readonly refused: NotApproved };

/** What an act does. @param refuse undoes all of it and answers with the problem */
export type Act<T, P> = (sql: Sql, refuse: (problem: P) => never) => Promise<Result<T, P>>;

interface OpenRequest {
  readonly id: string;
  readonly amount: Rupiah;
}

/**
 * Runs a staff act in one transaction and commits it only if the refund that it makes is approved (docs/why/staff.md): by
 * the actor, who needs the right and a recent reauthentication, and above the shop's limit by a second person. An act
 * that is not approved is rolled back and stored as a request; the last approval performs the same act. An act without
 * a refund needs no approval.
 */
export async function withRefundApproval<T, P extends string>(
  actor: Person,
  act: RefundAct,
  work: Act<T, P>,
): Promise<Result<T, P | RefundApprovalProblem>> {
  // Two people who approve at the same time each see one approval; the one that commits second performs the act.
  for (let turn = 1; ; turn++) {
    const outcome = await performOnce(actor, act, work);
    if ("done" in outcome) return outcome.done;
    const { refused } = outcome;
    if (refused.problem !== "refund_waits_for_approval") return fail(refused.problem);
    const isApproved = await inTransaction((sql) => store(sql, actor, act, refused));
    if (!isApproved || turn === 2) return fail("refund_waits_for_approval");
  }
}

async function performOnce<T, P extends string>(
  actor: Person,
  act: RefundAct,
  work: Act<T, P>,
): Promise<Outcome<T, P | RefundApprovalProblem>> {
  try {
    return await inTransaction<Outcome<T, P>>((sql, rollbackWith) =>
      perform(sql, actor, act, work, rollbackWith),
    );
  } catch (error) {
    // The ten minutes of the proof ended between the check and the write.
    if (violatedConstraint(error) !== "reauthentication_needed") throw error;
    return { done: fail("reauthentication_needed") };
  }
}

async function perform<T, P extends string>(
  sql: Sql,
  actor: Person,
  act: RefundAct,
  work: Act<T, P>,
  rollbackWith: RollbackWith<Outcome<T, P>>,
): Promise<Outcome<T, P>> {
  const refuse = (problem: RefundApprovalProblem, amount: Rupiah, mayApprove = false) =>
    rollbackWith({ refused: { problem, amount, mayApprove } });
  // Lock the order first, as everywhere, so that concurrent acts run one after another.
  await sql`select from orders where id = ${act.orderId} for update`;
  const request = await findOpen(sql, act);
  const id = request?.id ?? randomUUID();
  await sql`select set_config('shop.refund_request', ${id}, true)`;
  const done = await work(sql, (problem) => rollbackWith({ done: fail(problem) }));
  if (!done.ok) return { done };
  const [sum] = await sql<{ amount: Rupiah }[]>`
    select coalesce(sum(amount), 0)::bigint as amount from refunds where request_id = ${id}`;
  if (!sum) throw new Error("the refunds gave no sum");
  const { amount } = sum;
  if (amount === 0) return { done };
  if (await isRefusedAsOwn(sql, actor, act.orderId, "orders.refund")) {
    return refuse("own_order", amount);
  }
  if (!(await hasRight(sql, actor, "orders.refund"))) {
    return refuse("refund_waits_for_approval", amount);
  }
  if (!(await isFresh(sql, actor))) return refuse("reauthentication_needed", amount);
  if (request && request.amount !== amount) return refuse("refund_amount_changed", amount);
  if (!request) await insertRequest(sql, id, actor, act, amount);
  await approve(sql, id, actor);
  if (!(await isApproved(sql, id))) {
    return refuse("refund_waits_for_approval", amount, true);
  }
  await sql`
    update refund_requests set status = 'done', decided_by = ${actor.id}, decided_at = now() where id = ${id}`;
  return { done };
}

/** @returns whether the request now has all approvals, because another person approved it meanwhile */
async function store(
  sql: Sql,
  actor: Person,
  act: RefundAct,
  { amount, mayApprove }: NotApproved,
): Promise<boolean> {
  await sql`select from orders where id = ${act.orderId} for update`;
  let id = (await findOpen(sql, act))?.id;
  if (id === undefined) {
    id = randomUUID();
    await insertRequest(sql, id, actor, act, amount);
  }
  if (!mayApprove) return false;
  await approve(sql, id, actor);
  return isApproved(sql, id);
}

async function findOpen(
  sql: Sql,
  { act, subjectId, input }: RefundAct,
): Promise<OpenRequest | undefined> {
  const [request] = await sql<OpenRequest[]>`
    select id, amount from refund_requests
    where subject_id = ${subjectId} and act = ${act} and input = ${sql.json(input)} and status = 'open'`;
  return request;
}

async function insertRequest(
  sql: Sql,
  id: string,
  actor: Person,
  { act, orderId, subjectId, input }: RefundAct,
  amount: Rupiah,
): Promise<void> {
  await sql`
    insert into refund_requests (id, order_id, act, subject_id, input, amount, requested_by)
    values (${id}, ${orderId}, ${act}, ${subjectId}, ${sql.json(input)}, ${amount}, ${actor.id})`;
}

/** The database checks the person's right and reauthentication again. A repeated approval changes nothing. */
async function approve(sql: Sql, id: string, actor: Person): Promise<void> {
  await sql`
    insert into refund_approvals (request_id, person_id, session_id)
    values (${id}, ${actor.id}, ${String(actor.claims.session_id)}) on conflict do nothing`;
}

async function isApproved(sql: Sql, id: string): Promise<boolean> {
  const [row] = await sql<{ approved: boolean }[]>`
    select private.is_refund_approved(${id}) as approved`;
  return row?.approved === true;
}

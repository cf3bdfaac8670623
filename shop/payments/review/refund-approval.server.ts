import { randomUUID } from "node:crypto";
import { fail, type Result } from "#base/result.ts";
import { inTransaction, type Sql, violatedConstraint } from "#db/client.server.ts";
import type { Person } from "#shop/access.ts";
import { isFresh } from "#shop/customers/fresh-session.server.ts";
import { hasRight } from "#shop/customers/staff-rights.server.ts";
import type { Rupiah } from "#shop/money.ts";

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
  | "refund_amount_changed";

/** Undoes the transaction of an act that is not approved. */
class NotApproved extends Error {
  readonly problem: RefundApprovalProblem;
  readonly amount: Rupiah;
  readonly mayApprove: boolean;

  constructor(problem: RefundApprovalProblem, amount: Rupiah, mayApprove = false) {
    super(problem);
    this.problem = problem;
    this.amount = amount;
    this.mayApprove = mayApprove;
  }
}

interface OpenRequest {
  readonly id: string;
  readonly amount: Rupiah;
}

/**
 * Runs a staff act in one transaction and commits it only if the refund that it makes is approved (decision 0059): by
 * the actor, who needs the right and a recent reauthentication, and above the shop's limit by a second person. An act
 * that is not approved is rolled back and stored as a request; the last approval performs the same act. An act without
 * a refund needs no approval.
 */
export async function withRefundApproval<T, P extends string>(
  actor: Person,
  act: RefundAct,
  work: (sql: Sql) => Promise<Result<T, P>>,
): Promise<Result<T, P | RefundApprovalProblem>> {
  // Two people who approve at the same time each see one approval; the one that commits second performs the act.
  for (let turn = 1; ; turn++) {
    try {
      return await inTransaction((sql) => perform(sql, actor, act, work));
    } catch (error) {
      // The ten minutes ended between the check and the write.
      if (violatedConstraint(error) === "reauthentication_needed") {
        return fail("reauthentication_needed");
      }
      if (!(error instanceof NotApproved)) throw error;
      if (error.problem !== "refund_waits_for_approval") return fail(error.problem);
      const isApproved = await inTransaction((sql) => store(sql, actor, act, error));
      if (!isApproved || turn === 2) return fail("refund_waits_for_approval");
    }
  }
}

async function perform<T, P extends string>(
  sql: Sql,
  actor: Person,
  act: RefundAct,
  work: (sql: Sql) => Promise<Result<T, P>>,
): Promise<Result<T, P>> {
  // Lock the order first, as everywhere, so that concurrent acts run one after another.
  await sql`select from orders where id = ${act.orderId} for update`;
  const request = await findOpen(sql, act);
  const id = request?.id ?? randomUUID();
  await sql`select set_config('shop.refund_request', ${id}, true)`;
  const done = await work(sql);
  if (!done.ok) return done;
  const [sum] = await sql<{ amount: Rupiah }[]>`
    select coalesce(sum(amount), 0)::bigint as amount from refunds where request_id = ${id}`;
  const amount = sum?.amount ?? 0;
  if (amount === 0) return done;
  if (!(await hasRight(sql, actor, "refunds"))) {
    throw new NotApproved("refund_waits_for_approval", amount);
  }
  if (!(await isFresh(sql, actor))) throw new NotApproved("reauthentication_needed", amount);
  if (request && request.amount !== amount) throw new NotApproved("refund_amount_changed", amount);
  if (!request) await insertRequest(sql, id, actor, act, amount);
  await approve(sql, id, actor);
  if (!(await isApproved(sql, id))) {
    throw new NotApproved("refund_waits_for_approval", amount, true);
  }
  await sql`
    update refund_requests set status = 'done', decided_by = ${actor.id}, decided_at = now() where id = ${id}`;
  return done;
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
    where subject_id = ${subjectId} and act = ${act} and input = ${sql.json(input as never)} and status = 'open'`;
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
    values (${id}, ${orderId}, ${act}, ${subjectId}, ${sql.json(input as never)}, ${amount}, ${actor.id})`;
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

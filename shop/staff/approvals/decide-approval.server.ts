import { cutText } from "#base/cut-text.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, inSavepoint, type Sql, violatedConstraint } from "#db/client.server.ts";
import { isStaff, type Person } from "#shop/kernel/access.ts";
import type { Permission } from "#shop/kernel/permissions.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { isFresh } from "#shop/staff/fresh-session.server.ts";
import type { ApprovalKindName } from "./approval.ts";
import type { ApprovalActs } from "./approval-kind.ts";

export type ApprovalProblem =
  | "not_permitted"
  | "not_found"
  | "reauthentication_needed"
  /** Nobody approves what they asked for themselves. */
  | "approval_of_own"
  /** The act benefits the actor, e.g. a discount on their own order. Another colleague has to decide. */
  | "own_order"
  /** Another person decided first, or the requester withdrew it. */
  | "approval_decided"
  | "approval_expired"
  /** The thing or the requester's rights have changed since: nothing was done, and the request is closed. */
  | "approval_outdated";

interface Row {
  readonly kind: ApprovalKindName;
  readonly subject_id: string;
  readonly payload: unknown;
  readonly permissions: readonly Permission[];
  readonly requested_by: string;
  readonly decision: string | null;
  readonly decided_by: string | null;
  readonly is_over: boolean;
}

/** Refusals of the database in its own words; the use case checks the same first, and others may be faster. */
const refusals = {
  approval_of_own: "approval_of_own",
  approval_expired: "approval_expired",
  approval_decided: "approval_decided",
  approval_not_allowed: "not_permitted",
  reauthentication_needed: "reauthentication_needed",
} as const satisfies Readonly<Record<string, ApprovalProblem>>;

/** Why the approved act is undone. */
class Outdated extends Error {}

/**
 * A colleague with the permissions and a fresh proof approves an act. It is done in the same transaction, exactly as it was
 * asked and in the name of the requester. Approving again changes nothing.
 */
export function approveAct(
  actor: Person,
  id: string,
  acts: ApprovalActs,
): Promise<Result<null, ApprovalProblem>> {
  return decide(actor, id, "approved", async (sql, row, sessionId) => {
    if (await isRefusedAsOwn(sql, actor, row, acts)) return "own_order";
    try {
      await inSavepoint(sql, async (inner) => {
        await inner`
          update approvals set decision = 'approved', decided_by = ${actor.id}, session_id = ${sessionId},
            decided_at = now(), done_at = now()
          where id = ${id}`;
        await inner`
          select set_config('shop.approval', ${id}, true), set_config('shop.actor', ${`person:${row.requested_by}`}, true),
            set_config('shop.request', ${`approval:${id}`}, true)`;
        const changed = await acts[row.kind].perform(inner, {
          id,
          requesterId: row.requested_by,
          subjectId: row.subject_id,
          payload: row.payload,
        });
        if (changed !== undefined) throw new Outdated(changed);
      });
      return undefined;
    } catch (error) {
      const reason = outdatedBy(error);
      if (reason === undefined) throw error;
      await sql`
        update approvals set decision = 'outdated', decided_by = ${actor.id}, session_id = ${sessionId},
          decided_at = now(), reason = ${reason}
        where id = ${id}`;
      return "approval_outdated";
    }
  });
}

/** Whether the act benefits the actor and another colleague may approve it. Without such a colleague, the actor may. */
async function isRefusedAsOwn(
  sql: Sql,
  actor: Person,
  { kind, subject_id, permissions, requested_by }: Row,
  acts: ApprovalActs,
): Promise<boolean> {
  if (!(await acts[kind].isOwn?.(sql, subject_id, actor.id))) return false;
  const [other] = await sql`
    select from profiles p where p.role <> 'CUSTOMER' and p.id not in (${actor.id}, ${requested_by})
      and private.may_all(p.id, ${[...permissions]}) limit 1`;
  return other !== undefined;
}

function outdatedBy(error: unknown): string | undefined {
  if (error instanceof Outdated) return error.message;
  return violatedConstraint(error) === "approval_requester_not_allowed"
    ? "requester_not_permitted"
    : undefined;
}

/** A colleague declines an act, with a fresh proof and a reason. Declining again changes nothing. */
export function declineAct(
  actor: Person,
  id: string,
  reason: string,
): Promise<Result<null, ApprovalProblem>> {
  return decide(actor, id, "declined", async (sql, _row, sessionId) => {
    await sql`
      update approvals set decision = 'declined', decided_by = ${actor.id}, session_id = ${sessionId},
        decided_at = now(), reason = ${cutText(reason.trim(), 500)}
      where id = ${id}`;
    return undefined;
  });
}

/** The requester takes a request back that still waits. Repeating it changes nothing. */
export async function withdrawAct(
  actor: Person,
  id: string,
): Promise<Result<null, ApprovalProblem>> {
  const permissions = await permissionsOf(actor, id);
  if (!permissions) return fail("not_found");
  return asStaff<null, ApprovalProblem>(actor, permissions[0], async (sql) => {
    const [row] = await sql<Pick<Row, "decision">[]>`
      select decision from approvals where id = ${id} and requested_by = ${actor.id} for update`;
    if (!row) return fail("not_found");
    if (row.decision !== null) {
      return row.decision === "withdrawn" ? ok(null) : fail("approval_decided");
    }
    await sql`update approvals set decision = 'withdrawn', decided_at = now() where id = ${id}`;
    return ok(null);
  });
}

/** @param write closes the locked request @returns the problem of a request that is closed all the same */
async function decide(
  actor: Person,
  id: string,
  decision: "approved" | "declined",
  write: (sql: Sql, row: Row, sessionId: string) => Promise<ApprovalProblem | undefined>,
): Promise<Result<null, ApprovalProblem>> {
  const permissions = await permissionsOf(actor, id);
  if (!permissions) return fail("not_found");
  try {
    const written = await asStaff<ApprovalProblem | undefined, ApprovalProblem>(
      actor,
      permissions[0],
      async (sql) => {
        const [row] = await sql<Row[]>`
          select kind, subject_id, payload, permissions, requested_by, decision, decided_by, expires_at <= now() as is_over
          from approvals where id = ${id} and private.may_all(${actor.id}, permissions) for update`;
        if (!row) return fail("not_permitted");
        if (row.decision !== null) {
          const isRepeat = row.decision === decision && row.decided_by === actor.id;
          return isRepeat ? ok(undefined) : fail("approval_decided");
        }
        if (row.requested_by === actor.id) return fail("approval_of_own");
        if (row.is_over) return fail("approval_expired");
        if (!(await isFresh(sql, actor))) return fail("reauthentication_needed");
        return ok(await write(sql, row, String(actor.claims.session_id)));
      },
    );
    if (!written.ok) return written;
    return written.value === undefined ? ok(null) : fail(written.value);
  } catch (error) {
    const constraint = violatedConstraint(error) ?? "";
    if (constraint in refusals) return fail(refusals[constraint as keyof typeof refusals]);
    throw error;
  }
}

/** @returns undefined for a request that the actor may not see */
async function permissionsOf(
  actor: Person,
  id: string,
): Promise<readonly [Permission, ...Permission[]] | undefined> {
  if (!isStaff(actor) || !isUuid(id)) return undefined;
  const [row] = await asShop()<{ permissions: readonly [Permission, ...Permission[]] }[]>`
    select permissions from approvals
    where id = ${id} and (requested_by = ${actor.id} or private.may_all(${actor.id}, permissions))`;
  return row?.permissions;
}

/** The job: ends requests that nobody decided in time. */
export async function expireApprovals(): Promise<void> {
  await asShop()`select private.expire_approvals()`;
}

import { fail, ok, type Result } from "#base/result.ts";
import { refusalDetail, type Sql, violatedConstraint } from "#db/client.server.ts";
import { enqueue } from "#db/enqueue.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { Permission } from "#shop/kernel/permissions.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import {
  type ApprovedLimit,
  type LimitProblem,
  maxShownChanges,
  type NewApproval,
  type ShownChange,
  type ShownChanges,
} from "./approval.ts";

/** The job that ends requests that nobody decided in time. */
export const expireApprovalsTask = "expire-approvals";

/** Which limit an act exceeded, and by what it was measured: rupiah, percent, or people. */
export interface OverLimit {
  readonly limit: ApprovedLimit;
  readonly amount: number;
  /** Of a task that cuts prices: the stock that it also writes off above the limit, rupiah. */
  readonly alsoWrittenOff?: number;
}

const constraints: Readonly<Record<string, ApprovedLimit>> = {
  write_off_over_limit: "write_off",
  price_cut_over_limit: "price_cut",
  recipients_over_limit: "recipients",
  staff_discount_over_limit: "staff_discount",
};

/** What an error of the database says about a limit of the actor; undefined for any other error. */
export function overLimitOf(error: unknown): OverLimit | undefined {
  const limit = constraints[violatedConstraint(error) ?? ""];
  return limit && { limit, amount: Number(refusalDetail(error)) };
}

/** Describes an act for the colleague who decides; undefined: the thing is gone. */
export type Describe = (sql: Sql, over: OverLimit) => Promise<NewApproval | undefined>;

/**
 * Performs an act of staff. One above a limit of the actor is refused by PostgreSQL (`private.check_limit`); it is then
 * stored, and a colleague decides about it.
 * @param permission that the act needs
 * @param act one transaction, undone by the refusal
 */
export async function withLimits<T, P>(
  actor: Person,
  permission: Permission,
  act: () => Promise<Result<T, P>>,
  describe: Describe,
): Promise<Result<T, P | LimitProblem>> {
  try {
    return await act();
  } catch (error) {
    const over = overLimitOf(error);
    if (!over) throw error;
    return askColleague(actor, permission, over, describe);
  }
}

/** `withLimits` for use cases whose problems are objects. */
export async function withCodedLimits<T, P extends { readonly code: string }>(
  actor: Person,
  permission: Permission,
  act: () => Promise<Result<T, P>>,
  describe: Describe,
): Promise<Result<T, P | { readonly code: LimitProblem }>> {
  const result = await withLimits<T, P>(actor, permission, act, describe);
  if (result.ok) return result;
  const { problem } = result;
  return fail(typeof problem === "string" ? { code: problem } : problem);
}

/** Stores an act until a colleague decides. The same act again is the same request while it waits. */
export async function askColleague(
  actor: Person,
  permission: Permission,
  over: OverLimit,
  describe: Describe,
): Promise<{ readonly ok: false; readonly problem: LimitProblem }> {
  const asked = await asStaff<null, LimitProblem>(
    actor,
    permission,
    async (sql) => {
      const described = await describe(sql, over);
      if (!described) return fail("nobody_may_approve");
      return store(sql, actor, over, described);
    },
    "nobody_may_approve",
  );
  return asked.ok ? { ok: false, problem: "waits_for_approval" } : asked;
}

async function store(
  sql: Sql,
  actor: Person,
  { limit, amount, alsoWrittenOff }: OverLimit,
  { kind, subjectId, permissions, payload, shown }: NewApproval,
): Promise<Result<null, LimitProblem>> {
  // An overdue one would stand in the way of the same request.
  await sql`select private.expire_approvals()`;
  const [other] = await sql`
    select from profiles p
    where p.role <> 'CUSTOMER' and p.id <> ${actor.id} and private.may_all(p.id, ${[...permissions]}) limit 1`;
  if (!other) return fail("nobody_may_approve");
  const [made] = await sql<{ id: string; expires_at: Date }[]>`
    insert into approvals (kind, subject_id, limit_kind, amount, also_written_off, permissions, payload, shown, requested_by)
    values (${kind}, ${subjectId}, ${limit}, ${amount}, ${alsoWrittenOff ?? null}, ${[...permissions]}, ${sql.json(payload)},
      ${sql.json(shown)}, ${actor.id})
    on conflict do nothing returning id, expires_at`;
  if (made) {
    await enqueue(
      sql,
      expireApprovalsTask,
      {},
      { key: `approval:${made.id}`, runAt: made.expires_at },
    );
  }
  return ok(null);
}

/**
 * The largest changes first, as far as a page lists them.
 * @param earlier of a file that is read in parts: what was shown of the parts before
 */
export function showChanges(changes: readonly ShownChange[], earlier?: ShownChanges): ShownChanges {
  const changed = changes.filter(({ before, after }) => before !== after);
  const size = ({ before, after }: ShownChange) =>
    before ? ((after ?? 0) - before) / before : Number.POSITIVE_INFINITY;
  return {
    changes: [...(earlier?.changes ?? []), ...changed]
      .sort((a, b) => size(a) - size(b))
      .slice(0, maxShownChanges),
    total: (earlier?.total ?? 0) + changed.length,
  };
}

/** The newest adjustment of each variant: a stock act was made for these. */
export async function adjustmentsOf(
  sql: Sql,
  variantIds: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  const rows = await sql<{ variant_id: string; id: number }[]>`
    select variant_id, max(id) as id from stock_movements
    where variant_id = any (${[...variantIds]}::uuid[]) and kind = 'adjusted' group by variant_id`;
  return Object.fromEntries(rows.map(({ variant_id, id }) => [variant_id, Number(id)]));
}

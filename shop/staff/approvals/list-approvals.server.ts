import { isUuid } from "#base/uuid.ts";
import { asShop, type Sql, type SqlFragment } from "#db/client.server.ts";
import { isStaff, type Person } from "#shop/kernel/access.ts";
import type { ApprovalKindName } from "./approval.ts";
import type { Approval, ApprovalView } from "./approval-row.ts";
import { decidedIds } from "./decided-approvals.server.ts";

const perPage = 30;

type Stored = Omit<Approval, "requested_at" | "expires_at" | "decided_at"> & {
  readonly requested_at: Date;
  readonly expires_at: Date;
  readonly decided_at: Date | null;
};

/** An overdue request that the job has not ended yet is expired all the same. */
function rowsOf(sql: Sql, actor: Person, where: SqlFragment) {
  return sql<Stored[]>`
    select a.id, a.kind, a.subject_id, a.limit_kind, a.amount, a.also_written_off, a.shown, a.requested_at, a.expires_at, d.decision, a.reason,
      coalesce(nullif(rp.full_name, ''), ru.email, '') as requester,
      coalesce(nullif(dp.full_name, ''), du.email) as decider,
      coalesce(a.decided_at, case when d.decision = 'expired' then a.expires_at end) as decided_at,
      a.requested_by = ${actor.id} as is_mine,
      d.decision is null and a.requested_by <> ${actor.id} and m.may_decide as may_decide
    from approvals a
    cross join lateral (
      select coalesce(a.decision, case when a.expires_at <= now() then 'expired' end) as decision) d
    cross join lateral (
      select coalesce(a.permissions <@ (select private.permissions_of(${actor.id})), false) as may_decide) m
    left join profiles rp on rp.id = a.requested_by left join auth.users ru on ru.id = a.requested_by
    left join profiles dp on dp.id = a.decided_by left join auth.users du on du.id = a.decided_by
    where (a.requested_by = ${actor.id} or m.may_decide) and ${where}`;
}

const shown = ({ requested_at, expires_at, decided_at, ...row }: Stored): Approval => ({
  ...row,
  requested_at: requested_at.toISOString(),
  expires_at: expires_at.toISOString(),
  decided_at: decided_at?.toISOString() ?? null,
});

/**
 * A page of requests. Those that wait: the ones that end first; the others: newest first.
 * @param after the id that the page follows
 */
export async function listApprovals(
  actor: Person,
  filter: {
    readonly view: ApprovalView;
    readonly kind: ApprovalKindName | null;
    readonly after: string | null;
  },
): Promise<{ approvals: readonly Approval[]; after: string | null }> {
  if (!isStaff(actor)) return { approvals: [], after: null };
  const sql = asShop();
  const isWaiting = filter.view === "waiting";
  const kind = filter.kind === null ? sql`` : sql`and a.kind = ${filter.kind}`;
  const at = isUuid(filter.after)
    ? sql`(select requested_at from approvals where id = ${filter.after}), ${filter.after}::uuid`
    : undefined;
  const beyond = at
    ? isWaiting
      ? sql`and (a.requested_at, a.id) > (${at})`
      : sql`and (a.requested_at, a.id) < (${at})`
    : sql``;
  const order = isWaiting
    ? sql`order by a.requested_at, a.id`
    : sql`order by a.requested_at desc, a.id desc`;
  const limit = perPage + 1;
  const where = {
    waiting: sql`a.decision is null and a.expires_at > now() ${kind} ${beyond}`,
    mine: sql`a.requested_by = ${actor.id} ${kind} ${beyond}`,
    decided: sql`a.id in (${decidedIds(sql, actor, { kind, beyond, limit })})`,
  }[filter.view];
  const rows = await sql<Stored[]>`${rowsOf(sql, actor, where)} ${order} limit ${limit}`;
  const page = rows.slice(0, perPage).map(shown);
  return { approvals: page, after: rows.length > perPage ? (page.at(-1)?.id ?? null) : null };
}

/** @returns undefined for a request that the actor may not see */
export async function findApproval(actor: Person, id: string): Promise<Approval | undefined> {
  if (!isStaff(actor) || !isUuid(id)) return undefined;
  const sql = asShop();
  const [row] = await rowsOf(sql, actor, sql`a.id = ${id}`);
  return row && shown(row);
}

/** What waits about one thing, for the page of the thing. */
export async function waitingAbout(actor: Person, subjectId: string): Promise<readonly Approval[]> {
  if (!isStaff(actor) || !isUuid(subjectId)) return [];
  const sql = asShop();
  const rows = await sql<Stored[]>`
    ${rowsOf(sql, actor, sql`a.subject_id = ${subjectId} and a.decision is null and a.expires_at > now()`)}
    order by a.requested_at limit 5`;
  return rows.map(shown);
}

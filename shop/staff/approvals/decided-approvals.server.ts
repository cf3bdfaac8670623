import type { Sql, SqlFragment } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";

/**
 * The ids of the newest decided requests that a person sees, as a query. Each pair of kind and permissions has its own rows in
 * the index `approvals_decidable`, so a person who may decide few of very many requests waits for none of the others.
 * @param kind a condition on the kind of `a`, or nothing
 * @param beyond a condition on `a.requested_at` and `a.id`, or nothing
 */
export function decidedIds(
  sql: Sql,
  actor: Person,
  {
    kind,
    beyond,
    limit,
  }: { readonly kind: SqlFragment; readonly beyond: SqlFragment; readonly limit: number },
): SqlFragment {
  const decided = sql`(a.decision is not null or a.expires_at <= now()) ${kind} ${beyond}`;
  const newest = sql`a.requested_at desc, a.id desc limit ${limit}`;
  return sql`
    with recursive pairs as (
      (select kind, permissions from approvals order by kind, permissions limit 1)
      union all
      select next.kind, next.permissions from pairs p
      cross join lateral (
        select a.kind, a.permissions from approvals a where (a.kind, a.permissions) > (p.kind, p.permissions)
        order by a.kind, a.permissions limit 1) next)
    select seen.id from pairs p
    cross join lateral (
      select a.id from approvals a where a.kind = p.kind and a.permissions = p.permissions and ${decided}
      -- All columns of the index: under row-level security, equal arrays are no constants to the planner.
      order by a.kind desc, a.permissions desc, ${newest}) seen
    where p.permissions <@ (select private.permissions_of(${actor.id}))
    union
    (select a.id from approvals a where a.requested_by = ${actor.id} and ${decided} order by ${newest})`;
}

import { fail, type Result } from "#base/result.ts";
import { inTransaction, type RollbackWith, type Sql } from "#db/client.server.ts";
import { isStaff, type Person } from "#shop/kernel/access.ts";
import type { Permission } from "#shop/kernel/permissions.ts";

type Work<T, P> = (sql: Sql, rollbackWith: RollbackWith<Result<T, P>>) => Promise<Result<T, P>>;

/**
 * One transaction with the rights of the shop in the name of a person. PostgreSQL checks the permission, the session and
 * the second factor again, and the audit log names the person.
 * @param refusal of somebody who may not, before anything was written
 */
export function asStaff<T, P>(
  actor: Person,
  permission: Permission,
  work: Work<T, P>,
  refusal: P,
): Promise<Result<T, P>>;
/** @returns `not_permitted` for somebody who may not */
export function asStaff<T, P>(
  actor: Person,
  permission: Permission,
  work: Work<T, P>,
): Promise<Result<T, P | "not_permitted">>;
export function asStaff<T, P>(
  actor: Person,
  permission: Permission,
  work: Work<T, P>,
  refusal: P | "not_permitted" = "not_permitted",
): Promise<Result<T, P | "not_permitted">> {
  if (!isStaff(actor)) return Promise.resolve(fail(refusal));
  return inTransaction<Result<T, P | "not_permitted">>(async (sql, rollbackWith) => {
    if (!(await beginAs(sql, actor, permission))) return fail(refusal);
    const result = await work(sql, rollbackWith);
    return result.ok ? result : rollbackWith(result);
  });
}

async function beginAs(
  sql: Sql,
  { claims, requestId }: Person,
  permission: Permission,
): Promise<boolean> {
  const [row] = await sql<{ is_allowed: boolean }[]>`
    select private.begin_as(${sql.json(claims)}, ${permission}, ${requestId ?? null}) as is_allowed`;
  return row?.is_allowed === true;
}

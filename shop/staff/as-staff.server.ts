import { fail, type Result } from "#base/result.ts";
import { inTransaction, type RollbackWith, type Sql } from "#db/client.server.ts";
import { type Actor, isStaff } from "#shop/access.ts";
import type { Permission } from "./permissions.ts";

type Outcome<T, P> = Result<T, P | "not_permitted">;

/** One transaction of a member of staff. */
export async function asStaff<T, P>(
  actor: Actor,
  _permission: Permission,
  work: (sql: Sql, rollbackWith: RollbackWith<Outcome<T, P>>) => Promise<Result<T, P>>,
): Promise<Outcome<T, P>> {
  if (!isStaff(actor)) return fail("not_permitted");
  return inTransaction<Outcome<T, P>>(work);
}

export async function mayDo(actor: Actor, _permission: Permission): Promise<boolean> {
  return isStaff(actor);
}

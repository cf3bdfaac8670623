import { fail, ok, type Result } from "#base/result.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { asStaff } from "./as-staff.server.ts";
import { isFresh } from "./fresh-session.server.ts";

/** What the shop asks of all its staff. */
export interface StaffPolicy {
  /** ISO 8601; from then on nobody is staff without a second factor. */
  readonly second_factor_from: string | null;
  /** Staff who have none. */
  readonly without_factor: number;
  /** Of a session of staff, in all and without anything done. Null: as any other session. */
  readonly session_hours: number | null;
  readonly idle_minutes: number | null;
}

export type StaffPolicyProblem =
  | "not_permitted"
  | "only_administrators"
  | "reauthentication_needed"
  | "own_factor_missing";

export async function readStaffPolicy(actor: Person): Promise<StaffPolicy> {
  const none = {
    second_factor_from: null,
    without_factor: 0,
    session_hours: null,
    idle_minutes: null,
  };
  if (!may(actor, "staff.edit")) return none;
  const [row] = await asShop()<
    (Omit<StaffPolicy, "second_factor_from"> & { second_factor_from: Date | null })[]
  >`
    select second_factor_from, session_hours, idle_minutes, (
      select count(*)::int from profiles p join auth.users u on u.id = p.id
      where p.role in ('USER', 'ADMIN') and u.deleted_at is null and not exists (
        select from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified')) as without_factor
    from staff_policy`;
  if (!row) return none;
  return { ...row, second_factor_from: row.second_factor_from?.toISOString() ?? null };
}

/**
 * Asks a second factor of all staff from a moment on, or no longer. Only an administrator with a factor may, so that
 * somebody can still sign in afterwards.
 * @param from ISO 8601, or null for never
 */
export function requireSecondFactor(
  actor: Person,
  from: string | null,
): Promise<Result<null, StaffPolicyProblem>> {
  return asStaff<null, StaffPolicyProblem>(actor, "staff.edit", async (sql) => {
    const [own] = await sql<{ is_admin: boolean; has_factor: boolean }[]>`
      select private.role_of(${actor.id}) = 'ADMIN' as is_admin, exists (
        select from auth.mfa_factors f where f.user_id = ${actor.id} and f.status = 'verified') as has_factor`;
    if (!own?.is_admin) return fail("only_administrators");
    if (!(await isFresh(sql, actor))) return fail("reauthentication_needed");
    if (!own.has_factor) return fail("own_factor_missing");
    await sql`update staff_policy set second_factor_from = ${from}::timestamptz`;
    return ok(null);
  });
}

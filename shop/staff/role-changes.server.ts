import { fail, ok, type Result } from "#base/result.ts";
import { type Sql, violatedConstraint } from "#db/client.server.ts";
import type { Person, Role } from "#shop/kernel/access.ts";
import { asStaff } from "./as-staff.server.ts";
import { isFresh } from "./fresh-session.server.ts";

/** What a person may do: the role, and of a USER the staff role. */
export interface StaffRights {
  readonly role: Role;
  readonly staff_role: string;
}

export type RoleChangeProblem =
  | "not_permitted"
  | "reauthentication_needed"
  | "not_found"
  | "role_unknown"
  | "beyond_own_rights"
  | "changed_meanwhile"
  | "last_administrator";

/**
 * Whether the actor may give and take a role: administrators every one, others those whose permissions they all have and
 * whose limits are not above their own.
 * @param staffRole of a USER
 */
export async function mayGrant(
  sql: Sql,
  actor: Person,
  role: Role,
  staffRole: string | null,
): Promise<boolean> {
  const [row] = await sql<{ may: boolean }[]>`
    select private.role_of(${actor.id}) = 'ADMIN' or case ${role}::text
      when 'ADMIN' then false
      when 'USER' then (
        select r.permissions <@ private.permissions_of(${actor.id})
          and private.is_within_limits(${actor.id}, r.permissions, r.limits)
        from staff_roles r where r.id = ${staffRole})
      else true end as may`;
  return row?.may === true;
}

/**
 * Changes what a member of staff may do. The role CUSTOMER ends their work for the shop: their sessions and open
 * invitations end in the same transaction.
 * @param before what the actor saw; another person may have changed it since
 */
export async function changeStaffRights(
  actor: Person,
  personId: string,
  before: StaffRights,
  after: StaffRights,
): Promise<Result<null, RoleChangeProblem>> {
  try {
    return await asStaff<null, RoleChangeProblem>(actor, "staff.edit", async (sql) => {
      if (!(await isFresh(sql, actor))) return fail("reauthentication_needed");
      const [person] = await sql<StaffRights[]>`
        select p.role, p.staff_role from profiles p join auth.users u on u.id = p.id
        where p.id = ${personId} and p.role in ('USER', 'ADMIN') and u.deleted_at is null for update of p`;
      if (!person) return fail("not_found");
      if (!isSameRights(person, before)) return fail("changed_meanwhile");
      if (!(await isStaffRole(sql, after.staff_role))) return fail("role_unknown");
      // Whoever may not give a role may not take it either.
      for (const rights of [person, after]) {
        if (!(await mayGrant(sql, actor, rights.role, rights.staff_role))) {
          return fail("beyond_own_rights");
        }
      }
      await sql`
        update profiles set role = ${after.role}, staff_role = ${after.staff_role} where id = ${personId}`;
      if (after.role === "CUSTOMER") await endWork(sql, personId);
      return ok(null);
    });
  } catch (error) {
    if (violatedConstraint(error) === "last_administrator") return fail("last_administrator");
    throw error;
  }
}

/** The staff role of anybody but a USER has no meaning. */
function isSameRights(a: StaffRights, b: StaffRights): boolean {
  return a.role === b.role && (a.role !== "USER" || a.staff_role === b.staff_role);
}

async function isStaffRole(sql: Sql, id: string): Promise<boolean> {
  const [found] = await sql`select from staff_roles where id = ${id} for share`;
  return found !== undefined;
}

async function endWork(sql: Sql, personId: string): Promise<void> {
  await sql`delete from auth.sessions where user_id = ${personId}`;
  await sql`
    update staff_invitations set revoked_at = now()
    where invited_by = ${personId} and used_at is null and revoked_at is null`;
}

import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, violatedConstraint } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { type Permission, permissions } from "#shop/kernel/permissions.ts";
import { textLine } from "#shop/kernel/text-line.ts";
import { asStaff } from "./as-staff.server.ts";
import { isFresh } from "./fresh-session.server.ts";

/** A set of permissions that staff can have. */
export interface StaffRole {
  readonly id: string;
  /** Empty for a built-in role: the catalogue of messages names it. */
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly built_in: boolean;
  readonly version: number;
  /** Names or addresses of the people who have it, and addresses with an open invitation to it. */
  readonly holders: readonly string[];
  /** Whether the role's limits are not above those of the person who asks. */
  readonly is_within_limits: boolean;
}

const maxRoleNameLength = 60;

export const staffRoleSchema = v.object({
  /** Chosen by the form, so that sending it twice makes one role. */
  id: v.pipe(v.string(), v.uuid("invalid_input")),
  name: textLine(maxRoleNameLength),
  permissions: v.array(v.picklist(permissions, "permission_unknown")),
});
export type StaffRoleInput = v.InferOutput<typeof staffRoleSchema>;

export type StaffRoleProblem =
  | "not_permitted"
  | "reauthentication_needed"
  | "not_found"
  | "beyond_own_rights"
  | "changed_meanwhile"
  | "built_in"
  | "role_name_taken"
  | "role_in_use";

/** Built-in roles in the order of the program, then the shop's own by name. */
export async function listStaffRoles(actor: Person): Promise<readonly StaffRole[]> {
  if (!may(actor, "staff.edit")) return [];
  return asShop()<StaffRole[]>`
    select r.id, r.name, r.permissions, r.built_in, r.version,
      private.is_within_limits(${actor.id}, r.permissions, r.limits),
      array(
        select holder from (
          select coalesce(nullif(p.full_name, ''), u.email, u.phone, '') as holder
          from profiles p join auth.users u on u.id = p.id
          where p.staff_role = r.id and p.role = 'USER' and u.deleted_at is null
          union all
          select i.email from staff_invitations i
          where i.staff_role = r.id and i.used_at is null and i.revoked_at is null and i.expires_at > now()
        ) held order by holder) as holders
    from staff_roles r
    order by r.built_in desc, cardinality(r.permissions) desc, lower(r.name), r.id`;
}

/** Makes a role, with the limits of the actor's role. The same id again changes nothing. */
export function createStaffRole(
  actor: Person,
  input: StaffRoleInput,
): Promise<Result<null, StaffRoleProblem>> {
  return write(actor, async (sql, isCovered) => {
    if (!isCovered(input.permissions)) return fail("beyond_own_rights");
    await sql`
      insert into staff_roles (id, name, permissions, limits)
      values (${input.id}, ${input.name}, ${inOrder(input.permissions)}, coalesce((
        select r.limits from profiles p join staff_roles r on r.id = p.staff_role
        where p.id = ${actor.id} and p.role = 'USER'), '{}')) on conflict (id) do nothing`;
    return ok(null);
  });
}

/** @param version of the role that the actor changed */
export function saveStaffRole(
  actor: Person,
  id: string,
  version: number,
  { name, permissions: chosen }: Pick<StaffRoleInput, "name" | "permissions">,
): Promise<Result<null, StaffRoleProblem>> {
  return write(actor, async (sql, isCovered) => {
    const [role] = await sql<
      Pick<StaffRole, "built_in" | "version" | "permissions" | "is_within_limits">[]
    >`
      select built_in, version, permissions,
        private.is_within_limits(${actor.id}, ${inOrder(chosen)}, limits)
      from staff_roles where id = ${id} for update`;
    if (!role) return fail("not_found");
    if (role.built_in) return fail("built_in");
    if (role.version !== version) return fail("changed_meanwhile");
    if (!isCovered(chosen) || !isCovered(role.permissions) || !role.is_within_limits) {
      return fail("beyond_own_rights");
    }
    await sql`
      update staff_roles set name = ${name}, permissions = ${inOrder(chosen)} where id = ${id}`;
    return ok(null);
  });
}

/** Deletes a role that nobody has and that no open invitation gives. */
export function deleteStaffRole(
  actor: Person,
  id: string,
): Promise<Result<null, StaffRoleProblem>> {
  return write(actor, async (sql, isCovered) => {
    const [role] = await sql<Pick<StaffRole, "built_in" | "permissions">[]>`
      select built_in, permissions from staff_roles where id = ${id} for update`;
    if (!role) return fail("not_found");
    if (role.built_in) return fail("built_in");
    if (!isCovered(role.permissions)) return fail("beyond_own_rights");
    const [used] = await sql`
      select from profiles where staff_role = ${id} and role = 'USER'
      union all
      select from staff_invitations
      where staff_role = ${id} and used_at is null and revoked_at is null and expires_at > now() limit 1`;
    if (used) return fail("role_in_use");
    // Without meaning for customers and administrators who had it once.
    await sql`update profiles set staff_role = default where staff_role = ${id}`;
    await sql`delete from staff_roles where id = ${id}`;
    return ok(null);
  });
}

const inOrder = (chosen: readonly Permission[]) =>
  permissions.filter((permission) => chosen.includes(permission));

type Work = Parameters<typeof asStaff<null, StaffRoleProblem>>[2];
type Sql = Parameters<Work>[0];

/** A writing transaction. `isCovered`: whether the actor has all the permissions. */
async function write(
  actor: Person,
  work: (
    sql: Sql,
    isCovered: (wanted: readonly Permission[]) => boolean,
  ) => Promise<Result<null, StaffRoleProblem>>,
): Promise<Result<null, StaffRoleProblem>> {
  try {
    return await asStaff<null, StaffRoleProblem>(actor, "staff.edit", async (sql) => {
      if (!(await isFresh(sql, actor))) return fail("reauthentication_needed");
      const [own] = await sql<{ permissions: Permission[] }[]>`
        select private.permissions_of(${actor.id}) as permissions`;
      return work(sql, (wanted) => wanted.every((key) => own?.permissions.includes(key)));
    });
  } catch (error) {
    if (violatedConstraint(error) === "staff_role_name_taken") return fail("role_name_taken");
    throw error;
  }
}

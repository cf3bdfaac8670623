import { isAdministrator, type Person } from "#shop/kernel/access.ts";
import { listStaffRoles, type StaffRole } from "#shop/staff/staff-roles.server.ts";
import type { RoleChoice } from "./role-select.tsx";

/** The roles that the actor may assign: all for administrators, else those within the actor's permissions and limits. */
export async function readRoleChoices(actor: Person): Promise<readonly RoleChoice[]> {
  const roles = await listStaffRoles(actor);
  const given = roles.filter((role) => coversRole(actor, role));
  return [
    ...(isAdministrator(actor) ? [{ id: "ADMIN", name: "" }] : []),
    ...given.map(({ id, name }) => ({ id, name })),
  ];
}

/** Whether the actor has every permission of the role, and limits that are not below the role's. */
export function coversRole(
  actor: Person,
  { permissions, is_within_limits }: Pick<StaffRole, "permissions" | "is_within_limits">,
): boolean {
  return (
    is_within_limits && permissions.every((permission) => actor.permissions.includes(permission))
  );
}

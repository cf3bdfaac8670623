import { isAdministrator, type Person } from "#shop/access.ts";
import { listStaffRoles, type StaffRole } from "#shop/staff/staff-roles.server.ts";
import type { RoleChoice } from "./role-select.tsx";

/** The roles that the actor may give: administrators all, others those whose permissions they all have. */
export async function readRoleChoices(actor: Person): Promise<readonly RoleChoice[]> {
  const roles = await listStaffRoles(actor);
  const given = roles.filter((role) => coversRole(actor, role));
  return [
    ...(isAdministrator(actor) ? [{ id: "ADMIN", name: "" }] : []),
    ...given.map(({ id, name }) => ({ id, name })),
  ];
}

/** Whether the actor has every permission of the role. */
export function coversRole(
  actor: Person,
  { permissions }: Pick<StaffRole, "permissions">,
): boolean {
  return permissions.every((permission) => actor.permissions.includes(permission));
}

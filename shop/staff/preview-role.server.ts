import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { Permission } from "#shop/kernel/permissions.ts";

/** Names the role in whose eyes a person looks at the back office. */
export const previewCookie = "role-preview";

/** @param cookies the header of the request @returns the id of the role */
export function readPreviewCookie(cookies: string | null | undefined): string | undefined {
  return /(?:^|;\s*)role-preview=([a-z0-9-]{1,60})(?:;|$)/.exec(cookies ?? "")?.[1];
}

/**
 * The person as they would be with a role, for looking only: they may read what the role may and they may themselves. Whoever
 * runs a request of such a person refuses every write.
 * @returns the person as they are when they may not look, or the role is gone
 */
export async function previewRole(actor: Person, roleId: string): Promise<Person> {
  if (!may(actor, "staff.edit")) return actor;
  const [role] = await asShop()<{ name: string; permissions: Permission[] }[]>`
    select name, permissions from staff_roles where id = ${roleId}`;
  if (!role) return actor;
  const permissions = role.permissions.filter((key) => actor.permissions.includes(key));
  return { ...actor, role: "USER", permissions, preview: { id: roleId, name: role.name } };
}

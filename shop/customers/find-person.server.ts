import { asShop } from "#db/client.server.ts";
import { type Actor, isRole, visitor } from "#shop/kernel/access.ts";
import type { Permission } from "#shop/kernel/permissions.ts";

/**
 * The actor of a verified access token. The role comes from the profile at each request, never from the token: a
 * demotion takes effect at once. A person with a second factor is a visitor until the factor was verified (`aal2`).
 */
export async function findActor(claims: Readonly<Record<string, unknown>>): Promise<Actor> {
  const { sub } = claims;
  if (typeof sub !== "string") return visitor;
  const [profile] = await asShop()<
    { role: string; email: string | null; permissions: Permission[]; has_factor: boolean }[]
  >`
    select p.role, u.email, private.permissions_of(p.id) as permissions,
      p.role = 'CUSTOMER' or private.has_staff_factor(p.id) as has_factor
    from profiles p join auth.users u on u.id = p.id
    where p.id = ${sub} and u.deleted_at is null and (u.banned_until is null or u.banned_until < now())
      and (${claims.aal === "aal2"} or not exists (
        select from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified'))`;
  if (!profile || !isRole(profile.role)) return visitor;
  const { role, permissions, has_factor } = profile;
  const email = profile.email ?? undefined;
  const lacksStaffFactor = !has_factor;
  return { kind: "person", id: sub, role, email, permissions, claims, lacksStaffFactor };
}

import { asShop } from "#db/client.server.ts";
import { may, type Person, type Role } from "#shop/kernel/access.ts";

/** A person with a role of staff, as colleagues who manage staff see them. */
export interface StaffPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly staff_role: string;
  /** Of a role of the shop's own. */
  readonly role_name: string;
  readonly has_second_factor: boolean;
  readonly sessions: number;
  /** ISO 8601 */
  readonly last_sign_in: string | null;
  readonly state: "active" | "unconfirmed" | "banned";
}

/** Administrators first, then by name. A shop's staff fit on one page. */
export async function listStaffPeople(
  actor: Person,
  id: string | null = null,
): Promise<readonly StaffPerson[]> {
  if (!may(actor, "staff.edit")) return [];
  const rows = await asShop()<(Omit<StaffPerson, "last_sign_in"> & { last: Date | null })[]>`
    select p.id, p.full_name as name, coalesce(u.email, u.phone, '') as email, p.role, p.staff_role, r.name as role_name,
      exists (
        select from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified') as has_second_factor,
      (select count(*)::int from auth.sessions s
        where s.user_id = p.id and (s.not_after is null or s.not_after > now())) as sessions,
      u.last_sign_in_at as last,
      case when u.banned_until > now() then 'banned'
        when u.email_confirmed_at is null and u.phone_confirmed_at is null then 'unconfirmed'
        else 'active' end as state
    from profiles p join auth.users u on u.id = p.id join staff_roles r on r.id = p.staff_role
    where p.role in ('USER', 'ADMIN') and u.deleted_at is null and (${id}::uuid is null or p.id = ${id})
    order by p.role, coalesce(nullif(p.full_name, ''), u.email), p.id`;
  return rows.map(({ last, ...row }) => ({ ...row, last_sign_in: last?.toISOString() ?? null }));
}

import { asShop, type Sql } from "#db/client.server.ts";

/** A person with a role of staff. */
export interface StaffMember {
  readonly email: string;
  readonly role: "USER" | "ADMIN";
  readonly isConfirmed: boolean;
  readonly hasSecondFactor: boolean;
  readonly lastSignIn: Date | null;
}

/** Administrators first. */
export async function listStaff(): Promise<readonly StaffMember[]> {
  return asShop()<StaffMember[]>`
    select coalesce(u.email, u.phone, '') as email, p.role,
      u.email_confirmed_at is not null or u.phone_confirmed_at is not null as "isConfirmed",
      exists (
        select from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified'
      ) as "hasSecondFactor",
      u.last_sign_in_at as "lastSignIn"
    from profiles p join auth.users u on u.id = p.id
    where p.role in ('USER', 'ADMIN') and u.deleted_at is null
    order by p.role, email`;
}

/** Makes a person an administrator; a trigger records the change in the audit log. */
export async function makeAdministrator(sql: Sql, id: string): Promise<void> {
  await sql`update profiles set role = 'ADMIN' where id = ${id} and role <> 'ADMIN'`;
}

/**
 * Makes the owner of a confirmed address an administrator.
 * @returns false when the address has no confirmed account
 */
export async function promoteToAdministrator(sql: Sql, email: string): Promise<boolean> {
  const [user] = await sql<{ id: string }[]>`
    select id from auth.users
    where email = ${email} and email_confirmed_at is not null and deleted_at is null for update`;
  if (!user) return false;
  await makeAdministrator(sql, user.id);
  return true;
}

import { fail, ok, type Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { recordAct } from "#shop/staff/staff-rights.server.ts";
import type { Profile } from "./profile.ts";

/** What staff may say about a customer. The e-mail address and the password are the customer's own. */
export interface CustomerFacts extends Pick<Profile, "full_name" | "phone" | "language"> {
  /** Names of customer groups. */
  readonly groups: readonly string[];
}

/**
 * Changes a customer, or adds one for a null id; the caller has checked the permission `customers.edit`. A new customer has no
 * password and no consent: the person sets a password by "forgotten password". Accounts of staff are refused. The audit log
 * says which fields changed, not their values.
 */
export async function writeCustomer(
  sql: Sql,
  actor: Pick<Person, "id" | "requestId">,
  known: { readonly id: string | null; readonly email: string },
  { groups, ...profile }: CustomerFacts,
): Promise<Result<{ id: string }, "email_taken" | "person_is_staff" | "group_unknown">> {
  const found = await sql<{ id: string; name: string }[]>`
    select id, name from customer_groups where lower(name) = any (${groups.map((name) => name.toLowerCase())})`;
  if (found.length < new Set(groups.map((name) => name.toLowerCase())).size) {
    return fail("group_unknown");
  }
  const id = known.id ?? (await addCustomer(sql, known.email, profile));
  if (id === null) {
    const [staff] = await sql`
      select from auth.users u join profiles p on p.id = u.id
      where lower(u.email) = ${known.email} and p.role <> 'CUSTOMER'`;
    return fail(staff ? "person_is_staff" : "email_taken");
  }
  const [before] = await sql<Pick<Profile, "full_name" | "phone" | "language">[]>`
    select full_name, phone, language from profiles where id = ${id} and role = 'CUSTOMER' for update`;
  if (!before) return fail("person_is_staff");
  const fields = (["full_name", "phone", "language"] as const).filter(
    (name) => (before[name] ?? "") !== (profile[name] ?? ""),
  );
  if (fields.length > 0) await sql`update profiles set ${sql(profile)} where id = ${id}`;
  if (fields.length > 0 || known.id === null) {
    const act = known.id === null ? "customer.created" : "customer.changed";
    await recordAct(sql, actor, act, { subjectId: id, details: { fields } });
  }
  const ids = found.map((group) => group.id);
  await sql`
    delete from customer_group_members where customer_id = ${id} and group_id <> all (${ids}::uuid[])`;
  await sql`
    insert into customer_group_members (group_id, customer_id) select one, ${id} from unnest(${ids}::uuid[]) one
    on conflict do nothing`;
  return ok({ id });
}

async function addCustomer(
  sql: Sql,
  email: string,
  { full_name, language }: Pick<Profile, "full_name" | "language">,
): Promise<string | null> {
  const [row] = await sql<{ id: string | null }[]>`
    select private.add_customer(${email}, ${full_name}, ${language}) as id`;
  return row?.id ?? null;
}

/** Takes back a customer whom staff added and who has neither confirmed the address nor ordered since. */
export async function removeAddedCustomer(
  sql: Sql,
  actor: Pick<Person, "id" | "requestId">,
  id: string,
): Promise<Result<null, "customer_stays">> {
  const [gone] = await sql`
    delete from auth.users u where id = ${id} and email_confirmed_at is null and phone_confirmed_at is null
      and last_sign_in_at is null and not exists (select from orders o where o.customer_id = u.id)
      and private.role_of(u.id) = 'CUSTOMER'
    returning id`;
  if (!gone) return fail("customer_stays");
  await recordAct(sql, actor, "customer.deleted", { subjectId: id });
  return ok(null);
}

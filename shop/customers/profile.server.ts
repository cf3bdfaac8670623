import { asCaller } from "#db/client.server.ts";
import { callerOf, type Person } from "#shop/kernel/access.ts";
import type { Profile } from "./profile.ts";

/** The actor's profile; the name is empty until the person has given one. */
export async function readProfile(actor: Person): Promise<Profile> {
  const [profile] = await asCaller(
    callerOf(actor),
    (sql) => sql<Profile[]>`
        select full_name, phone, contact_email, language from profiles where id = ${actor.id}`,
    "read only",
  );
  return profile ?? { full_name: "", phone: null, contact_email: null, language: "id" };
}

export async function saveProfile(actor: Person, profile: Profile): Promise<void> {
  await asCaller(
    callerOf(actor),
    (sql) => sql`update profiles set ${sql(profile)} where id = ${actor.id}`,
  );
}

/** Whether the person has no e-mail address for receipts yet. */
export async function lacksContact(actor: Person): Promise<boolean> {
  return !actor.email && !(await readProfile(actor)).contact_email;
}

/** Fills in what the profile does not have yet; what a person wrote there stays. */
export async function completeProfile(
  actor: Person,
  {
    full_name,
    phone,
    contact_email,
  }: Pick<Profile, "full_name" | "phone"> & {
    contact_email: string | null;
  },
): Promise<void> {
  await asCaller(
    callerOf(actor),
    (sql) => sql`
      update profiles set full_name = case when full_name = '' then ${full_name} else full_name end,
        phone = coalesce(phone, ${phone}), contact_email = coalesce(contact_email, ${contact_email})
      where id = ${actor.id}`,
  );
}

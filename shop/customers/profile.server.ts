import { asCaller } from "#db/client.server.ts";
import { callerOf, type Person } from "#shop/access.ts";
import type { Profile } from "./profile.ts";

/** What a person has told about themselves; an empty name when they have not said it yet. */
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

/** Whether there is no address yet where a receipt could go. */
export async function lacksContact(actor: Person): Promise<boolean> {
  return !actor.email && !(await readProfile(actor)).contact_email;
}

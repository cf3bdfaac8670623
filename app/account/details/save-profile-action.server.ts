import * as v from "valibot";
import { formProblems } from "#app/form-problems.server.ts";
import { saveProfile } from "#shop/customers/profile.server.ts";
import { profileSchema } from "#shop/customers/profile.ts";
import type { Person } from "#shop/kernel/access.ts";

/** `problems` has a code for each field. */
export interface ProfileAnswer {
  readonly saved?: true;
  readonly problems?: Readonly<Record<string, string>>;
}

/** Handles the profile forms. */
export async function answerProfileForm(actor: Person, form: FormData): Promise<ProfileAnswer> {
  const checked = v.safeParse(profileSchema, Object.fromEntries(form));
  if (!checked.success) return { problems: formProblems(checked.issues) };
  // Receipts have to go somewhere.
  if (!actor.email && !checked.output.contact_email) {
    return { problems: { contact_email: "email_required" } };
  }
  await saveProfile(actor, checked.output);
  return { saved: true };
}

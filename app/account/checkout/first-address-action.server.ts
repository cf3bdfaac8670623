import * as v from "valibot";
import { completeProfile, lacksContact } from "#shop/customers/profile.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { optionalEmailSchema } from "#shop/kernel/contact-schemas.ts";
import { normalisePhone } from "#shop/kernel/phone.ts";
import { textLine } from "#shop/kernel/text-line.ts";
import { type AddressAnswer, answerAddressForm } from "../address/save-address-action.server.ts";

/** The first address of a new buyer: name and number become theirs, and a guest's address for receipts is asked with it. */
export async function answerFirstAddress(actor: Person, form: FormData): Promise<AddressAnswer> {
  const email = v.safeParse(optionalEmailSchema, form.get("contact_email") ?? "");
  form.delete("contact_email");
  const problem = !email.success
    ? "email_invalid"
    : !email.output && (await lacksContact(actor))
      ? "email_required"
      : null;
  const answer = await answerAddressForm(actor, form, problem ? { contact_email: problem } : {});
  if (answer.saved) {
    await completeProfile(actor, {
      full_name: v.parse(textLine(80), form.get("recipient")),
      phone: normalisePhone(String(form.get("phone") ?? "")) ?? null,
      contact_email: email.success ? email.output : null,
    });
  }
  return answer;
}

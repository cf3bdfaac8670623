import type { AuthProblem } from "#app/ui/domain/proof/auth-problem.ts";
import { readEmail } from "#base/email-address.ts";
import { cleanPhone } from "#base/typed-text.ts";
import { formatPhone, normalisePhone } from "#shop/kernel/phone.ts";

/** A contact that signs in; the names are those of the sign-in service. */
export type Contact =
  | { readonly email: string; readonly phone?: never }
  /** E.164 */
  | { readonly phone: string; readonly email?: never };

/**
 * Parses the one field for e-mail addresses and numbers.
 * @param takesPhone whether the shop lets people sign in with a number
 */
export function readContact(typed: string, takesPhone: boolean): Contact | AuthProblem {
  const text = typed.trim();
  if (!text) return { code: takesPhone ? "contact_missing" : "email_missing" };
  if (takesPhone && /^\+?\d+$/.test(cleanPhone(text))) {
    const phone = normalisePhone(text);
    return phone ? { phone } : { code: "phone_invalid" };
  }
  const email = readEmail(text);
  return email ? { email } : { code: "email_invalid" };
}

export function shownContact(contact: Contact): string {
  return contact.phone ? formatPhone(contact.phone) : (contact.email ?? "");
}

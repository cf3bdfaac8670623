import type { FieldChecks } from "#app/ui/use-field-problems.ts";
import { readEmail } from "#base/email-address.ts";
import { normalisePhone } from "#shop/kernel/phone.ts";

const filled = (value: string) => (value.trim() ? null : "required");

/** What `addressSchema` would answer, for the moment a field is left. */
export const addressChecks: FieldChecks = {
  recipient: filled,
  phone: (value) => (normalisePhone(value) ? null : "phone_invalid"),
  contact_email: (value) => (readEmail(value) ? null : "email_invalid"),
  postal_code: (value) => (/^\d{5}$/.test(value.trim()) ? null : "postal_code_invalid"),
  street: filled,
};

import { cleanPhone } from "#base/typed-text.ts";

/** Accepts 08…, 8…, 628…, +62 8…, 0062 8… and +62 08… with spaces, dots and dashes; returns `+628…` (E.164). */
export function normalisePhone(text: string): string | undefined {
  const national = /^(?:(?:\+|00)?62)?0?(8\d{8,11})$/.exec(cleanPhone(text))?.[1];
  return national ? `+62${national}` : undefined;
}

/** `+6281234567890` → `0812-3456-7890` */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/^\+62/, "0");
  return [digits.slice(0, 4), digits.slice(4, 8), digits.slice(8)].filter(Boolean).join("-");
}

/** The number in a link to a chat, e.g. `6281234567890`, of a phone number in either of the two forms above. */
export function whatsappNumber(phone: string): string {
  return phone.replaceAll(/\D/g, "").replace(/^0/, "62");
}

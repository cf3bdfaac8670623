import { cleanIdentifier } from "./typed-text.ts";

/** Characters of an address (RFC 5321, 4.5.3.1.3, without the angle brackets). */
const maxLength = 254;
/** Words that are joined by single dots (RFC 5321, 4.1.2), and a domain whose last label is no number. */
const shape =
  /^(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/;

/**
 * Parses the address of one mailbox as people type and paste it: without `mailto:`, invisible characters, and dots and commas at the
 * end; in lower case. The check `email_invalid` of the database has the same shape (`private.is_email`).
 * @returns undefined for what is not one address that can receive mail
 */
export function readEmail(typed: string): string | undefined {
  // A longer text cannot become an address, and the patterns below would read all of it.
  if (typed.length > 2 * maxLength) return undefined;
  const email = cleanIdentifier(typed)
    .replace(/^mailto:\s*/i, "")
    .replace(/[\s.,;]+$/, "")
    // toLowerCase maps some letters of other scripts to ASCII: the Kelvin sign becomes "k".
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return email.length <= maxLength && shape.test(email) ? email : undefined;
}

import { createHash, createHmac } from "node:crypto";
import { secretFor, secretKeyFor } from "#base/secrets.server.ts";

/*
 * Suppressions outlive the address that they are about, so they keep hashes. The hashes are keyed: nobody with a copy of
 * the database alone can try addresses.
 */

const purpose = "mail-suppressions";

export interface AddressHashes {
  /** HMAC-SHA-256 of the address in lower case. */
  readonly emailHash: Buffer;
  /** HMAC-SHA-256 of the mailbox, which all spellings of the address share. */
  readonly mailboxHash: Buffer;
}

/** @param email in any case */
export function hashesOf(email: string): AddressHashes {
  const key = secretKeyFor(purpose);
  const hash = (text: string) => createHmac("sha256", key).update(text).digest();
  const address = email.toLowerCase();
  const mailbox = mailboxOf(address);
  const emailHash = hash(address);
  // Most addresses are spelled as their mailbox, and imports hash a million of them.
  return { emailHash, mailboxHash: mailbox === address ? emailHash : hash(mailbox) };
}

/** Tells keys apart and reveals nothing of them. */
export function hashKeyFingerprint(): string {
  return createHash("sha256").update(secretFor(purpose)).digest("hex").slice(0, 16);
}

/** Without a plus part and without the dots that Gmail ignores: as private.normalised_email(). */
function mailboxOf(address: string): string {
  const [local = "", domain = ""] = address.trim().split("@");
  const name = local.split("+")[0] ?? "";
  return domain === "gmail.com" || domain === "googlemail.com"
    ? `${name.replaceAll(".", "")}@gmail.com`
    : `${name}@${domain}`;
}

import { createHmac, timingSafeEqual } from "node:crypto";
import { secretFor } from "#base/secrets.server.ts";

/*
 * Identifies a recipient in a link that opens their mail choices without signing in. The token opens nothing else and
 * does not expire: mails from last year need a working unsubscribe link.
 */

const pattern = /^([A-Za-z0-9_-]{22})([A-Za-z0-9_-]{22})$/;

export function linkToken(recipientId: string): string {
  const id = Buffer.from(recipientId.replaceAll("-", ""), "hex");
  return id.toString("base64url") + sealOf(id).toString("base64url");
}

/** @returns the recipient's id, undefined for an invalid token */
export function readLinkToken(token: string): string | undefined {
  const [, head = "", seal = ""] = pattern.exec(token) ?? [];
  const id = Buffer.from(head, "base64url");
  const given = Buffer.from(seal, "base64url");
  if (id.length !== 16 || given.length !== 16 || !timingSafeEqual(given, sealOf(id))) {
    return undefined;
  }
  return id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** 128 bits cannot be guessed over a network. */
function sealOf(id: Buffer): Buffer {
  return createHmac("sha256", secretFor("mail-choices")).update(id).digest().subarray(0, 16);
}

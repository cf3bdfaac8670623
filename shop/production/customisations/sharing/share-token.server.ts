import { createHash, createHmac } from "node:crypto";
import { secretFor } from "#base/secrets.server.ts";

/** Of a shared design's link. */
const tokenPattern = /^[A-Za-z0-9_-]{22}$/;

/** 128 bits that only the shop can compute, so that the owner sees the link again while the database knows its hash alone. */
export function shareToken(id: string): string {
  const seal = createHmac("sha256", secretFor("shared-design")).update(id).digest();
  return seal.subarray(0, 16).toString("base64url");
}

/** SHA-256 in hex. @returns undefined for what is no token */
export function hashOfShareToken(token: string): string | undefined {
  return tokenPattern.test(token) ? createHash("sha256").update(token).digest("hex") : undefined;
}

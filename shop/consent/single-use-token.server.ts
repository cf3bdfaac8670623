import { createHash, randomBytes } from "node:crypto";

const pattern = /^[A-Za-z0-9_-]{43}$/;

/** A new token of 256 random bits, and the hash that the database keeps. */
export function makeSingleUseToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashOf(token) };
}

/** @returns undefined for a text that cannot be a token */
export function singleUseHash(token: string): Buffer | undefined {
  return pattern.test(token) ? hashOf(token) : undefined;
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

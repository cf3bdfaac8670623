import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { timeNow } from "#base/clock.ts";
import { seal as sealWith, unseal as unsealWith } from "#base/seal.ts";

const stepSeconds = 30;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A new shared secret: 160 bits, as RFC 4226 advises. */
export function newSecret(): Buffer {
  return randomBytes(20);
}

/** Base32 without padding, as authenticator programs accept it. */
export function base32(bytes: Uint8Array): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => alphabet[Number.parseInt(group.padEnd(5, "0"), 2)])
    .join("");
}

/** The address in the QR code for authenticator programs. */
export function otpauthUri(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = new URLSearchParams({
    algorithm: "SHA1",
    digits: "6",
    issuer,
    period: String(stepSeconds),
    secret,
  });
  return `otpauth://totp/${label}?${query.toString().replaceAll("+", "%20")}`;
}

/**
 * RFC 6238 with SHA-1 and six digits.
 * @param step number of the 30-second step
 */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = (digest[digest.length - 1] ?? 0) & 0x0f;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/**
 * The step of a code: the current one, or one before or after for inexact clocks.
 * @param lastUsedStep steps up to this one are used and invalid
 * @returns undefined when the code is wrong
 */
export function stepOf(
  secret: Uint8Array,
  code: string,
  lastUsedStep: number | null,
  nowMs = timeNow(),
): number | undefined {
  const now = Math.floor(nowMs / 1000 / stepSeconds);
  return [now - 1, now, now + 1].find(
    (step) => step > (lastUsedStep ?? -1) && codeAt(secret, step) === code,
  );
}

/** Encrypts a secret for the database with a key derived from the key file. */
export function seal(pepper: Uint8Array, secret: Uint8Array): string {
  return sealWith(sealingKey(pepper), secret);
}

export function unseal(pepper: Uint8Array, text: string): Buffer {
  return unsealWith(sealingKey(pepper), text);
}

function sealingKey(pepper: Uint8Array): Buffer {
  return Buffer.from(hkdfSync("sha256", pepper, "", "totp secrets", 32));
}

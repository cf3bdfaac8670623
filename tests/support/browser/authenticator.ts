import { codeAt } from "#backend/auth/factors/totp.ts";

/**
 * The code that an authenticator app shows (RFC 6238).
 * @param secret in base 32, as it is shown when the app is added
 * @param later steps of 30 seconds from now; a code counts once
 */
export function authenticatorCode(secret: string, later = 0): string {
  return codeAt(fromBase32(secret), Math.floor(Date.now() / 30_000) + later);
}

function fromBase32(text: string): Buffer {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

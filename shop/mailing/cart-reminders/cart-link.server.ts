import { createHmac, timingSafeEqual } from "node:crypto";
import { config } from "#base/config.server.ts";
import { type Language, localPath } from "#base/language.ts";
import { secretFor } from "#base/secrets.server.ts";

/*
 * A signed link in a mail that restores one cart without signing in. It names the cart's version; a changed cart has
 * another version, so the link of an old mail restores nothing.
 */

const pattern = /^([0-9a-f]{32})([A-Za-z0-9_-]{22})$/;

/** @param version of the saved cart, a UUID */
export function cartLink(version: string, language: Language): string {
  const token = cartToken(version);
  return `${config().publicUrl}${localPath(language, `/RestoreCart/${token}`)}`;
}

export function cartToken(version: string): string {
  const plain = version.replaceAll("-", "");
  return plain + sealOf(plain).toString("base64url");
}

/** @returns the version of the cart, undefined for an invalid token */
export function readCartToken(token: string): string | undefined {
  const [, plain = "", seal = ""] = pattern.exec(token) ?? [];
  const given = Buffer.from(seal, "base64url");
  if (given.length !== 16 || !timingSafeEqual(given, sealOf(plain))) return undefined;
  return plain.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** 128 bits cannot be guessed over a network. */
function sealOf(plain: string): Buffer {
  return createHmac("sha256", secretFor("saved-cart")).update(plain).digest().subarray(0, 16);
}

import { createHash, randomBytes } from "node:crypto";
import { asShop } from "#db/client.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";

/** Has a guest's key; scripts cannot read it, and other sites cannot send it with a form. */
export const guestCookie = "guest-key";
/** Days for which a guest's designs are kept after their last save. */
export const guestDays = 30;
/** Guests of one network; a household or an office shares one. */
const guestsPerNetwork = { limit: 60, windowSeconds: 3600 };

/** @param cookies the header of the request */
export function readGuestKey(cookies: string | null | undefined): string | undefined {
  return /(?:^|;\s*)guest-key=([\w-]{43})(?:;|$)/.exec(cookies ?? "")?.[1];
}

/** SHA-256 in hex, the only thing that the database knows of a key. */
export function hashOfGuestKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** Whether the key is known: nobody has claimed its designs, and they were not deleted. */
export async function isGuestKnown(hash: string): Promise<boolean> {
  return (await asShop()`select from private.design_guests where hash = ${hash}`).length > 0;
}

/** A key of 256 bits for a guest who begins to design. @returns undefined after too many of one network */
export async function openGuest(network: string): Promise<string | undefined> {
  if ((await countRequest(`guests:${network}`, guestsPerNetwork)) > 0) return undefined;
  const key = randomBytes(32).toString("base64url");
  await asShop()`insert into private.design_guests (hash) values (${hashOfGuestKey(key)})`;
  return key;
}

/** The `Set-Cookie` line of a key. */
export function guestCookieLine(key: string, isSecure: boolean): string {
  const secure = isSecure ? "; Secure" : "";
  return `${guestCookie}=${key}; Path=/; Max-Age=${guestDays * 86_400}; HttpOnly; SameSite=Lax${secure}`;
}

/** Takes the key off the device. */
export const noGuestCookie = `${guestCookie}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;

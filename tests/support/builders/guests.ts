import { randomUUID } from "node:crypto";
import { hashOfGuestKey, openGuest } from "#shop/designs/guests/guest-key.server.ts";
import type { Actor } from "#shop/kernel/access.ts";

export type Guest = Extract<Actor, { kind: "visitor" }> & { readonly guest: string };

/** A visitor who has begun to design. */
export async function makeGuest(): Promise<Guest> {
  const key = await openGuest(randomUUID());
  if (!key) throw new Error("no guest was opened");
  return { kind: "visitor", guest: hashOfGuestKey(key) };
}

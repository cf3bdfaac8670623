import type { RouterContextProvider } from "react-router";
import { currentActor } from "#app/access.server.ts";
import { networkContext, publicConfigContext } from "#app/context.ts";
import { designOwner } from "#shop/designs/guests/design-owner.server.ts";
import {
  guestCookieLine,
  hashOfGuestKey,
  isGuestKnown,
  openGuest,
  readGuestKey,
} from "#shop/designs/guests/guest-key.server.ts";
import type { Actor } from "#shop/kernel/access.ts";

interface Designing {
  readonly actor: Actor;
  /** For the answer, so that a guest's browser keeps their key as long as their designs are kept. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The actor of a request that stores something of a design: guests have a key, and get one with the first of these requests.
 * Two that arrive first at the same time make two guests, so a page sends them in turn (`afterFirst`).
 * @returns undefined after too many guests of one network
 */
export async function whoDesigns(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Designing | undefined> {
  const actor = currentActor(context);
  const owner = designOwner(actor);
  if (owner?.guest_hash === null) return { actor, headers: {} };
  const isKnown = owner !== undefined && (await isGuestKnown(owner.guest_hash));
  const key = isKnown
    ? readGuestKey(request.headers.get("cookie"))
    : await openGuest(context.get(networkContext));
  if (key === undefined) return undefined;
  const isSecure = context.get(publicConfigContext).publicUrl.startsWith("https:");
  return {
    actor: { ...actor, guest: hashOfGuestKey(key) },
    headers: { "set-cookie": guestCookieLine(key, isSecure) },
  };
}

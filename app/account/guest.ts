import type { Person } from "#shop/access.ts";

/** Somebody who went on without an account: there is nothing yet that they could sign in with again. */
export function isGuest(actor: Person): boolean {
  return actor.claims.is_anonymous === true;
}

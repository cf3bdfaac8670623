import type { Person } from "#shop/kernel/access.ts";

/** Whether the person continued as a guest: an account without a sign-in method. */
export function isGuest(actor: Person): boolean {
  return actor.claims.is_anonymous === true;
}

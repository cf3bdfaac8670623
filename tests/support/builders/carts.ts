import type { Person } from "#shop/kernel/access.ts";
import { syncCart } from "#shop/mailing/cart-reminders/saved-cart.server.ts";
import type { CartSync } from "#shop/mailing/cart-reminders/saved-cart.ts";
import { asSeed } from "#tests/support/runner/connections.ts";

/** Replaces the cart of an account, as a device with its current version does. */
export async function saveCart(
  person: Person,
  lines: NonNullable<CartSync["change"]>["lines"],
  version: string = crypto.randomUUID(),
): Promise<void> {
  const [saved] = await asSeed()<{ version: string }[]>`
    select version from private.saved_carts where customer_id = ${person.id}`;
  const change = { version, lines, promo_codes: [] };
  const answer = await syncCart(person, { owner: person.id, seen: saved?.version ?? null, change });
  if (!answer?.applied) throw new Error("the cart was not saved");
}

import { inTransaction } from "#db/client.server.ts";
import type { Person } from "#shop/access.ts";
import type { CartAnswer, CartSync, SavedCart } from "./saved-cart.ts";

/** Versions by which a repeated change is known. */
const maxApplied = 50;

/**
 * Brings a device in step with the account's cart. A change is written when the device has seen the cart that it replaces; else
 * the device gets the cart, to join its change with it. @returns undefined for guests, whose cart is on their device
 */
export async function syncCart(
  actor: Person,
  { owner, seen, change }: CartSync,
): Promise<CartAnswer | undefined> {
  if (actor.claims.is_anonymous === true) return undefined;
  return inTransaction(async (sql) => {
    // Serialises the devices of one person, also before there is a cart.
    await sql`select 1 from auth.users where id = ${actor.id} for update`;
    const [saved] = await sql<(SavedCart & { applied: readonly string[] })[]>`
      select version, lines, promo_codes, applied from private.saved_carts where customer_id = ${actor.id}`;
    const isKnown = owner === actor.id;
    const isApplied = change !== undefined && (saved?.applied.includes(change.version) ?? false);
    // The cart of an account is deleted after months: the device's cart counts then.
    const isCurrent = isKnown && (!saved || saved.version === seen);
    if (change && isCurrent && !isApplied) {
      const { version, lines, promo_codes } = change;
      const applied = [...(saved?.applied ?? []), version].slice(-maxApplied);
      await sql`
        insert into private.saved_carts (customer_id, version, lines, promo_codes, applied)
        values (${actor.id}, ${version}, ${sql.json(lines)}, ${promo_codes}, ${applied})
        on conflict (customer_id) do update set version = excluded.version, lines = excluded.lines,
          promo_codes = excluded.promo_codes, applied = excluded.applied`;
      return { owner: actor.id, cart: null, applied: true };
    }
    if (isCurrent || (isApplied && saved?.version === change?.version)) {
      return { owner: actor.id, cart: null, applied: isApplied };
    }
    const none: SavedCart = { version: null, lines: [], promo_codes: [] };
    const { version, lines, promo_codes } = saved ?? none;
    return { owner: actor.id, cart: { version, lines, promo_codes }, applied: isApplied };
  });
}

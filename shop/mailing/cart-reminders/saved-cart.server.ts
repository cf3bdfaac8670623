import { inTransaction } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { CartAnswer, CartSync, SavedCart } from "./saved-cart.ts";

/** Stored versions per cart, for recognising a repeated change. */
const maxApplied = 50;

/**
 * Syncs a device with the account's cart. A change is stored only if it is based on the current version. Otherwise the response
 * has the current cart, and the device merges its change into it.
 * @returns undefined for guests, whose cart is stored on the device only
 */
export async function syncCart(
  actor: Person,
  { owner, seen, change }: CartSync,
): Promise<CartAnswer | undefined> {
  if (actor.claims.is_anonymous === true) return undefined;
  return inTransaction(async (sql) => {
    // Locks the user's row, because the cart's row may not exist yet.
    await sql`select 1 from auth.users where id = ${actor.id} for update`;
    const [saved] = await sql<(SavedCart & { applied: readonly string[] })[]>`
      select version, lines, promo_codes, applied from private.saved_carts where customer_id = ${actor.id}`;
    const isKnown = owner === actor.id;
    const isApplied = change !== undefined && (saved?.applied.includes(change.version) ?? false);
    // `purgeCarts` deletes carts after 90 days; then the device's cart is the current one.
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

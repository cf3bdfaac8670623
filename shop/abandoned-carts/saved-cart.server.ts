import { asShop, inTransaction } from "#db/client.server.ts";
import type { Person } from "#shop/access.ts";
import { joinLines, type MovedCart } from "./saved-cart.ts";

/** Stores a device's cart when its owner signs out there, merged with a stored one. */
export async function saveCart(actor: Person, cart: MovedCart): Promise<void> {
  await inTransaction(async (sql) => {
    // Serialises the calls of one person, also before a cart is stored.
    await sql`select 1 from auth.users where id = ${actor.id} for update`;
    const [saved] = await sql<(MovedCart & { taken_by: string | null; is_copy: boolean })[]>`
      select version, lines, promo_codes, taken_by, is_copy from private.saved_carts
      where customer_id = ${actor.id}`;
    if (saved?.version === cart.version) return;
    // Skip a stored cart that a device has taken, or that is a copy of this device's cart.
    const before =
      saved && saved.taken_by === null && !saved.is_copy ? saved : { lines: [], promo_codes: [] };
    const lines = joinLines(before.lines, cart.lines);
    const codes = [...new Set([...before.promo_codes, ...cart.promo_codes])].slice(0, 5);
    if (lines.length === 0) return;
    await sql`
      insert into private.saved_carts (customer_id, version, lines, promo_codes)
      values (${actor.id}, ${cart.version}, ${sql.json(lines as never)}, ${codes})
      on conflict (customer_id) do update set
        version = excluded.version, lines = excluded.lines, promo_codes = excluded.promo_codes, taken_by = null,
        is_copy = false`;
  });
}

/**
 * Moves the stored cart to the device where its owner signs in: to one device only, and to the same one again until it
 * confirms by `deleteCart`, because the answer may get lost.
 */
export async function takeCart(actor: Person, device: string): Promise<MovedCart | null> {
  const [taken] = await asShop()<MovedCart[]>`
    update private.saved_carts set taken_by = ${device}
    where customer_id = ${actor.id} and not is_copy and (taken_by is null or taken_by = ${device})
    returning version, lines, promo_codes`;
  return taken ?? null;
}

/** Deletes the cart of that version, which has arrived on a device. */
export async function deleteCart(actor: Person, version: string): Promise<void> {
  await asShop()`
    delete from private.saved_carts
    where customer_id = ${actor.id} and version = ${version} and taken_by is not null`;
}

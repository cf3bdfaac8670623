import { log } from "#base/log.server.ts";
import { asShop } from "#db/client.server.ts";
import type { Actor } from "#shop/access.ts";
import { isUnorderableDesign, type QuoteInput } from "#shop/cart/cart.ts";
import { wantsTopic } from "#shop/mail-topics/topic-mail.server.ts";

/**
 * Remembers the cart that somebody signed in has on their device, if they asked for news and may therefore be reminded
 * of it; of nobody else anything is kept. Asking for its price is what counts as touching a cart (business rule 9).
 * Never the reason why a price is not told: what goes wrong is logged.
 */
export async function snapshotCart(
  actor: Actor,
  { lines, promo_codes = [] }: Pick<QuoteInput, "lines" | "promo_codes">,
): Promise<void> {
  // No reminder may lead back to what cannot be ordered.
  if (actor.kind !== "person" || lines.some(isUnorderableDesign)) return;
  try {
    await (lines.length === 0 ? forget(actor.id) : remember(actor.id, lines, promo_codes));
  } catch (error) {
    log.warn({ err: error }, "a cart was not remembered");
  }
}

async function forget(customerId: string): Promise<void> {
  await asShop()`delete from private.saved_carts where customer_id = ${customerId} and is_copy`;
}

/** The same lines are the same cart. One that was left with the account stays until a device has it. */
async function remember(
  customerId: string,
  lines: QuoteInput["lines"],
  codes: readonly string[],
): Promise<void> {
  const sql = asShop();
  await sql`
    insert into private.saved_carts as kept (customer_id, version, lines, promo_codes, is_copy)
    select u.id, gen_random_uuid(), ${sql.json(lines as never)}, ${codes as string[]}, true
    from auth.users u
    where u.id = ${customerId} and u.email_confirmed_at is not null and not u.is_anonymous
      and u.deleted_at is null and ${wantsTopic(sql, sql`u.email`, "news")}
    on conflict (customer_id) do update set
      version = case when kept.lines = excluded.lines then kept.version else excluded.version end,
      lines = excluded.lines, promo_codes = excluded.promo_codes, active_at = now()
    where kept.is_copy`;
}

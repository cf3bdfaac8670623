import { log } from "#base/log.server.ts";
import { asShop } from "#db/client.server.ts";
import type { Actor } from "#shop/access.ts";
import type { QuoteInput } from "#shop/cart/cart.ts";
import { wantsTopic } from "#shop/mail-topics/topic-mail.server.ts";

/**
 * Stores the cart of a signed-in customer who subscribed to the newsletter and may therefore be reminded of it; carts
 * of others, and of those who switched the reminders off, are not stored. Pricing a cart counts as touching it (business rule 9). An error is logged and never stops
 * the pricing.
 */
export async function snapshotCart(
  actor: Actor,
  { lines, promo_codes = [] }: Pick<QuoteInput, "lines" | "promo_codes">,
): Promise<void> {
  if (actor.kind !== "person") return;
  try {
    await (lines.length === 0 ? forget(actor.id) : remember(actor.id, lines, promo_codes));
  } catch (error) {
    log.warn({ err: error }, "a cart was not remembered");
  }
}

async function forget(customerId: string): Promise<void> {
  await asShop()`delete from private.saved_carts where customer_id = ${customerId} and is_copy`;
}

/** The same lines are the same cart. A cart that was handed to the account stays until a device takes it. */
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
      and ${wantsTopic(sql, sql`u.email`, "cart_reminder")}
    on conflict (customer_id) do update set
      version = case when kept.lines = excluded.lines then kept.version else excluded.version end,
      lines = excluded.lines, promo_codes = excluded.promo_codes, active_at = now()
    where kept.is_copy`;
}

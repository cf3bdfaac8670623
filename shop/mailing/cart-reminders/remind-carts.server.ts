import type { Language } from "#base/language.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import { recipientOf, topicParts } from "#shop/consent/topic-mail.server.ts";
import { readAutomationText } from "#shop/mailing/automations/automation-text.server.ts";
import { tickAutomations } from "#shop/mailing/automations/run-automations.server.ts";
import { cartLink } from "./cart-link.server.ts";
import { composeCartMail, type MailCart } from "./compose-cart-mail.ts";

/** Carts in the order in which they were left. */
interface Position {
  /** As PostgreSQL prints it. */
  readonly quiet_since: string;
  readonly customer_id: string;
}

interface QuietCart extends MailCart, Position {
  version: string;
  email: string;
  language: Language;
}

/**
 * The job: reminds customers of carts that were untouched for an hour: twice at most, a day apart, within a week, and
 * only with a confirmed address, a newsletter subscription without the switch against reminders, and below the cap of
 * mails. Customers who have ordered since get no reminder.
 */
export async function remindCarts(): Promise<void> {
  await tickAutomations();
  let cart: Position | undefined = { quiet_since: "-infinity", customer_id: firstId };
  // Behind the last one: whoever is not to be reminded now is looked at once, however many are.
  while (cart) {
    const after: Position = cart;
    cart = await inTransaction((sql) => remindNext(sql, after));
  }
}

const firstId = "00000000-0000-0000-0000-000000000000";

/** @returns the cart that was reminded of, if any */
async function remindNext(sql: Sql, after: Position): Promise<Position | undefined> {
  const [cart] = await sql<QuietCart[]>`
    select k.customer_id, k.active_at::text as quiet_since, k.version, k.reminders, u.email, p.full_name, p.language,
      (
        select coalesce(json_agg(json_build_object('label', d.name ->> p.language,
          'value', (l ->> 'quantity') || ' ×')), '[]')
        from jsonb_array_elements(k.lines) l
        join product_variants v on v.id = (l ->> 'variant_id')::uuid and not v.archived
        join products d on d.id = v.product_id and d.status = 'published'
      ) as lines
    from private.saved_carts k
    join auth.users u on u.id = k.customer_id join profiles p on p.id = u.id
    join private.mail_recipients r on r.email = lower(u.email)
    join private.mail_automations a on a.slug = 'left_cart'
    where jsonb_array_length(k.lines) > 0 and k.reminders < 2
      and (k.active_at, k.customer_id) > (${after.quiet_since}::text::timestamptz, ${after.customer_id}::uuid)
      and k.active_at between now() - interval '7 days' and now() - interval '1 hour'
      and (k.reminded_at is null or k.reminded_at <= now() - interval '24 hours')
      and u.email_confirmed_at is not null and u.deleted_at is null and not u.is_anonymous
      -- A cart that was due while the reminders were off is not caught up on.
      and greatest(k.active_at + interval '1 hour', k.reminded_at + interval '24 hours') >= a.on_since
      and private.runs_automation(a.slug) and private.may_remind_of_cart(r.id)
      and not exists (
        select from orders o where o.customer_id = k.customer_id and o.created_at > k.active_at)
    order by k.active_at, k.customer_id limit 1 for update of k skip locked`;
  if (!cart) return undefined;
  await sql`
    update private.saved_carts set reminders = reminders + 1, reminded_at = now()
    where customer_id = ${cart.customer_id}`;
  const skipped = await queueCartMail(sql, cart);
  if (!skipped)
    await sql`insert into private.cart_reminders (customer_id) values (${cart.customer_id})`;
  return cart;
}

/** @returns why there was no mail; the cart counts as reminded then */
async function queueCartMail(sql: Sql, cart: QuietCart): Promise<"empty" | "stopped" | undefined> {
  const stoppable = await topicParts(sql, cart.email, "news", cart.language);
  // Empty: no line of it is sold any more.
  const skipped = cart.lines.length === 0 ? "empty" : stoppable ? undefined : "stopped";
  const recipientId = await recipientOf(sql, cart.email);
  const occasion = `${cart.version}:${cart.reminders + 1}`;
  const [run] = await sql<{ is_new: boolean }[]>`
    select private.note_automation_run('left_cart', ${recipientId}, ${occasion}, ${skipped ?? null}) as is_new`;
  if (skipped || !stoppable || !run?.is_new) return skipped ?? "stopped";
  const url = cartLink(cart.version, cart.language);
  const text = await readAutomationText(sql, "left_cart", cart.language);
  const mail = composeCartMail(cart, text, { recipientId, url });
  await queueMail(sql, {
    kind: "email",
    to: cart.email,
    ...mail,
    headers: stoppable.headers,
    dedupeKey: `cart:${occasion}`,
  });
  return undefined;
}

/**
 * The job: deletes untouched carts after 90 days, those of guests after 30. Empty carts are stored as long,
 * because another device would otherwise store the bought lines again.
 */
export async function purgeCarts(): Promise<void> {
  const sql = asShop();
  await sql`
    delete from private.saved_carts k using auth.users u
    where u.id = k.customer_id and k.active_at < now() - case
      when u.is_anonymous then interval '30 days' else interval '90 days' end`;
}

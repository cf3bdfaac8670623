import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import { topicParts, wantsTopic } from "#shop/mail-topics/topic-mail.server.ts";
import { cartLink } from "./cart-link.server.ts";
import { composeCartMail, type MailCart } from "./compose-cart-mail.ts";

interface QuietCart extends MailCart {
  customer_id: string;
  version: string;
  email: string;
}

/**
 * The job: reminds customers of carts that were untouched for an hour: twice at most, a day apart, within a week, and
 * only with a confirmed address and a newsletter subscription. Customers who have ordered since get no reminder.
 */
export async function remindCarts(): Promise<void> {
  for (let more = true; more; ) more = await inTransaction(remindNext);
}

/** @returns whether there was one */
async function remindNext(sql: Sql): Promise<boolean> {
  const [cart] = await sql<QuietCart[]>`
    select k.customer_id, k.version, k.reminders, u.email, p.full_name, p.language, s.name as shop_name,
      (
        select coalesce(json_agg(json_build_object('label', d.name ->> p.language,
          'value', (l ->> 'quantity') || ' ×')), '[]')
        from jsonb_array_elements(k.lines) l
        join product_variants v on v.id = (l ->> 'variant_id')::uuid and not v.archived
        join products d on d.id = v.product_id and d.status = 'published'
      ) as lines
    from private.saved_carts k
    join auth.users u on u.id = k.customer_id join profiles p on p.id = u.id cross join shop_settings s
    where k.taken_by is null and jsonb_array_length(k.lines) > 0 and k.reminders < 2
      and k.active_at between now() - interval '7 days' and now() - interval '1 hour'
      and (k.reminded_at is null or k.reminded_at <= now() - interval '24 hours')
      and u.email_confirmed_at is not null and u.deleted_at is null and not u.is_anonymous
      and ${wantsTopic(sql, sql`u.email`, "news")}
      and not exists (
        select from orders o where o.customer_id = k.customer_id and o.created_at > k.active_at)
    order by k.active_at limit 1 for update of k skip locked`;
  if (!cart) return false;
  await sql`
    update private.saved_carts set reminders = reminders + 1, reminded_at = now()
    where customer_id = ${cart.customer_id}`;
  await sql`insert into private.cart_reminders (customer_id) values (${cart.customer_id})`;
  // No line is sold any more: the cart counts as reminded, without a mail.
  if (cart.lines.length > 0) await queueCartMail(sql, cart);
  return true;
}

async function queueCartMail(sql: Sql, cart: QuietCart): Promise<void> {
  const stoppable = await topicParts(sql, cart.email, "news", cart.language);
  if (!stoppable) return;
  const mail = composeCartMail(cart, {
    cart: cartLink(cart.version, cart.language),
    stop: stoppable.footerLink,
  });
  await queueMail(sql, {
    kind: "email",
    to: cart.email,
    ...mail,
    headers: stoppable.headers,
    dedupeKey: `cart:${cart.version}:${cart.reminders + 1}`,
  });
}

/**
 * The job: deletes untouched carts after 90 days, those of guests after 30, empty ones after 6 hours. Copies of a
 * device's cart are deleted once no reminder is possible: after a week, or without consent.
 */
export async function purgeCarts(): Promise<void> {
  const sql = asShop();
  await sql`
    delete from private.saved_carts k using auth.users u
    where u.id = k.customer_id and k.is_copy
      and (k.active_at < now() - interval '7 days' or not ${wantsTopic(sql, sql`u.email`, "news")})`;
  await sql`
    delete from private.saved_carts k using auth.users u
    where u.id = k.customer_id and k.active_at < now() - case
      when jsonb_array_length(k.lines) = 0 then interval '6 hours'
      when u.is_anonymous then interval '30 days' else interval '90 days' end`;
}

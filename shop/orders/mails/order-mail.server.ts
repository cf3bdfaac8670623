import { config } from "#base/config.server.ts";
import { localPath } from "#base/language.ts";
import { log } from "#base/log.server.ts";
import type { Sql } from "#db/client.server.ts";
import { countInTransaction } from "#db/rate-limit.server.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import { replyTo } from "#integrations/mail/reply-to.ts";
import type { MailTopic } from "#shop/consent/topic.ts";
import { topicParts } from "#shop/consent/topic-mail.server.ts";
import { formatPhone } from "#shop/kernel/phone.ts";
import { isFeeAdjusted } from "#shop/orders/adjusted-fee.server.ts";
import { makeOrderLink } from "#shop/orders/order-link.server.ts";
import { hasPayLink, payAddress } from "#shop/orders/pay-address.server.ts";
import { isPickup } from "#shop/orders/pickup-order.server.ts";
import { promisedDaysColumns } from "#shop/orders/promised-days.server.ts";
import { composeOrderMail, type MailAbout, type MailOrder } from "./compose-order-mail.ts";
import type { OrderMailKind } from "./order-mail-kinds.ts";

/**
 * Queues a mail about an order in the transaction that causes it.
 * @param about distinguishes mails of one kind: a shipment's id (for a further mail followed by ":" and another part), a
 * refund's id (with its account given, followed by ":" and the time), or the ledger's reference of a refund (the newest
 * one when missing); otherwise one mail per kind
 * @param topic of a mail with an unsubscribe link: the caller has checked that the recipient wants it
 */
export async function queueOrderMail(
  sql: Sql,
  orderId: string,
  kind: OrderMailKind,
  about = "",
  topic?: MailTopic,
): Promise<void> {
  const [order] = await sql<
    (MailOrder & {
      id: string;
      email: string;
      account_email: string | null;
      has_pay_link: boolean;
    })[]
  >`
    select o.id, o.number, ${hasPayLink(sql)} as has_pay_link, (
        select u.email from auth.users u where u.id = o.customer_id and u.email_confirmed_at is not null
          and lower(u.email) <> lower(o.email)) as account_email, (select p.number from orders p where p.id = o.supplement_of) as supplement_of, (
        select r.number from order_drafts d join orders r on r.id = d.replaces where d.order_id = o.id) as replaces, o.language, o.email, o.recipient, o.subtotal, o.discount, o.shipping, o.payment_fee, ${isFeeAdjusted(sql)} as is_fee_adjusted, o.total,
      o.deposit, o.paid_total, case when o.deposit is null then o.total else private.amount_due(o.id) end as due,
      case when not exists (select from payment_transactions t where t.order_id = o.id and t.kind = 'charge') then 'none'
        when exists (select from order_cancellations c where c.order_id = o.id and not c.refund) then 'kept'
        else 'refunded' end as money,
      o.created_at, o.expires_at, ${promisedDaysColumns(sql)}, ${isPickup(sql)} as is_pickup, o.courier,
      s.name as shop_name, s.email as shop_email, s.street, s.city, s.hours, s.time_zone,
      (
        select json_agg(json_build_object('name', l.name, 'options', l.options, 'quantity', l.quantity,
          'unit_price', l.unit_price, 'picture', l.picture ->> 'url', 'total', l.total, 'setup_fee', l.setup_fee, 'personalised', exists (
            select from customisations c where c.order_line_id = l.id), 'discount', l.discount, 'words', coalesce((
            select p.words from customisations c join proofs p on p.customisation_id = c.id
            where c.order_line_id = l.id order by p.version desc limit 1), '{}'), 'proof_id', (
            select p.id from customisations c join proofs p on p.customisation_id = c.id
            where c.order_line_id = l.id and p.display is not null order by p.version desc limit 1)) order by l.position)
        from order_lines l where l.order_id = o.id
      ) as lines
    from orders o cross join shop_settings s where o.id = ${orderId}`;
  // A customer with a deleted account gets no mail.
  if (!order || order.email === "") return;
  const key = kind === "refunded" && about === "" ? await newestRefund(sql, orderId) : about;
  const facts = await aboutOf(sql, kind, orderId, key);
  if (!facts.is_notified) return;
  if (!(await mayMail(sql, orderId, kind))) {
    log.warn({ order: orderId, kind }, "a mail to an unconfirmed address was left out");
    return;
  }
  const path = localPath(order.language, `/dashboard/orders/${order.id}`);
  const stoppable = topic ? await topicParts(sql, order.email, topic, order.language) : undefined;
  if (topic && !stoppable) return;
  const recipients =
    kind === "refund_account_given" && order.account_email !== null
      ? [order.email, order.account_email]
      : [order.email];
  const mail = composeOrderMail(kind, order, facts, {
    publicUrl: config().publicUrl,
    order: `${config().publicUrl}${path}`,
    ...(order.has_pay_link ? { pay: payAddress(order.id, order.language) } : {}),
    track: await makeOrderLink(sql, orderId, order.language),
    ...(stoppable ? { stop: stoppable.footerLink } : {}),
  });
  for (const [index, to] of recipients.entries()) {
    await queueMail(sql, {
      kind: "email",
      to,
      ...mail,
      headers: { ...replyTo(order.shop_email), ...stoppable?.headers },
      dedupeKey: ["order", kind, orderId, key, index === 0 ? "" : "account"]
        .filter(Boolean)
        .join(":"),
    });
  }
}

/** Mails that a buyer causes without paying. */
const causedByBuyer: ReadonlySet<OrderMailKind> = new Set([
  "awaiting_payment",
  "supplement_reminder",
  "paid",
  "deposit_paid",
  "canceled",
  "expired",
]);
/** Daily limit of these mails to one unconfirmed address (docs/why/orders.md). */
const unconfirmedMails = { limit: 4, windowSeconds: 86_400 };

/**
 * Whether a mail may be sent: always to the account's own confirmed address, and always about an order with a payment;
 * else up to a daily limit per address, so that unpaid orders cannot flood a stranger's mailbox.
 */
async function mayMail(sql: Sql, orderId: string, kind: OrderMailKind): Promise<boolean> {
  if (!causedByBuyer.has(kind)) return true;
  const [unproven] = await sql<{ address: string }[]>`
    select private.normalised_email(o.email) as address from orders o
    where o.id = ${orderId}
      and not exists (
        select from auth.users u
        where u.id = o.customer_id and u.email_confirmed_at is not null and lower(u.email) = lower(o.email))
      and not exists (select from payment_transactions t where t.order_id = o.id and t.kind = 'charge')`;
  if (!unproven) return true;
  return countInTransaction(sql, `order-mail:${unproven.address}`, unconfirmedMails);
}

async function newestRefund(sql: Sql, orderId: string): Promise<string> {
  const [row] = await sql<{ provider_reference: string }[]>`
    select provider_reference from payment_transactions
    where order_id = ${orderId} and kind = 'refund' order by id desc limit 1`;
  return row?.provider_reference ?? "";
}

const nothing: MailAbout & { is_notified: boolean } = {
  courier: "",
  tracking: "",
  lines: null,
  amount: null,
  channel: null,
  is_notified: true,
};

async function aboutOf(
  sql: Sql,
  kind: OrderMailKind,
  orderId: string,
  key: string,
): Promise<MailAbout & { is_notified: boolean }> {
  if (kind === "shipped" || kind === "tracking_corrected" || kind === "not_shipped") {
    const [shipmentId = ""] = key.split(":");
    const [shipment] = await sql<Pick<MailAbout, "courier" | "tracking" | "lines">[]>`
      select concat_ws(' ', h.courier, nullif(h.service, '')) as courier,
        coalesce(h.tracking_number, '') as tracking,
        (
          select json_agg(json_build_object('name', l.name, 'options', l.options, 'quantity', s.quantity,
            'picture', l.picture ->> 'url') order by l.position)
          from shipment_lines s join order_lines l on l.id = s.order_line_id where s.shipment_id = h.id
        ) as lines
      from shipments h where h.id::text = ${shipmentId}`;
    return { ...nothing, ...shipment };
  }
  if (kind === "address_changed") {
    const [found] = await sql<{ recipient: string; phone: string; place: string }[]>`
      select recipient, phone, concat_ws(E'\n', address ->> 'street', nullif(address ->> 'landmark', ''),
        concat_ws(' ', address ->> 'region_name', address ->> 'postal_code')) as place
      from orders where id = ${orderId}`;
    if (!found) return nothing;
    const { recipient, phone, place } = found;
    return { ...nothing, to: [recipient, formatPhone(phone), place].filter(Boolean).join("\n") };
  }
  if (kind === "refund_account_given") {
    const [refundId = ""] = key.split(":");
    const [refund] = await sql<Pick<MailAbout, "amount" | "channel" | "bank" | "last_digits">[]>`
      select r.amount, r.channel, a.bank, right(a.account_number, 4) as last_digits
      from refunds r join refund_accounts a on a.refund_id = r.id where r.id::text = ${refundId}`;
    return { ...nothing, ...refund };
  }
  if (kind === "refunded" || kind === "refund_account") {
    const [refund] = await sql<
      (Pick<MailAbout, "amount" | "channel"> & { is_notified: boolean })[]
    >`
      select coalesce(r.amount, t.amount) as amount, coalesce(r.channel, 'original') as channel,
        coalesce(r.notify, true) as is_notified
      from (select ${key}::text as key) asked
      left join payment_transactions t on t.kind = 'refund' and t.provider_reference = asked.key
      left join refunds r on r.id::text = asked.key or r.provider_reference = asked.key
      limit 1`;
    const about = { ...nothing, ...refund };
    // Without the account the refund cannot be paid, so this mail does not depend on the staff's choice.
    return kind === "refund_account" ? { ...about, is_notified: true } : about;
  }
  return nothing;
}

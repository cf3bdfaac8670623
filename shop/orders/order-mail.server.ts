import { config } from "#base/config.server.ts";
import { type Language, type LocalText, localPath } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import { layoutMail, type MailBlock } from "#integrations/mail/layout.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import { formatDateTime } from "#shop/dates.ts";
import type { MailTopic } from "#shop/mail-topics/topic.ts";
import { topicParts } from "#shop/mail-topics/topic-mail.server.ts";
import { pickupPlaceOf } from "#shop/merchant/merchant.ts";
import { formatRupiah } from "#shop/money.ts";
import { makeOrderLink } from "./order-link.server.ts";
import { type OrderMailKind, orderMailTexts } from "./order-mail-texts.ts";

interface MailOrder {
  id: string;
  number: string;
  language: Language;
  email: string;
  recipient: string;
  subtotal: number;
  discount: number;
  shipping: number;
  payment_fee: number;
  total: number;
  expires_at: Date | null;
  is_pickup: boolean;
  courier: string;
  shop_name: string;
  street: string;
  city: string;
  hours: LocalText;
  lines: { name: string; options: string; quantity: number; total: number; discount: number }[];
}

/** What a mail is about, besides its order. */
interface About {
  /** Of a mail about a parcel. */
  courier: string;
  tracking: string;
  lines: { name: string; options: string; quantity: number }[] | null;
  /** Of a mail about money that goes back. */
  amount: number | null;
  channel: "original" | "bank_transfer" | null;
  /** False: staff chose to say nothing. */
  is_told: boolean;
}

/**
 * Queues a mail about an order in the transaction that is its reason.
 * @param about tells two mails of one kind apart: a parcel's id, a refund's id, or the ledger's reference of money that
 *   went back (the newest one when missing); one mail a kind otherwise
 * @param topic of a mail that people may stop: the caller has asked whether this one wants it
 */
export async function queueOrderMail(
  sql: Sql,
  orderId: string,
  kind: OrderMailKind,
  about = "",
  topic?: MailTopic,
): Promise<void> {
  const [order] = await sql<MailOrder[]>`
    select o.id, o.number, o.language, o.email, o.recipient, o.subtotal, o.discount, o.shipping, o.payment_fee, o.total,
      o.expires_at, coalesce(o.shipping_quote ->> 'source' = 'pickup', false) as is_pickup, o.courier,
      s.name as shop_name, s.street, s.city, s.hours,
      (
        select json_agg(json_build_object('name', l.name, 'options', l.options, 'quantity', l.quantity,
          'total', l.total, 'discount', l.discount) order by l.position)
        from order_lines l where l.order_id = o.id
      ) as lines
    from orders o cross join shop_settings s where o.id = ${orderId}`;
  // Whoever has deleted their account gets no more news.
  if (!order || order.email === "") return;
  const key = kind === "refunded" && about === "" ? await newestRefund(sql, orderId) : about;
  const facts = await aboutOf(sql, kind, key);
  if (!facts.is_told) return;
  const texts = orderMailTexts[order.language];
  const { subject, heading, body } = texts[kind]({
    number: order.number,
    total: formatRupiah(order.total, order.language),
    deadline: order.expires_at ? formatDateTime(order.expires_at, order.language) : "",
    courier: facts.courier,
    tracking: facts.tracking,
    amount: formatRupiah(facts.amount ?? order.total, order.language),
    byTransfer: facts.channel === "bank_transfer",
    pickup: order.is_pickup
      ? { place: pickupPlaceOf(order, order.courier), hours: order.hours[order.language] }
      : null,
  });
  const address = `${config().publicUrl}${localPath(order.language, `/dashboard/orders/${order.id}`)}`;
  const blocks: MailBlock[] = [
    { kind: "heading", text: heading },
    { kind: "text", text: `${texts.greeting(order.recipient)}\n\n${body}` },
    facts.lines ? { kind: "lines", lines: facts.lines.map(pieceLine) } : receipt(order, texts),
    { kind: "button", text: texts.button, url: address },
  ];
  const stoppable = topic ? await topicParts(sql, order.email, topic, order.language) : undefined;
  const mail = layoutMail({
    language: order.language,
    shopName: order.shop_name,
    number: `No. ${order.number}`,
    preview: body,
    blocks,
    footer: texts.footer(order.shop_name),
    footerLink: stoppable?.footerLink ?? {
      text: texts.track,
      url: await makeOrderLink(sql, orderId, order.language),
    },
  });
  await queueMail(sql, {
    kind: "email",
    to: order.email,
    subject,
    ...mail,
    ...(stoppable ? { headers: stoppable.headers } : {}),
    dedupeKey: ["order", kind, orderId, key].filter(Boolean).join(":"),
  });
}

async function newestRefund(sql: Sql, orderId: string): Promise<string> {
  const [row] = await sql<{ provider_reference: string }[]>`
    select provider_reference from payment_transactions
    where order_id = ${orderId} and kind = 'refund' order by id desc limit 1`;
  return row?.provider_reference ?? "";
}

const nothing: About = {
  courier: "",
  tracking: "",
  lines: null,
  amount: null,
  channel: null,
  is_told: true,
};

async function aboutOf(sql: Sql, kind: OrderMailKind, key: string): Promise<About> {
  if (kind === "shipped") {
    const [parcel] = await sql<Pick<About, "courier" | "tracking" | "lines">[]>`
      select concat_ws(' ', h.courier, nullif(h.service, '')) as courier,
        coalesce(h.tracking_number, '') as tracking,
        (
          select json_agg(json_build_object('name', l.name, 'options', l.options, 'quantity', s.quantity)
            order by l.position)
          from shipment_lines s join order_lines l on l.id = s.order_line_id where s.shipment_id = h.id
        ) as lines
      from shipments h where h.id::text = ${key}`;
    return { ...nothing, ...parcel };
  }
  if (kind === "refunded" || kind === "refund_account") {
    const [refund] = await sql<Pick<About, "amount" | "channel" | "is_told">[]>`
      select coalesce(r.amount, t.amount) as amount, coalesce(r.channel, 'original') as channel,
        coalesce(r.notify, true) as is_told
      from (select ${key}::text as key) asked
      left join payment_transactions t on t.kind = 'refund' and t.provider_reference = asked.key
      left join refunds r on r.id::text = asked.key or r.provider_reference = asked.key
      limit 1`;
    return { ...nothing, ...refund };
  }
  return nothing;
}

const pieceLine = (line: { name: string; options: string; quantity: number }) => ({
  label: [line.name, line.options].filter(Boolean).join(", "),
  value: `${line.quantity} ×`,
});

function receipt(order: MailOrder, texts: (typeof orderMailTexts)[Language]): MailBlock {
  const money = (amount: number) => formatRupiah(amount, order.language);
  const lines = order.lines.map((line) => ({
    label: `${line.quantity} × ${[line.name, line.options].filter(Boolean).join(", ")}`,
    value: money(line.total + line.discount),
  }));
  const totals = [
    ...(order.discount > 0 ? [{ label: texts.discount, value: money(-order.discount) }] : []),
    { label: order.is_pickup ? texts.pickup : texts.shipping, value: money(order.shipping) },
    ...(order.payment_fee === 0
      ? []
      : [{ label: texts.paymentFee, value: money(order.payment_fee) }]),
    { label: texts.total, value: money(order.total) },
  ];
  return { kind: "lines", lines: [...lines, ...totals], totals: totals.length };
}

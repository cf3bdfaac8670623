import { config } from "#base/config.server.ts";
import { type Language, localPath } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import { layoutMail, type MailBlock } from "#integrations/mail/layout.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import { formatDateTime } from "#shop/dates.ts";
import type { MailTopic } from "#shop/mail-topics/topic.ts";
import { topicParts } from "#shop/mail-topics/topic-mail.server.ts";
import { formatRupiah } from "#shop/money.ts";
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
  shop_name: string;
  lines: { name: string; options: string; quantity: number; total: number; discount: number }[];
  tracking: { courier: string; service: string; tracking_number: string | null } | null;
}

/**
 * Queues a mail about an order in the transaction that is its reason.
 * @param about tells two mails of one kind apart, e.g. a shipment's id; one mail a kind otherwise
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
      o.expires_at, s.name as shop_name,
      (
        select json_agg(json_build_object('name', l.name, 'options', l.options, 'quantity', l.quantity,
          'total', l.total, 'discount', l.discount) order by l.position)
        from order_lines l where l.order_id = o.id
      ) as lines,
      (
        select json_build_object('courier', h.courier, 'service', h.service, 'tracking_number', h.tracking_number)
        from shipments h where h.order_id = o.id order by h.created_at desc limit 1
      ) as tracking
    from orders o cross join shop_settings s where o.id = ${orderId}`;
  // Whoever has deleted their account gets no more news.
  if (!order || order.email === "") return;
  const texts = orderMailTexts[order.language];
  const { subject, heading, body } = texts[kind]({
    number: order.number,
    total: formatRupiah(order.total, order.language),
    deadline: order.expires_at ? formatDateTime(order.expires_at, order.language) : "",
    courier: [order.tracking?.courier, order.tracking?.service].filter(Boolean).join(" "),
    tracking: order.tracking?.tracking_number ?? "",
  });
  const address = `${config().publicUrl}${localPath(order.language, `/dashboard/orders/${order.id}`)}`;
  const blocks: MailBlock[] = [
    { kind: "heading", text: heading },
    { kind: "text", text: `${texts.greeting(order.recipient)}\n\n${body}` },
    receipt(order, texts),
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
    ...(stoppable ? { footerLink: stoppable.footerLink } : {}),
  });
  await queueMail(sql, {
    kind: "email",
    to: order.email,
    subject,
    ...mail,
    ...(stoppable ? { headers: stoppable.headers } : {}),
    dedupeKey: ["order", kind, orderId, about].filter(Boolean).join(":"),
  });
}

function receipt(order: MailOrder, texts: (typeof orderMailTexts)[Language]): MailBlock {
  const money = (amount: number) => formatRupiah(amount, order.language);
  const lines = order.lines.map((line) => ({
    label: `${line.quantity} × ${[line.name, line.options].filter(Boolean).join(", ")}`,
    value: money(line.total + line.discount),
  }));
  const totals = [
    ...(order.discount > 0 ? [{ label: texts.discount, value: money(-order.discount) }] : []),
    { label: texts.shipping, value: money(order.shipping) },
    ...(order.payment_fee === 0
      ? []
      : [{ label: texts.paymentFee, value: money(order.payment_fee) }]),
    { label: texts.total, value: money(order.total) },
  ];
  return { kind: "lines", lines: [...lines, ...totals], totals: totals.length };
}

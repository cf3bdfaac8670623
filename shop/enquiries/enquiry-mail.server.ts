import { config } from "#base/config.server.ts";
import type { Language } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import { layoutMail, type MailBlock } from "#integrations/mail/layout.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import { formatPhone } from "#shop/phone.ts";
import type { EnquiryInput, EnquiryTopic } from "./enquiry.ts";
import { enquiryMailTexts } from "./enquiry-mail-texts.ts";

interface ShopFacts {
  name: string;
  email: string;
}

/** Who the shop is in mails; without an address of its own, the one it sends from. */
async function shopFacts(sql: Sql): Promise<ShopFacts> {
  const [shop] = await sql<ShopFacts[]>`select name, email from shop_settings`;
  const from = /<([^>]+)>/.exec(config().mailFrom)?.[1] ?? config().mailFrom;
  return { name: shop?.name ?? "", email: shop?.email || from };
}

/** Two mails: what was written to the shop, and to the writer that it has arrived. */
export async function queueEnquiryMails(
  sql: Sql,
  enquiry: EnquiryInput & { id: string; number: number; language: Language },
): Promise<void> {
  const shop = await shopFacts(sql);
  const number = String(enquiry.number);
  await queueForShop(sql, shop, enquiry, number);

  // Nothing that the writer typed: else this form would carry anybody's words to anybody's inbox.
  const texts = enquiryMailTexts[enquiry.language];
  await queueMail(sql, {
    kind: "email",
    to: enquiry.email,
    subject: texts.toSender.subject(number),
    ...layoutMail({
      language: enquiry.language,
      shopName: shop.name,
      number: `No. ${number}`,
      preview: texts.toSender.text,
      blocks: [
        { kind: "heading", text: texts.toSender.heading },
        { kind: "text", text: texts.toSender.text },
        {
          kind: "lines",
          lines: [
            { label: texts.number, value: number },
            { label: texts.topic, value: texts.topics[enquiry.topic] },
          ],
        },
      ],
      footer: texts.toSender.footer(shop.name),
    }),
    headers: { "Reply-To": shop.email, "Auto-Submitted": "auto-replied" },
    dedupeKey: `enquiry:received:${enquiry.id}`,
  });
}

/** In Indonesian, the language of the back office's people. */
async function queueForShop(
  sql: Sql,
  shop: ShopFacts,
  enquiry: EnquiryInput & { id: string },
  number: string,
): Promise<void> {
  const texts = enquiryMailTexts.id;
  const topic = texts.topics[enquiry.topic];
  const lines = [
    { label: texts.toShop.from, value: `${enquiry.name}, ${enquiry.email}` },
    ...(enquiry.phone ? [{ label: texts.toShop.phone, value: formatPhone(enquiry.phone) }] : []),
    ...(enquiry.order_number ? [{ label: texts.toShop.order, value: enquiry.order_number }] : []),
  ];
  const blocks: MailBlock[] = [
    { kind: "heading", text: texts.toShop.heading },
    { kind: "lines", lines },
    { kind: "text", text: enquiry.message },
    { kind: "note", text: texts.toShop.note },
    {
      kind: "button",
      text: texts.toShop.button,
      url: `${config().publicUrl}/admin/Enquiries/${enquiry.id}`,
    },
  ];
  await queueMail(sql, {
    kind: "email",
    to: shop.email,
    subject: texts.toShop.subject(number, topic),
    ...layoutMail({
      language: "id",
      shopName: shop.name,
      number: `No. ${number}`,
      preview: enquiry.message.slice(0, 120),
      blocks,
      footer: texts.toShop.footer(shop.name),
    }),
    headers: { "Reply-To": enquiry.email },
    dedupeKey: `enquiry:new:${enquiry.id}`,
  });
}

/** What staff answered, in the language that the page had when the question was sent. */
export async function queueAnswerMail(
  sql: Sql,
  enquiry: {
    number: number;
    topic: EnquiryTopic;
    name: string;
    email: string;
    message: string;
    language: Language;
  },
  answer: { id: string; text: string },
): Promise<void> {
  const shop = await shopFacts(sql);
  const texts = enquiryMailTexts[enquiry.language];
  const quoted = enquiry.message
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
  await queueMail(sql, {
    kind: "email",
    to: enquiry.email,
    subject: texts.answer.subject(String(enquiry.number), texts.topics[enquiry.topic]),
    ...layoutMail({
      language: enquiry.language,
      shopName: shop.name,
      number: `No. ${enquiry.number}`,
      preview: answer.text.slice(0, 120),
      blocks: [
        { kind: "heading", text: texts.answer.heading },
        { kind: "text", text: `${texts.answer.greeting(enquiry.name)}\n\n${answer.text}` },
        { kind: "note", text: quoted },
      ],
      footer: texts.answer.footer(shop.name),
    }),
    headers: { "Reply-To": shop.email },
    dedupeKey: `enquiry:answer:${answer.id}`,
  });
}

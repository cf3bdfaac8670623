import { config } from "#base/config.server.ts";
import type { Language } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import {
  composeAnswerMail,
  composeNewEnquiryMail,
  composeReceivedMail,
} from "./compose-enquiry-mails.ts";
import type { EnquiryInput, EnquiryTopic } from "./enquiry.ts";

interface ShopFacts {
  name: string;
  email: string;
  /** False when `email` is only the sender address, whose mailbox may not be read. */
  has_email: boolean;
}

/** The shop's name and address in mails; without an address of its own, the sender's. */
async function shopFacts(sql: Sql): Promise<ShopFacts> {
  const [shop] = await sql<
    ShopFacts[]
  >`select name, email, email <> '' as has_email from shop_settings`;
  const from = /<([^>]+)>/.exec(config().mailFrom)?.[1] ?? config().mailFrom;
  return {
    name: shop?.name ?? "",
    email: shop?.email || from,
    has_email: shop?.has_email ?? false,
  };
}

/** Queues two mails: the enquiry to the shop, and the confirmation to its sender. */
export async function queueEnquiryMails(
  sql: Sql,
  enquiry: EnquiryInput & { id: string; number: number; language: Language },
): Promise<void> {
  const shop = await shopFacts(sql);
  await queueForShop(sql, shop, enquiry);

  // Contains nothing that the sender typed: else the form could send arbitrary text to any address.
  await queueMail(sql, {
    kind: "email",
    to: enquiry.email,
    ...composeReceivedMail(enquiry, shop.name),
    headers: { "Reply-To": shop.email, "Auto-Submitted": "auto-replied" },
    dedupeKey: `enquiry:received:${enquiry.id}`,
  });
}

/** In Indonesian, the language of the back office. */
async function queueForShop(
  sql: Sql,
  shop: ShopFacts,
  enquiry: EnquiryInput & { id: string; number: number },
): Promise<void> {
  const address = `${config().publicUrl}/admin/Enquiries/${enquiry.id}`;
  await queueMail(sql, {
    kind: "email",
    to: shop.email,
    ...composeNewEnquiryMail(enquiry, shop.name, address),
    headers: { "Reply-To": enquiry.email },
    dedupeKey: `enquiry:new:${enquiry.id}`,
  });
}

/** The staff's answer, in the language of the page that sent the enquiry. */
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
  await queueMail(sql, {
    kind: "email",
    to: enquiry.email,
    ...composeAnswerMail(enquiry, answer.text, shop.name, shop.has_email),
    headers: { "Reply-To": shop.email },
    dedupeKey: `enquiry:answer:${answer.id}`,
  });
}

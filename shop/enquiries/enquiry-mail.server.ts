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
  await queueForShop(sql, shop, enquiry);

  // Nothing that the writer typed: else this form would carry anybody's words to anybody's inbox.
  await queueMail(sql, {
    kind: "email",
    to: enquiry.email,
    ...composeReceivedMail(enquiry, shop.name),
    headers: { "Reply-To": shop.email, "Auto-Submitted": "auto-replied" },
    dedupeKey: `enquiry:received:${enquiry.id}`,
  });
}

/** In Indonesian, the language of the back office's people. */
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
  await queueMail(sql, {
    kind: "email",
    to: enquiry.email,
    ...composeAnswerMail(enquiry, answer.text, shop.name),
    headers: { "Reply-To": shop.email },
    dedupeKey: `enquiry:answer:${answer.id}`,
  });
}

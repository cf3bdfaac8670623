import { cutText } from "#base/cut-text.ts";
import type { Language } from "#base/language.ts";
import { type ComposedMail, layoutMail } from "#integrations/mail/layout.ts";
import { formatPhone } from "#shop/kernel/phone.ts";
import type { EnquiryInput, EnquiryTopic } from "./enquiry.ts";
import { enquiryMailTexts } from "./enquiry-mail-texts.ts";

/** Confirms the receipt to the sender. Contains nothing that the sender typed. */
export function composeReceivedMail(
  enquiry: { number: number; topic: EnquiryTopic; language: Language },
  shopName: string,
): ComposedMail {
  const texts = enquiryMailTexts[enquiry.language];
  const number = String(enquiry.number);
  const page = layoutMail({
    language: enquiry.language,
    shopName,
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
    footer: texts.toSender.footer(shopName),
  });
  return { subject: texts.toSender.subject(number), ...page };
}

/** Notifies the shop of an enquiry, in Indonesian. @param address of the enquiry in the back office */
export function composeNewEnquiryMail(
  enquiry: EnquiryInput & { number: number },
  shopName: string,
  address: string,
): ComposedMail {
  const texts = enquiryMailTexts.id;
  const number = String(enquiry.number);
  const lines = [
    { label: texts.toShop.from, value: `${enquiry.name}, ${enquiry.email}` },
    ...(enquiry.phone ? [{ label: texts.toShop.phone, value: formatPhone(enquiry.phone) }] : []),
    ...(enquiry.order_number ? [{ label: texts.toShop.order, value: enquiry.order_number }] : []),
  ];
  const page = layoutMail({
    language: "id",
    shopName,
    number: `No. ${number}`,
    preview: cutText(enquiry.message, 120),
    blocks: [
      { kind: "heading", text: texts.toShop.heading },
      { kind: "lines", lines },
      { kind: "text", text: enquiry.message },
      { kind: "note", text: texts.toShop.note },
      { kind: "button", text: texts.toShop.button, url: address },
    ],
    footer: texts.toShop.footer(shopName),
  });
  return { subject: texts.toShop.subject(number, texts.topics[enquiry.topic]), ...page };
}

/** The staff's answer, with the question below it. */
export function composeAnswerMail(
  enquiry: {
    number: number;
    topic: EnquiryTopic;
    name: string;
    message: string;
    language: Language;
  },
  answer: string,
  shopName: string,
  hasEmail: boolean,
): ComposedMail {
  const texts = enquiryMailTexts[enquiry.language];
  const quoted = enquiry.message
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
  const page = layoutMail({
    language: enquiry.language,
    shopName,
    number: `No. ${enquiry.number}`,
    preview: cutText(answer, 120),
    blocks: [
      { kind: "heading", text: texts.answer.heading },
      { kind: "text", text: `${texts.answer.greeting(enquiry.name)}\n\n${answer}` },
      { kind: "note", text: quoted },
    ],
    footer: texts.answer.footer(shopName, hasEmail),
  });
  const subject = texts.answer.subject(String(enquiry.number), texts.topics[enquiry.topic]);
  return { subject, ...page };
}

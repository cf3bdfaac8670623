import {
  composeAnswerMail,
  composeNewEnquiryMail,
  composeReceivedMail,
} from "#shop/customers/enquiries/compose-enquiry-mails.ts";
import { type MailSample, orderId, people } from "./mail-sample.ts";

const question = {
  number: 1024,
  topic: "product",
  name: people.name,
  email: people.email,
  phone: people.phone,
  order_number: "",
} as const;
const asked = {
  id: "Apakah mug ini aman untuk microwave?\nTerima kasih.",
  en: "Is this mug safe in a microwave?\nThank you.",
};
const answered = { id: "Aman, asal tanpa tutup.", en: "Yes, without its lid." };

/** Of the contact form. */
export const enquirySamples: readonly MailSample[] = [
  {
    name: "enquiry-received",
    compose: (language, { merchant }) =>
      composeReceivedMail({ ...question, language }, merchant.name),
  },
  {
    name: "enquiry-new",
    compose: (language, { merchant, publicUrl }) =>
      composeNewEnquiryMail(
        { ...question, message: asked[language] },
        merchant.name,
        `${publicUrl}/admin/Enquiries/${orderId}`,
      ),
  },
  {
    name: "enquiry-answer",
    compose: (language, { merchant }) =>
      composeAnswerMail(
        { ...question, language, message: asked[language] },
        answered[language],
        merchant.name,
        merchant.email !== "",
      ),
  },
];

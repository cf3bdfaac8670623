import { composeSmsCode } from "#backend/auth/mail/send-sms.server.ts";
import { localPath } from "#base/language.ts";
import { composeDraftMail } from "#shop/catalogue/products/drafts/compose-draft-mail.ts";
import { composeChoicesMail } from "#shop/consent/compose-choices-mail.ts";
import { composeConfirmationMail } from "#shop/consent/subscribe/compose-confirmation-mail.ts";
import { composeDeletionMail, composeDeletionSms } from "#shop/customers/deletion-mail.ts";
import { composeDigestMail } from "#shop/office/notifications/compose-digest-mail.ts";
import { composeNoticeMail } from "#shop/office/notifications/compose-notice-mail.ts";
import { orderMailKinds } from "#shop/orders/mails/order-mail-kinds.ts";
import { composeFactorMail } from "#shop/staff/compose-factor-mail.ts";
import { composeInvitationMail } from "#shop/staff/compose-invitation-mail.ts";
import { invitationHours } from "#shop/staff/invitations.server.ts";
import { authSamples, noticeSamples } from "./account-mail-samples.ts";
import { cartSamples, stockSample } from "./automation-mail-samples.ts";
import { campaignTestSample } from "./campaign-mail-sample.ts";
import { enquirySamples } from "./enquiry-mail-samples.ts";
import { type MailSample, orderId, people, unsubscribe } from "./mail-sample.ts";
import {
  designSamples,
  orderSample,
  reminderSample,
  returnSamples,
  supplementSamples,
} from "./order-mail-samples.ts";
import { lowStockSample } from "./stock-mail-sample.ts";

/** One of each kind of mail and message. */
export const mailSamples: readonly MailSample[] = [
  ...orderMailKinds.map((kind) => orderSample(kind, false)),
  ...(
    ["placed_for_cash", "paid", "shipped", "not_shipped", "delivered", "not_delivered"] as const
  ).map((kind) => orderSample(kind, true)),
  reminderSample,
  ...supplementSamples,
  ...returnSamples,
  ...designSamples,
  ...cartSamples,
  stockSample,
  lowStockSample,
  {
    name: "staff-digest",
    compose: (language, { merchant, publicUrl }) =>
      composeDigestMail(
        language,
        merchant.name,
        [
          { kind: "new_order", count: 12 },
          { kind: "sold_out", count: 2 },
          { kind: "return_requested", count: 1 },
        ],
        publicUrl + localPath(language, "/admin/Notifications"),
      ),
  },
  {
    name: "staff-notice",
    compose: (language, { merchant, publicUrl }) =>
      composeNoticeMail(
        language,
        merchant.name,
        [
          { kind: "order_paid", facts: { count: 1, number: "INV-10001", total: 336_000 } },
          { kind: "transfer_proof", facts: { count: 4 } },
        ],
        publicUrl + localPath(language, "/admin/Notifications"),
      ),
  },
  ...enquirySamples,
  {
    name: "staff-invitation",
    compose: (language, { merchant, publicUrl }) =>
      composeInvitationMail(
        language,
        merchant.name,
        `${publicUrl}${localPath(language, `/StaffInvitation/${"x".repeat(43)}`)}`,
        invitationHours,
      ),
  },
  {
    name: "factor-reset",
    compose: (language, { merchant, publicUrl }) =>
      composeFactorMail(
        language,
        merchant.name,
        "Sari Wulandari",
        publicUrl + localPath(language, "/dashboard/Security"),
      ),
  },
  {
    name: "product-draft",
    compose: (language, { merchant, publicUrl }) =>
      composeDraftMail(
        language,
        merchant.name,
        { id: "Mug Ngopi Dulu", en: "Coffee First Mug" }[language],
        `${publicUrl}${localPath(language, `/admin/Products/${orderId}`)}`,
      ),
  },
  campaignTestSample,
  {
    name: "mail-choices-link",
    compose: (language, site) =>
      composeChoicesMail(language, site.merchant.name, unsubscribe(language, site)),
  },
  {
    name: "mail-confirmation",
    compose: (language, { merchant, publicUrl }) =>
      composeConfirmationMail(
        language,
        merchant.name,
        [{ id: "Kabar toko", en: "News from the shop" }[language]],
        `${publicUrl}${localPath(language, `/Subscribe/${"x".repeat(43)}`)}`,
      ),
  },
  ...authSamples,
  ...noticeSamples,
  {
    name: "account-code-sms",
    compose: (language, { merchant }) => composeSmsCode(language, merchant.name, "123456", 600),
  },
  {
    name: "account-deleted",
    compose: (language, { merchant }) => composeDeletionMail(language, people.name, merchant.name),
  },
  {
    name: "account-deleted-sms",
    compose: (language, { merchant }) => composeDeletionSms(language, merchant.name),
  },
];

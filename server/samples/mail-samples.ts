import type { AuthMailKind } from "#backend/auth/mail/mails.ts";
import { authMails } from "#backend/auth/mail/mails.ts";
import { composeAuthMail } from "#backend/auth/mail/send-mail.server.ts";
import {
  composeNotice,
  composeNoticeText,
  type NoticeKind,
  noticeKinds,
} from "#backend/auth/mail/send-notice.server.ts";
import { composeSmsCode } from "#backend/auth/mail/send-sms.server.ts";
import { type Language, localPath } from "#base/language.ts";
import { composeDeletionMail, composeDeletionSms } from "#shop/customers/deletion-mail.ts";
import { composeDesignMail } from "#shop/customisations/compose-design-mail.ts";
import { designMailKinds } from "#shop/customisations/design-mail-texts.ts";
import {
  composeAnswerMail,
  composeNewEnquiryMail,
  composeReceivedMail,
} from "#shop/enquiries/compose-enquiry-mails.ts";
import { composeChoicesMail } from "#shop/mail-topics/compose-choices-mail.ts";
import { composeConfirmationMail } from "#shop/mail-topics/compose-confirmation-mail.ts";
import { topicMailTexts } from "#shop/mail-topics/topic-mail-texts.ts";
import { composeDigestMail } from "#shop/notifications/compose-digest-mail.ts";
import {
  composeOrderMail,
  type MailAbout,
  type MailOrder,
} from "#shop/orders/compose-order-mail.ts";
import { type OrderMailKind, orderMailKinds } from "#shop/orders/order-mail-texts.ts";
import { composeDraftMail } from "#shop/products/compose-draft-mail.ts";
import { composeReturnMail } from "#shop/returns/compose-return-mail.ts";
import { returnMailKinds } from "#shop/returns/return-mail-texts.ts";
import { composeFactorMail } from "#shop/staff/compose-factor-mail.ts";
import { composeInvitationMail } from "#shop/staff/compose-invitation-mail.ts";
import { invitationHours } from "#shop/staff/invitations.server.ts";
import { cartSamples, stockSample } from "./automation-mail-samples.ts";
import { campaignTestSample } from "./campaign-mail-sample.ts";
import type { MailSample, Site } from "./mail-sample.ts";
import { lowStockSample } from "./stock-mail-sample.ts";

const people = { name: "Siti Rahmawati", email: "siti@contoh.test", phone: "+6281234567890" };
const orderId = "00000000-0000-4000-8000-000000000000";

function orderPage(language: Language, { publicUrl }: Site): string {
  return `${publicUrl}${localPath(language, `/dashboard/orders/${orderId}`)}`;
}

function orderLinks(language: Language, site: Site) {
  const { publicUrl } = site;
  const track = `${publicUrl}${localPath(language, `/Order/${"x".repeat(43)}`)}`;
  return { publicUrl, order: orderPage(language, site), track };
}

function sampleOrder(language: Language, { merchant }: Site, isPickup: boolean): MailOrder {
  const pieces = {
    id: [
      ["Mug Ngopi Dulu", "Hitam"],
      ["Kaos Kawung Saku", "Soga, L"],
    ],
    en: [
      ["Mug Ngopi Dulu", "Black"],
      ["Kawung Pocket Tee", "Soga, L"],
    ],
  }[language];
  return {
    number: "INV-10001",
    supplement_of: null,
    language,
    recipient: people.name,
    subtotal: 343_000,
    discount: 25_000,
    shipping: isPickup ? 0 : 18_000,
    payment_fee: 0,
    total: isPickup ? 318_000 : 336_000,
    created_at: new Date("2026-01-05T10:00:00Z"),
    expires_at: new Date("2026-01-06T10:00:00Z"),
    earliest: "2026-01-09",
    latest: "2026-01-11",
    is_pickup: isPickup,
    courier: isPickup ? "" : "JNE",
    shop_name: merchant.name,
    time_zone: merchant.timeZone,
    street: merchant.street,
    city: merchant.city,
    hours: merchant.hours,
    lines: pieces.map(([name = "", options = ""], index) => ({
      name,
      options,
      quantity: 2 - index,
      unit_price: index === 0 ? 84_000 : 150_000,
      total: index === 0 ? 178_000 : 140_000,
      picture: null,
      setup_fee: index === 0 ? 25_000 : 0,
      personalised: index === 0,
      discount: index === 0 ? 15_000 : 10_000,
      words: index === 0 ? ["Rani"] : [],
      proof_id: null,
    })),
  };
}

function aboutOf(kind: OrderMailKind, order: MailOrder): MailAbout {
  const isAboutMoney = kind === "refunded" || kind === "refund_account";
  return {
    courier: order.is_pickup ? order.courier : "JNE REG",
    tracking: order.is_pickup ? "" : "JN0012345678",
    lines: kind === "shipped" ? order.lines : null,
    amount: isAboutMoney ? 89_000 : null,
    channel: kind === "refund_account" ? "bank_transfer" : isAboutMoney ? "original" : null,
  };
}

function orderSample(kind: OrderMailKind, isPickup: boolean): MailSample {
  return {
    name: `order-${dashed(kind)}${isPickup ? "-pickup" : ""}`,
    compose(language, site) {
      const order = sampleOrder(language, site, isPickup);
      return composeOrderMail(kind, order, aboutOf(kind, order), {
        ...orderLinks(language, site),
      });
    },
  };
}

const supplementKinds = [
  ...(["awaiting_payment", "paid", "canceled", "expired"] as const).map(
    (kind) => [`design-supplement-${dashed(kind)}`, kind] as const,
  ),
  ["design-supplement-reminder", "supplement_reminder"],
] as const;
const supplementSamples = supplementKinds.map(
  ([name, kind]): MailSample => ({
    name,
    compose(language, site) {
      const { lines, ...order } = sampleOrder(language, site, false);
      const [line] = lines;
      const supplement = {
        ...{ ...order, number: "INV-10007", supplement_of: "INV-10001", discount: 0, shipping: 0 },
        ...{ subtotal: 12_000, total: 12_000 },
        lines: line
          ? [
              {
                ...line,
                unit_price: 6_000,
                total: 12_000,
                setup_fee: 0,
                personalised: false,
                discount: 0,
                words: [],
              },
            ]
          : [],
      };
      return composeOrderMail(kind, supplement, aboutOf(kind, supplement), {
        ...orderLinks(language, site),
      });
    },
  }),
);

/** The payment reminder has the text of `awaiting_payment` and an unsubscribe link. */
const reminder: MailSample = {
  name: "order-awaiting-payment-reminder",
  compose(language, site) {
    const order = sampleOrder(language, site, false);
    return composeOrderMail("awaiting_payment", order, aboutOf("awaiting_payment", order), {
      ...orderLinks(language, site),
      stop: {
        text: topicMailTexts[language].stop.payment_reminder,
        url: unsubscribe(language, site),
      },
    });
  },
};

function unsubscribe(language: Language, { publicUrl }: Site): string {
  return `${publicUrl}${localPath(language, "/Unsubscribe")}?t=${"x".repeat(40)}`;
}

const returnSamples = (["return", "claim"] as const).flatMap((kind) =>
  returnMailKinds.map(
    (step): MailSample => ({
      name: `${kind}-${dashed(step)}`,
      compose(language, site) {
        const { lines } = sampleOrder(language, site, false);
        return composeReturnMail(
          step,
          {
            order_number: "INV-10001",
            number: kind === "claim" ? "KLM-1001" : "RET-1001",
            kind,
            answer:
              step === "declined" || step === "closed"
                ? { id: "Sudah dipakai.", en: "It was used." }[language]
                : "",
            resolution: kind === "claim" ? "replacement" : "refund",
            language,
            recipient: people.name,
            return_postage: "buyer",
            shop_name: site.merchant.name,
            shop_address: [site.merchant.street, site.merchant.city].filter(Boolean).join(", "),
            lines: lines.map(({ name, quantity }) => ({ label: name, quantity })),
          },
          orderPage(language, site),
        );
      },
    }),
  ),
);

const designSamples = designMailKinds.map(
  (kind): MailSample => ({
    name: `design-${dashed(kind)}`,
    compose(language, site) {
      const [line] = sampleOrder(language, site, false).lines;
      const notes = {
        proof_sent: { id: "Nama kami geser 3 mm ke atas.", en: "We moved the name up by 3 mm." },
        question: { id: "Apakah ejaannya sudah benar?", en: "Is the spelling right?" },
      };
      const note = kind in notes ? notes[kind as keyof typeof notes][language] : "";
      const rejection = kind === "rejected" ? "trademark" : null;
      return composeDesignMail(
        kind,
        {
          number: "INV-10001",
          language,
          recipient: people.name,
          shop_name: site.merchant.name,
          goods: line?.name ?? "",
          words: ["Rani & Dimas"],
          proof_id: null,
          changes:
            kind === "proof_sent"
              ? [{ kind: "moved", what: "Rani & Dimas", right: 0, down: -3 }]
              : [],
          note,
          rejection,
        },
        `${orderPage(language, site)}/Customisation`,
      );
    },
  }),
);

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

const enquirySamples: readonly MailSample[] = [
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
      ),
  },
];

const authSamples = (Object.keys(authMails) as AuthMailKind[]).map(
  (kind): MailSample => ({
    name: `account-${dashed(kind)}`,
    compose: (language, { merchant, publicUrl }) =>
      composeAuthMail(kind, language, {
        shopName: merchant.name,
        to: people.email,
        about: people.email,
        code: "123456",
        codeLife: 3600,
        inviteLife: 86_400,
        ...(kind === "reauthentication"
          ? {}
          : { link: `${publicUrl}${localPath(language, "/Auth")}#token_hash=${"x".repeat(56)}` }),
      }),
  }),
);

const noticeSamples = noticeKinds.flatMap((kind: NoticeKind): MailSample[] => [
  {
    name: `account-${dashed(kind)}`,
    compose: (language, { merchant }) =>
      composeNotice(kind, language, merchant.name, { left: "7" }),
  },
  {
    name: `account-${dashed(kind)}-sms`,
    compose: (language, { merchant }) =>
      composeNoticeText(kind, language, merchant.name, { left: "7" }),
  },
]);

/** Every kind of mail and text message that this program sends, with sample data. */
export const mailSamples: readonly MailSample[] = [
  ...orderMailKinds.map((kind) => orderSample(kind, false)),
  ...(["placed_for_cash", "paid", "shipped", "delivered"] as const).map((kind) =>
    orderSample(kind, true),
  ),
  reminder,
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

function dashed(kind: string): string {
  return kind.replaceAll("_", "-");
}

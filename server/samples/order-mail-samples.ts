import { type Language, localPath } from "#base/language.ts";
import { topicMailTexts } from "#shop/consent/topic-mail-texts.ts";
import {
  composeOrderMail,
  type MailAbout,
  type MailOrder,
} from "#shop/orders/mails/compose-order-mail.ts";
import type { OrderMailKind } from "#shop/orders/mails/order-mail-kinds.ts";
import { composeReturnMail } from "#shop/orders/returns/compose-return-mail.ts";
import { returnMailKinds } from "#shop/orders/returns/return-mail-texts.ts";
import { composeDesignMail } from "#shop/production/customisations/compose-design-mail.ts";
import { designMailKinds } from "#shop/production/customisations/design-mail-texts.ts";
import { dashed, type MailSample, orderId, people, type Site, unsubscribe } from "./mail-sample.ts";

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
    replaces: null,
    supplement_of: null,
    language,
    recipient: people.name,
    subtotal: 343_000,
    discount: 25_000,
    shipping: isPickup ? 0 : 18_000,
    payment_fee: 0,
    is_fee_adjusted: false,
    money: "refunded",
    total: isPickup ? 318_000 : 336_000,
    deposit: null,
    due: isPickup ? 318_000 : 336_000,
    paid_total: 0,
    created_at: new Date("2026-01-05T10:00:00Z"),
    expires_at: new Date("2026-01-06T10:00:00Z"),
    after_design: null,
    earliest: "2026-01-09",
    latest: "2026-01-11",
    is_pickup: isPickup,
    courier: isPickup ? "" : "JNE",
    shop_name: merchant.name,
    shop_email: merchant.email,
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
  const isAboutMoney = ["refunded", "refund_account", "refund_account_given"].includes(kind);
  return {
    courier: order.is_pickup ? order.courier : "JNE REG",
    tracking: order.is_pickup ? "" : "JN0012345678",
    lines: ["shipped", "tracking_corrected", "not_shipped"].includes(kind) ? order.lines : null,
    amount: isAboutMoney ? 89_000 : null,
    channel: kind.startsWith("refund_account") ? "bank_transfer" : isAboutMoney ? "original" : null,
    bank: "BCA",
    last_digits: "7890",
    to: "Rani Puspita\n0812-2026-4800\nJl. Naripan No. 12\nBraga, Sumur Bandung, Kota Bandung, Jawa Barat 40111",
  };
}

/** The amounts of a deposit of half the total, for the mails about deposits. */
function depositOf(
  kind: OrderMailKind,
): Pick<MailOrder, "deposit" | "due" | "paid_total"> | object {
  switch (kind) {
    case "deposit_paid":
    case "balance_due":
      return { deposit: 168_000, due: 168_000, paid_total: 168_000 };
    case "balance_paid":
      return { deposit: 168_000, due: 0, paid_total: 336_000 };
    default:
      return {};
  }
}

/** A mail about an order, which is fetched or sent. */
export function orderSample(kind: OrderMailKind, isPickup: boolean): MailSample {
  return {
    name: `order-${dashed(kind)}${isPickup ? "-pickup" : ""}`,
    compose(language, site) {
      const order = { ...sampleOrder(language, site, isPickup), ...depositOf(kind) };
      return composeOrderMail(kind, order, aboutOf(kind, order), {
        ...orderLinks(language, site),
      });
    },
  };
}

/** Of differences after payment. */
const supplementKinds = [
  ...(["awaiting_payment", "paid", "canceled", "expired"] as const).map(
    (kind) => [`design-supplement-${dashed(kind)}`, kind] as const,
  ),
  ["design-supplement-reminder", "supplement_reminder"],
] as const;
export const supplementSamples = supplementKinds.map(
  ([name, kind]): MailSample => ({
    name,
    compose(language, site) {
      const { lines, ...order } = sampleOrder(language, site, false);
      const [line] = lines;
      const supplement = {
        ...order,
        number: "INV-10007",
        supplement_of: "INV-10001",
        discount: 0,
        shipping: 0,
        subtotal: 12_000,
        total: 12_000,
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
export const reminderSample: MailSample = {
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

/** Of returns and claims. */
export const returnSamples = (["return", "claim"] as const).flatMap((kind) =>
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
            shop_email: site.merchant.email,
            shop_address: [site.merchant.street, site.merchant.city].filter(Boolean).join(", "),
            lines: lines.map(({ name, quantity }) => ({ label: name, quantity })),
          },
          orderPage(language, site),
        );
      },
    }),
  ),
);

/** Of the proofs of a design. */
export const designSamples = designMailKinds.map(
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
          shop_email: site.merchant.email,
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

import type { Language, LocalText } from "#base/language.ts";
import type { MailBlock, MailFact, MailItem } from "#integrations/mail/blocks.ts";
import { type ComposedMail, layoutMail } from "#integrations/mail/layout.ts";
import type { MailCopy } from "#integrations/mail/mail-style.ts";
import { mailPictureName } from "#shop/designs/mail-picture.ts";
import { formatDate, formatDateTime, formatDaySpan } from "#shop/kernel/dates.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { ShopTimeZone } from "#shop/kernel/time-zones.ts";
import { feeKind } from "#shop/orders/fee-kind.ts";
import type { OrderRefund } from "#shop/orders/order.ts";
import { type PromisedDays, promisedDays } from "#shop/orders/promised-days.ts";
import { pickupPlaceOf } from "#shop/settings/merchant/pickup-place.ts";
import type { OrderMailKind, SupplementMailKind } from "./order-mail-kinds.ts";
import { orderMailTexts } from "./order-mail-texts.ts";

/** The fields of an order that its mails show. */
export interface MailOrder extends PromisedDays {
  number: string;
  /** Of a supplement: the number of the order whose design costs more. */
  supplement_of: string | null;
  /** The number of the order that it replaces. */
  replaces: string | null;
  language: Language;
  recipient: string;
  subtotal: number;
  discount: number;
  shipping: number;
  payment_fee: number;
  is_fee_adjusted: boolean;
  total: number;
  /** Whole rupiah whose payment places the order; null: the order has no deposit. */
  deposit: number | null;
  /** The amount due, whole rupiah. */
  due: number;
  paid_total: number;
  /** What happens to received money after a cancellation. */
  money: "none" | "kept" | "refunded";
  created_at: Date;
  expires_at: Date | null;
  is_pickup: boolean;
  courier: string;
  shop_name: string;
  /** Empty when the shop has no email address: the mail then has no Reply-To. */
  shop_email: string;
  time_zone: ShopTimeZone;
  street: string;
  city: string;
  hours: LocalText;
  lines: {
    name: string;
    options: string;
    quantity: number;
    unit_price: number;
    total: number;
    /** The address of its picture in the shop, without size and format. */
    picture: string | null;
    setup_fee: number;
    /** Made for its buyer. */
    personalised: boolean;
    discount: number;
    words: readonly string[];
    /** The newest proof, where it has a picture. */
    proof_id: string | null;
  }[];
}

/** The subject of a mail besides its order. */
export interface MailAbout {
  /** For a mail about a shipment. */
  courier: string;
  tracking: string;
  lines: { name: string; options: string; quantity: number; picture: string | null }[] | null;
  /** For a mail about a refund. */
  amount: number | null;
  channel: OrderRefund["channel"] | null;
  /** For a mail about the account of a refund: its bank, and the last four digits of its number. */
  bank?: string;
  last_digits?: string;
  /** For a mail about a corrected address: recipient, phone and address. */
  to?: string;
}

interface Links {
  /** The shop's address, without a trailing slash: where pictures are. */
  readonly publicUrl: string;
  /** The order's own page, which needs signing in. */
  readonly order: string;
  /** The tracking page, which needs no signing in. */
  readonly track: string;
  /** Pays without signing in, for an order with a pay link. */
  readonly pay?: string;
  /** The unsubscribe link of a mail that has one. */
  readonly stop?: { readonly text: string; readonly url: string };
}

type Texts = (typeof orderMailTexts)[Language];

/** The copy of the receipt that each mail is, as on the order's page. */
const copyOf: Readonly<Record<OrderMailKind, MailCopy>> = {
  awaiting_payment: "yellow",
  supplement_reminder: "yellow",
  placed_for_cash: "pink",
  placed_for_nothing: "pink",
  paid: "pink",
  deposit_paid: "pink",
  balance_due: "yellow",
  balance_paid: "pink",
  shipped: "pink",
  tracking_corrected: "pink",
  not_shipped: "yellow",
  address_changed: "pink",
  delivered: "green",
  not_delivered: "yellow",
  canceled: "white",
  expired: "white",
  refund_account: "yellow",
  refund_account_given: "white",
  refunded: "green",
};

/** Mails before the goods have come: they say when that is. */
const promises: ReadonlySet<OrderMailKind> = new Set([
  "awaiting_payment",
  "placed_for_cash",
  "placed_for_nothing",
  "paid",
  "deposit_paid",
  "balance_paid",
  "shipped",
  "tracking_corrected",
  "not_shipped",
  "not_delivered",
  "address_changed",
]);

/** A mail about an order, in the order's language: the receipt itself, on the copy of its stage. */
export function composeOrderMail(
  kind: OrderMailKind,
  order: MailOrder,
  about: MailAbout,
  links: Links,
): ComposedMail {
  const texts = orderMailTexts[order.language];
  const { subject, heading, body } = textOf(
    kind,
    order,
    texts,
  )({
    number: order.number,
    supplementOf: order.supplement_of ?? "",
    total: formatRupiah(order.total, order.language),
    due: formatRupiah(order.due, order.language),
    received: formatRupiah(order.paid_total, order.language),
    money: order.money,
    deadline: order.expires_at
      ? formatDateTime(order.expires_at, order.language, order.time_zone)
      : "",
    courier: about.courier,
    tracking: about.tracking,
    amount: formatRupiah(about.amount ?? order.total, order.language),
    channel: about.channel ?? "original",
    bank: withoutAddresses(about.bank ?? ""),
    lastDigits: about.last_digits ?? "",
    to: about.to ?? "",
    pickup: order.is_pickup
      ? { place: pickupPlaceOf(order, order.courier), hours: order.hours[order.language] }
      : null,
  });
  const isAboutDesign = !about.lines && order.lines.some(({ personalised }) => personalised);
  const goods = about.lines
    ? about.lines.map((line) => sentItem(line, texts, links))
    : order.lines.map((line, index) => boughtItem(line, index, kind, order, links));
  const blocks: MailBlock[] = [
    {
      kind: "status",
      copy: copyOf[kind],
      heading,
      text: `${texts.greeting(order.recipient)}\n\n${body}`,
      facts: factsOf(kind, order, texts),
      button: buttonOf(kind, order, texts, links),
    },
    { kind: "items", items: goods },
    ...(about.lines ? [] : [sumsOf(kind, order, texts)]),
    ...(isAboutDesign ? [{ kind: "note", text: texts.madeToOrder } as const] : []),
  ];
  const page = layoutMail({
    language: order.language,
    shopName: order.shop_name,
    number: `No. ${order.number}`,
    preview: body,
    blocks,
    footer: texts.footer(order.shop_name, order.shop_email !== ""),
    footerLink: links.stop ?? { text: texts.account, url: links.order },
  });
  return { subject, ...page };
}

/** Words that a person typed, without the signs that a mail program makes links of. */
function withoutAddresses(text: string): string {
  return text.replaceAll(/\S*[./:@\\]\S*/g, "").trim();
}

/** Mails about a supplement have words of their own, but for those about a refund. */
function textOf(kind: OrderMailKind, { supplement_of, deposit }: MailOrder, texts: Texts) {
  if (kind === "awaiting_payment" && deposit !== null) return texts.deposit.awaiting_payment;
  const { supplement } = texts;
  const isOwn = supplement_of !== null && Object.hasOwn(supplement, kind);
  return isOwn ? supplement[kind as SupplementMailKind] : texts[kind];
}

function factsOf(kind: OrderMailKind, order: MailOrder, texts: Texts): MailFact[] {
  const ordered = formatDate(order.created_at, order.language, order.time_zone);
  const isReady = order.is_pickup && kind === "shipped";
  return [
    { label: texts.ordered, value: ordered },
    ...(order.replaces === null ? [] : [{ label: texts.replaces, value: order.replaces }]),
    // Nothing of a supplement is sent.
    ...(promises.has(kind) && !isReady && order.supplement_of === null
      ? [
          {
            label: order.is_pickup ? texts.ready : texts.arrives,
            value: promisedDays(order, order.language, formatDaySpan),
          },
        ]
      : []),
  ];
}

/** The one thing to do. All but an account for a refund opens without signing in. */
function buttonOf(kind: OrderMailKind, order: MailOrder, texts: Texts, links: Links) {
  if (kind === "awaiting_payment" || kind === "supplement_reminder" || kind === "balance_due")
    return {
      text: texts.pay(formatRupiah(order.due, order.language)),
      url: links.pay ?? `${links.track}?pay`,
    };
  if (kind === "refund_account_given") return { text: texts.account, url: links.order };
  if (kind === "refund_account") return { text: texts.fillAccount, url: links.order };
  const isSent = promises.has(kind) && order.supplement_of === null;
  return { text: isSent ? texts.track : texts.view, url: links.track };
}

/** Mails that confirm an order. Unpaid ones may go to a stranger's address, who must not get an uploader's pictures. */
const showsDesigns: ReadonlySet<OrderMailKind> = new Set(["paid", "deposit_paid"]);
/** Designs that are drawn for one mail; further lines show the goods. */
const maxDesigns = 4;

function boughtItem(
  line: MailOrder["lines"][number],
  index: number,
  kind: OrderMailKind,
  { lines, language }: MailOrder,
  links: Links,
): MailItem {
  const designsBefore = lines.slice(0, index).filter(({ proof_id }) => proof_id).length;
  const isDesign = line.proof_id && showsDesigns.has(kind) && designsBefore < maxDesigns;
  const goods = productPicture(line.picture, links);
  return {
    name: line.name,
    detail: [line.options, ...line.words.map((word) => `“${word}”`)].filter(Boolean).join(" · "),
    quantity: `${line.quantity} × ${formatRupiah(line.unit_price, language)}`,
    amount: formatRupiah(line.unit_price * line.quantity, language),
    ...(isDesign ? { picture: { attached: mailPictureName(line.proof_id ?? "") } } : goods),
  };
}

function sentItem(
  { name, options, quantity, picture }: NonNullable<MailAbout["lines"]>[number],
  texts: Texts,
  links: Links,
): MailItem {
  const item = { name, detail: options, quantity: texts.quantity(quantity) };
  return { ...item, ...productPicture(picture, links) };
}

function productPicture(picture: string | null, { publicUrl }: Links): Pick<MailItem, "picture"> {
  return picture ? { picture: { url: `${publicUrl}${picture}.320.webp` } } : {};
}

function sumsOf(kind: OrderMailKind, order: MailOrder, texts: Texts): MailBlock {
  const money = (amount: number) => formatRupiah(amount, order.language);
  const setup = order.lines.reduce((sum, { setup_fee }) => sum + setup_fee, 0);
  const fee = texts[feeKind(order)];
  const shipping = order.is_pickup ? texts.pickup : texts.shipping;
  const { received, due } = texts.deposit;
  const isPart = order.deposit !== null && order.paid_total > 0 && order.due > 0;
  const sums = [
    { label: texts.total, value: money(order.total) },
    ...(isPart
      ? [
          { label: received, value: money(order.paid_total) },
          { label: due, value: money(order.due) },
        ]
      : []),
  ];
  return {
    kind: "lines",
    lines: [
      ...(setup > 0 ? [{ label: texts.setup, value: money(setup) }] : []),
      ...(order.discount > 0 ? [{ label: texts.discount, value: money(-order.discount) }] : []),
      ...(order.supplement_of === null
        ? [{ label: shipping, value: order.shipping === 0 ? texts.free : money(order.shipping) }]
        : []),
      ...(order.payment_fee === 0 ? [] : [{ label: fee, value: money(order.payment_fee) }]),
      ...sums,
    ],
    totals: sums.length,
    ...(kind === "paid" || kind === "balance_paid" ? { stamp: texts.paidStamp } : {}),
  };
}

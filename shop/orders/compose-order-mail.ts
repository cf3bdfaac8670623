import type { Language, LocalText } from "#base/language.ts";
import { type ComposedMail, layoutMail, type MailBlock } from "#integrations/mail/layout.ts";
import { formatDateTime } from "#shop/dates.ts";
import { mailPicture } from "#shop/designs/mail-picture.ts";
import { pickupPlaceOf } from "#shop/merchant/pickup-place.ts";
import { formatRupiah } from "#shop/money.ts";
import type { ShopTimeZone } from "#shop/time-zones.ts";
import { type OrderMailKind, orderMailTexts } from "./order-mail-texts.ts";

/** The fields of an order that its mails show. */
export interface MailOrder {
  number: string;
  language: Language;
  recipient: string;
  subtotal: number;
  discount: number;
  shipping: number;
  payment_fee: number;
  total: number;
  expires_at: Date | null;
  is_pickup: boolean;
  courier: string;
  shop_name: string;
  time_zone: ShopTimeZone;
  street: string;
  city: string;
  hours: LocalText;
  lines: {
    name: string;
    options: string;
    quantity: number;
    total: number;
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
  lines: { name: string; options: string; quantity: number }[] | null;
  /** For a mail about a refund. */
  amount: number | null;
  channel: "original" | "bank_transfer" | null;
}

interface Links {
  /** The order's own page, which needs signing in. */
  readonly order: string;
  /** The tracking page, which needs no signing in. */
  readonly track?: string;
  /** The unsubscribe link of a mail that has one; it replaces the tracking link. */
  readonly stop?: { readonly text: string; readonly url: string };
}

/** A mail about an order, in the order's language. */
export function composeOrderMail(
  kind: OrderMailKind,
  order: MailOrder,
  about: MailAbout,
  links: Links,
): ComposedMail {
  const texts = orderMailTexts[order.language];
  const { subject, heading, body } = texts[kind]({
    number: order.number,
    total: formatRupiah(order.total, order.language),
    deadline: order.expires_at
      ? formatDateTime(order.expires_at, order.language, order.time_zone)
      : "",
    courier: about.courier,
    tracking: about.tracking,
    amount: formatRupiah(about.amount ?? order.total, order.language),
    byTransfer: about.channel === "bank_transfer",
    pickup: order.is_pickup
      ? { place: pickupPlaceOf(order, order.courier), hours: order.hours[order.language] }
      : null,
  });
  const isAboutDesign = !about.lines && order.lines.some(({ personalised }) => personalised);
  const blocks: MailBlock[] = [
    { kind: "heading", text: heading },
    { kind: "text", text: `${texts.greeting(order.recipient)}\n\n${body}` },
    about.lines ? { kind: "lines", lines: about.lines.map(pieceLine) } : receipt(order, texts),
    ...(showsPictures.has(kind) ? picturesOf(order) : []),
    { kind: "button", text: texts.button, url: links.order },
    ...(isAboutDesign ? [{ kind: "text", text: texts.madeToOrder } as const] : []),
  ];
  const footerLink = links.stop ?? (links.track ? { text: texts.track, url: links.track } : null);
  const page = layoutMail({
    language: order.language,
    shopName: order.shop_name,
    number: `No. ${order.number}`,
    preview: body,
    blocks,
    footer: texts.footer(order.shop_name),
    ...(footerLink ? { footerLink } : {}),
  });
  return { subject, ...page };
}

/** Mails that confirm an order. Unpaid ones may go to a stranger's address, who must not get an uploader's pictures. */
const showsPictures: ReadonlySet<OrderMailKind> = new Set(["paid"]);
/** Pictures of one mail; the order's page has all. */
const maxPictures = 4;

function picturesOf({ lines }: MailOrder): MailBlock[] {
  return lines
    .flatMap(({ proof_id, name, words }) =>
      proof_id ? [mailPicture(proof_id, [name, ...words].join(", "))] : [],
    )
    .slice(0, maxPictures);
}

const pieceLine = (line: { name: string; options: string; quantity: number }) => ({
  label: [line.name, line.options].filter(Boolean).join(", "),
  value: `${line.quantity} ×`,
});

function receipt(order: MailOrder, texts: (typeof orderMailTexts)[Language]): MailBlock {
  const money = (amount: number) => formatRupiah(amount, order.language);
  const lines = order.lines.flatMap((line) => [
    {
      label: `${line.quantity} × ${[line.name, line.options, ...line.words.map((word) => `“${word}”`)].filter(Boolean).join(", ")}`,
      value: money(line.total + line.discount - line.setup_fee),
    },
    ...(line.setup_fee > 0 ? [{ label: texts.setup, value: money(line.setup_fee) }] : []),
  ]);
  const sums = [
    ...(order.discount > 0 ? [{ label: texts.discount, value: money(-order.discount) }] : []),
    { label: order.is_pickup ? texts.pickup : texts.shipping, value: money(order.shipping) },
    ...(order.payment_fee === 0
      ? []
      : [
          {
            label: order.payment_fee > 0 ? texts.paymentFee : texts.transferCode,
            value: money(order.payment_fee),
          },
        ]),
  ];
  return {
    kind: "lines",
    lines: [...lines, ...sums, { label: texts.total, value: money(order.total) }],
    totals: 1,
  };
}

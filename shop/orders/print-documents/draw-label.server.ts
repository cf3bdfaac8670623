import type { Language } from "#base/language.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { formatPhone } from "#shop/kernel/phone.ts";
import {
  decorate,
  drawQr,
  ink,
  muted,
  type Pdf,
  type Style,
  tag,
  write,
} from "#shop/orders/invoice/pdf-page.server.ts";
import { collectsCash, type OrderDetail, type Shipment } from "#shop/orders/order.ts";
import { type Merchant, placeOf } from "#shop/settings/merchant/merchant.ts";
import { drawBarCode } from "./draw-bar-code.server.ts";
import { formatWeight, paperTexts } from "./paper-texts.ts";

export interface LabelFacts {
  readonly order: OrderDetail;
  readonly shipment: Pick<Shipment, "number" | "courier" | "service" | "tracking_number" | "lines">;
  readonly merchant: Merchant;
  readonly language: Language;
}

/* A6 in points. */
const edge = 18;
const wide = 298 - 2 * edge;
const barHeight = 32;
/** Where the sender begins. */
const senderTop = 356;

/**
 * Draws a shipment's label on the A6 area whose upper left corner is the origin: courier, tracking number as text, QR code
 * and bar code, recipient, cash to collect, contents, weight and sender. A shipment without a tracking number shows its
 * own number, named as such.
 */
export function putLabel(pdf: Pdf, facts: LabelFacts): void {
  const { order, shipment, merchant, language } = facts;
  const words = paperTexts[language];
  const put = (type: string, text: string, style: Style) =>
    tag(pdf, type, () => write(pdf, text, { x: edge, width: wide, ...style }));
  const { tracking_number: tracking } = shipment;
  const code = tracking ?? shipment.number;

  put("H1", [shipment.courier, shipment.service].filter(Boolean).join(" "), {
    font: "display",
    size: 20,
    y: edge,
    width: wide - 92,
  });
  put("P", `${words.order} ${order.number}`, { size: 8, colour: muted, width: wide - 92 });
  put("P", tracking === null ? words.shipment : words.tracking, {
    size: 8,
    colour: muted,
    y: 62,
    width: wide - 92,
  });
  put("P", code, { font: "bold", size: code.length > 18 ? 9 : 13, width: wide - 92 });
  decorate(pdf, () => drawQr(pdf, code, edge + wide - 84, edge, 84));
  line(pdf, 108);

  let top = 114;
  if (tracking !== null) {
    decorate(pdf, () => {
      const box = { x: edge, y: top, width: wide, height: barHeight };
      if (drawBarCode(pdf, tracking, box)) top += barHeight + 6;
    });
  }
  put("P", words.to, { size: 8, colour: muted, y: top });
  put("P", order.recipient, { font: "bold", size: order.recipient.length > 40 ? 12 : 16 });
  put("P", order.phone, { font: "bold", size: 12 });
  const address = order.address_lines.join("\n");
  put("P", address, { size: address.length > 160 ? 9 : 11 });
  if (collectsCash(order, shipment.number)) {
    put("P", words.collect(formatRupiah(order.total)), { font: "display", size: 15, y: pdf.y + 4 });
  }

  const contents = Math.max(316, pdf.y + 3);
  line(pdf, contents);
  const room = senderTop - contents - 7;
  if (room >= 10) put("P", contentsOf(facts), { size: 7.5, y: contents + 5, height: room });
  line(pdf, senderTop);
  put("P", words.from, { size: 8, colour: muted, y: senderTop + 4 });
  put("P", merchant.name, { font: "bold", size: 10 });
  const contact = merchant.whatsapp ? formatPhone(merchant.whatsapp) : merchant.email;
  put("P", [contact, placeOf(merchant)].filter(Boolean).join(" · "), { size: 8, height: 26 });
}

/** E.g. `0,8 kg · Isi: 2 × Mug polos (Putih), 1 × Kaos`. The weight is left out while a product was not weighed. */
function contentsOf({ order, shipment, language }: LabelFacts): string {
  const words = paperTexts[language];
  const lines = shipment.lines.flatMap(({ order_line_id, quantity }) => {
    const line = order.lines.find(({ id }) => id === order_line_id);
    return line ? [{ ...line, quantity }] : [];
  });
  const pieces = lines.map(
    ({ name, options, quantity }) => `${quantity} × ${name}${options ? ` (${options})` : ""}`,
  );
  const contents = `${words.contents}: ${pieces.join(", ")}`;
  if (lines.some(({ weight_grams }) => weight_grams === 0)) return contents;
  const grams = lines.reduce((sum, line) => sum + line.weight_grams * line.quantity, 0);
  return `${formatWeight(grams, language)} · ${contents}`;
}

function line(pdf: Pdf, y: number): void {
  decorate(pdf, () => {
    pdf
      .moveTo(edge, y)
      .lineTo(edge + wide, y)
      .lineWidth(1)
      .strokeColor(ink)
      .stroke();
  });
}

import type { Language } from "#base/language.ts";
import { type Merchant, placeOf } from "#shop/merchant/merchant.ts";
import { formatRupiah } from "#shop/money.ts";
import { formatPhone } from "#shop/phone.ts";
import {
  decorate,
  drawQr,
  ink,
  muted,
  openPdf,
  type Pdf,
  type Style,
  tag,
  write,
} from "../invoice/pdf-page.server.ts";
import { isCashDue, type OrderDetail, type Shipment } from "../order.ts";
import { paperTexts } from "./paper-texts.ts";

export interface LabelFacts {
  readonly order: OrderDetail;
  readonly shipment: Pick<Shipment, "number" | "courier" | "service" | "tracking_number">;
  readonly merchant: Merchant;
  readonly language: Language;
}

/* A6 in points. */
const edge = 18;
const wide = 298 - 2 * edge;

/**
 * The label of a shipment: the recipient in letters readable at arm's length, and a QR code of the tracking number, or
 * of the shipment's own number while there is none. A6. @returns a PDF
 */
export function drawLabel(facts: LabelFacts) {
  const { shipment, merchant, language } = facts;
  const info = { Title: `${paperTexts[language].label} ${shipment.number}`, Author: merchant.name };
  const { pdf, finish } = openPdf(language, info, "A6");
  putLabel(pdf, facts);
  return finish();
}

/** The label on the document's current page, which is A6. */
export function putLabel(pdf: Pdf, { order, shipment, merchant, language }: LabelFacts): void {
  const words = paperTexts[language];
  const put = (type: string, text: string, style: Style) =>
    tag(pdf, type, () => write(pdf, text, { x: edge, width: wide, ...style }));
  const code = shipment.tracking_number ?? shipment.number;

  put("H1", [shipment.courier, shipment.service].filter(Boolean).join(" "), {
    font: "display",
    size: 20,
    y: edge,
    width: wide - 92,
  });
  put("P", `${words.order} ${order.number}`, { size: 8, colour: muted, width: wide - 92 });
  put("P", words.tracking, { size: 8, colour: muted, y: 62, width: wide - 92 });
  put("P", code, { font: "bold", size: 13, width: wide - 92 });
  decorate(pdf, () => drawQr(pdf, code, edge + wide - 84, edge, 84));
  line(pdf, 112);

  put("P", words.to, { size: 8, colour: muted, y: 120 });
  put("P", order.recipient, { font: "bold", size: 16 });
  put("P", order.phone, { font: "bold", size: 12 });
  const address = order.address_lines.join("\n");
  put("P", address, { size: address.length > 160 ? 9.5 : 11.5 });
  if (isCashDue(order)) {
    put("P", words.collect(formatRupiah(order.total)), { font: "display", size: 15, y: pdf.y + 8 });
  }

  line(pdf, 336);
  put("P", words.from, { size: 8, colour: muted, y: 344 });
  put("P", merchant.name, { font: "bold", size: 10 });
  const contact = merchant.whatsapp ? formatPhone(merchant.whatsapp) : merchant.email;
  put("P", [placeOf(merchant), contact].filter(Boolean).join("\n"), { size: 8.5 });
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

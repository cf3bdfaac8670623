import type { Language } from "#base/language.ts";
import { sharedWords } from "#shop/designs/roster/shared-words.ts";
import { formatDateTime } from "#shop/kernel/dates.ts";
import {
  decorate,
  drawPicture,
  drawQr,
  drawRule,
  ink,
  left,
  muted,
  openPdf,
  type Pdf,
  right,
  rule,
  tag,
  write,
} from "#shop/orders/invoice/pdf-page.server.ts";
import type { OrderDetail } from "#shop/orders/order.ts";
import type { Merchant } from "#shop/settings/merchant/merchant.ts";
import { type PaperHead, paperTexts } from "./paper-texts.ts";
import { putPickingList } from "./picking-list.server.ts";

export interface SlipFacts {
  readonly order: OrderDetail;
  readonly merchant: Merchant;
  readonly language: Language;
  /** The number of the shipment, or of the order for all pieces without a shipment. */
  readonly number: string;
  readonly lines: readonly { readonly order_line_id: string; readonly quantity: number }[];
  /** PNG of what is printed, by order line. */
  readonly pictures: ReadonlyMap<string, Buffer>;
}

/** The lowest position of a line, above the footer. Points. */
const bottom = 752;

/**
 * Packing slips, for ticking: large numbers, no prices. A4. The slips of several shipments begin with a picking list.
 * @returns a PDF
 */
export function drawSlips(
  slips: readonly SlipFacts[],
  { language, title, author }: PaperHead,
): Promise<Uint8Array<ArrayBuffer>> {
  const { pdf, finish } = openPdf(language, { Title: title, Author: author });
  if (slips.length > 1) {
    putPickingList(pdf, slips, language);
    pdf.addPage();
  }
  for (const [index, slip] of slips.entries()) {
    if (index > 0) pdf.addPage();
    putSlip(pdf, slip);
  }
  return finish();
}

/** Draws a slip from the document's current page on, which is A4. */
function putSlip(pdf: Pdf, facts: SlipFacts): void {
  const { language, number } = facts;
  const words = paperTexts[language];
  const first = pdf.bufferedPageRange().count - 1;
  drawHead(pdf, facts);
  drawLines(pdf, facts);
  const count = pdf.bufferedPageRange().count - first;
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(first + page);
    decorate(pdf, () => {
      write(pdf, `${number} · ${words.page(page + 1, count)}`, {
        size: 8,
        colour: muted,
        y: 790,
        align: "right",
      });
    });
  }
}

function drawHead(pdf: Pdf, { order, merchant, language, number }: SlipFacts): void {
  const words = paperTexts[language];
  tag(pdf, "P", () => write(pdf, merchant.name, { font: "display", size: 22, y: 44, width: 260 }));
  tag(pdf, "H1", () =>
    write(pdf, words.slip, {
      font: "display",
      size: 22,
      x: 300,
      y: 44,
      width: 190,
      align: "right",
    }),
  );
  tag(pdf, "P", () =>
    write(pdf, number, { font: "bold", size: 12, x: 300, width: 190, align: "right" }),
  );
  decorate(pdf, () => drawQr(pdf, number, right - 46, 46, 46));
  drawRule(pdf, 106, ink, 1.5);
  const address = [
    order.recipient,
    order.phone,
    ...(order.is_pickup ? [] : order.address_lines),
  ].join("\n");
  const delivery = [order.shipping_name, [order.courier, order.service].filter(Boolean).join(" ")];
  tag(pdf, "P", () =>
    write(pdf, order.is_pickup ? words.pickup : words.to, {
      size: 8,
      colour: muted,
      y: 118,
      width: 260,
    }),
  );
  tag(pdf, "P", () => write(pdf, address, { size: 11, width: 260 }));
  const below = pdf.y;
  tag(pdf, "P", () => write(pdf, delivery.join("\n"), { x: 330, y: 118, width: right - 330 }));
  tag(pdf, "P", () =>
    write(pdf, formatDateTime(order.created_at, language, merchant.timeZone), {
      colour: muted,
      x: 330,
      width: right - 330,
    }),
  );
  pdf.y = Math.max(below, pdf.y) + 18;
  drawRemarks(pdf, order, language);
}

/** The buyer's note, and whether the order is a gift. */
function drawRemarks(pdf: Pdf, { remarks }: OrderDetail, language: Language): void {
  const words = paperTexts[language];
  const texts = [
    remarks.note ? `${words.note}: ${remarks.note}` : "",
    remarks.gift ? words.gift : "",
  ].filter(Boolean);
  if (texts.length === 0) return;
  tag(pdf, "P", () => write(pdf, texts.join("\n"), { size: 11, width: right - left }));
  pdf.y += 12;
}

/** The picture of what is printed, to find the right piece by. Points. */
const side = 56;

/** A piece of a roster, to be ticked by itself. */
function drawPiece(pdf: Pdf, number: number, text: string): void {
  const y = pdf.y + 3;
  decorate(pdf, () =>
    pdf
      .rect(left + 96, y + 1, 9, 9)
      .lineWidth(0.75)
      .strokeColor(ink)
      .stroke(),
  );
  tag(pdf, "P", () => {
    write(pdf, String(number), { colour: muted, x: left + 112, y, width: 24 });
    write(pdf, text, { font: "bold", x: left + 138, y, width: 330 });
  });
}

function drawLines(pdf: Pdf, { order, language, lines, pictures }: SlipFacts): void {
  const words = paperTexts[language];
  drawRule(pdf, pdf.y, ink);
  pdf.y += 8;
  for (const { order_line_id, quantity } of lines) {
    const line = order.lines.find(({ id }) => id === order_line_id);
    if (!line) continue;
    const about = [line.options, line.sku, ...sharedWords(line)].filter(Boolean).join(" · ");
    const picture = pictures.get(line.id);
    const width = picture ? 380 - side - 8 : 380;
    pdf.font("text").fontSize(10);
    const details = pdf.heightOfString(about, { width });
    pdf.font("bold").fontSize(12);
    const text = pdf.heightOfString(line.name, { width }) + details + 14;
    const height = Math.max(text, picture ? side + 8 : 0);
    if (pdf.y + height > bottom) pdf.addPage();
    const y = pdf.y;
    decorate(pdf, () =>
      pdf
        .rect(left, y + 2, 14, 14)
        .lineWidth(1)
        .strokeColor(ink)
        .stroke(),
    );
    tag(pdf, "P", () => {
      write(pdf, `${quantity} ×`, { font: "display", size: 18, x: left + 28, y, width: 60 });
      write(pdf, line.name, { font: "bold", size: 12, x: left + 96, y, width });
      write(pdf, about, { size: 10, colour: muted, x: left + 96, width });
    });
    if (picture) {
      const alt = line.words.join(", ");
      pdf.addStructure(
        pdf.struct("Figure", { alt }, () => drawPicture(pdf, picture, right - side, y, side)),
      );
      pdf.y = Math.max(pdf.y, y + side);
    }
    for (const [index, text] of (line.pieces ?? []).entries()) {
      if (pdf.y + 18 > bottom) pdf.addPage();
      drawPiece(pdf, index + 1, text || words.blank);
    }
    pdf.y = Math.max(pdf.y, y + 24) + 6;
    drawRule(pdf, pdf.y, rule);
    pdf.y += 9;
  }
  const pieces = lines.reduce((sum, line) => sum + line.quantity, 0);
  if (pdf.y + 60 > bottom) pdf.addPage();
  const y = pdf.y + 6;
  tag(pdf, "P", () => write(pdf, words.pieces(pieces), { font: "bold", size: 12, y, width: 240 }));
  tag(pdf, "P", () => write(pdf, words.packed, { size: 8, colour: muted, x: 360, y }));
  drawRule(pdf, y + 40, ink, 0.75, 360);
}

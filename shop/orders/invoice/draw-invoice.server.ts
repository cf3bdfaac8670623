import type { Language } from "#base/language.ts";
import { formatDateTime } from "#shop/kernel/dates.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { formatPhone } from "#shop/kernel/phone.ts";
import type { OrderDetail } from "#shop/orders/order.ts";
import { type Merchant, placeOf } from "#shop/settings/merchant/merchant.ts";
import { invoiceAmounts } from "./invoice-amounts.ts";
import type { InvoicePayment } from "./invoice-payment.ts";
import { invoiceTexts } from "./invoice-texts.ts";
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
  type Style,
  tag,
  write,
} from "./pdf-page.server.ts";

export interface InvoiceFacts {
  readonly order: OrderDetail;
  readonly merchant: Merchant;
  /** Empty on an invoice without PPN. */
  readonly npwp: string;
  readonly language: Language;
  readonly payment: InvoicePayment | null;
  /** PNG of what is printed, by order line. */
  readonly pictures: ReadonlyMap<string, Buffer>;
  /** The address of the order's page, encoded in the QR code. */
  readonly address: string;
}

const stamp = "#b3122f";
/** The lowest position of a line above the footer, and the columns' positions. Points. */
const bottom = 742;
const columns = { item: left, price: 300, quantity: 385, amount: 440 };

/**
 * An invoice on A4 in the style of a receipt book: numbered, ruled, stamped. Tagged for screen readers; the QR code and
 * the number are on every page.
 * @returns a PDF
 */
export async function drawInvoice(facts: InvoiceFacts): Promise<Uint8Array<ArrayBuffer>> {
  const { order, merchant, language } = facts;
  const words = invoiceTexts[language];
  const { pdf, finish } = openPdf(language, {
    Title: `${words.title} ${order.number}`,
    Author: merchant.name,
    CreationDate: new Date(order.created_at),
  });
  drawHead(pdf, facts);
  drawLines(pdf, facts);
  drawTotals(pdf, facts);
  drawFeet(pdf, facts);
  return finish();
}

function drawHead(pdf: Pdf, { order, merchant, npwp, language, payment }: InvoiceFacts): void {
  const words = invoiceTexts[language];
  tag(pdf, "P", () => write(pdf, merchant.name, { font: "display", size: 22, y: 44, width: 300 }));
  const seller = [
    merchant.legalName,
    npwp && `NPWP ${npwp}`,
    placeOf(merchant),
    [merchant.whatsapp ? `WhatsApp ${formatPhone(merchant.whatsapp)}` : "", merchant.email]
      .filter(Boolean)
      .join(" · "),
  ].filter(Boolean);
  tag(pdf, "P", () => write(pdf, seller.join("\n"), { size: 8.5, colour: muted, width: 300 }));
  const below = pdf.y;
  tag(pdf, "H1", () =>
    write(pdf, words.title, { font: "display", size: 22, x: 360, y: 44, align: "right" }),
  );
  tag(pdf, "P", () =>
    write(pdf, `No. ${order.number}`, {
      font: "bold",
      size: 11,
      colour: stamp,
      x: 360,
      align: "right",
    }),
  );
  const top = Math.max(below, pdf.y) + 10;
  drawRule(pdf, top, ink, 1.5);

  const fact = (label: string, text: string, x: number, width: number, y = top + 12) => {
    tag(pdf, "P", () => write(pdf, label, { size: 8, colour: muted, x, y, width }));
    tag(pdf, "P", () => write(pdf, text, { x, width }));
    return pdf.y;
  };
  const moment = (at: string) => formatDateTime(at, language, merchant.timeZone);
  const buyer = [order.recipient, order.phone, ...order.address_lines].join("\n");
  const delivery = [order.courier, order.service].filter(Boolean).join(" ");
  const placed = fact(words.placed, moment(order.created_at), 300, 120);
  pdf.y = Math.max(
    payment
      ? fact(words.paidBy, `${payment.method}\n${moment(payment.paidAt)}`, 300, 120, placed + 6)
      : placed,
    fact(words.soldTo, buyer, left, 230),
    fact(words.delivery, `${order.shipping_name}\n${delivery}`, 440, right - 440),
  );
  pdf.y += 16;
}

/** The picture of what is printed. Points. */
const side = 40;

function drawLines(pdf: Pdf, { order, language, pictures }: InvoiceFacts): void {
  const words = invoiceTexts[language];
  const table = pdf.struct("Table");
  pdf.addStructure(table);
  const cells = (row: PDFKit.PDFStructureElement, type: "TH" | "TD", drawn: (() => void)[]) => {
    table.add(row);
    for (const draw of drawn) row.add(pdf.struct(type, {}, draw));
    row.end();
  };
  const head = () => {
    drawRule(pdf, pdf.y, ink);
    const y = pdf.y + 6;
    const style = { size: 8, colour: muted, y } as const;
    cells(pdf.struct("TR"), "TH", [
      () => write(pdf, words.item, { ...style, width: 240 }),
      () => write(pdf, words.price, { ...style, x: columns.price, width: 75, align: "right" }),
      () =>
        write(pdf, words.quantity, { ...style, x: columns.quantity, width: 50, align: "right" }),
      () => write(pdf, words.amount, { ...style, x: columns.amount, align: "right" }),
    ]);
    pdf.y += 4;
    drawRule(pdf, pdf.y, rule);
    pdf.y += 7;
  };
  head();
  const rows = order.lines.flatMap(({ setup_fee, ...line }) => [
    {
      name: line.name,
      picture: pictures.get(line.id),
      about: [line.options, line.sku, ...line.words].filter(Boolean).join(" · "),
      price: line.unit_price,
      quantity: line.quantity,
      amount: line.total + line.discount - setup_fee,
    },
    ...(setup_fee > 0
      ? [
          {
            name: words.setup,
            about: line.name,
            picture: undefined,
            price: setup_fee,
            quantity: 1,
            amount: setup_fee,
          },
        ]
      : []),
  ]);
  for (const line of rows) {
    const { picture } = line;
    const x = picture ? left + side + 8 : left;
    const width = left + 240 - x;
    pdf.fontSize(8.5);
    const details = pdf.heightOfString(line.about, { width });
    pdf.font("bold").fontSize(9.5);
    const text = pdf.heightOfString(line.name, { width }) + details + 12;
    const height = Math.max(text, picture ? side + 8 : 0);
    if (pdf.y + height > bottom) {
      pdf.addPage();
      head();
    }
    const y = pdf.y;
    cells(pdf.struct("TR"), "TD", [
      () => {
        write(pdf, line.name, { font: "bold", x, y, width });
        write(pdf, line.about, { size: 8.5, colour: muted, x, width });
        if (!picture) return;
        // Its words are the text beside it.
        drawPicture(pdf, picture, left, y, side);
        pdf.y = Math.max(pdf.y, y + side);
      },
      () => {
        const below = pdf.y;
        const price = formatRupiah(line.price);
        write(pdf, price, { x: columns.price, y, width: 75, align: "right" });
        pdf.y = below;
      },
      () => {
        const below = pdf.y;
        write(pdf, String(line.quantity), { x: columns.quantity, y, width: 50, align: "right" });
        pdf.y = below;
      },
      () => {
        const below = pdf.y;
        const amount = formatRupiah(line.amount);
        write(pdf, amount, { x: columns.amount, y, align: "right" });
        pdf.y = below;
      },
    ]);
    pdf.y += 4;
    drawRule(pdf, pdf.y, rule);
    pdf.y += 7;
  }
  table.end();
}

function drawTotals(pdf: Pdf, { order, language }: InvoiceFacts): void {
  const words = invoiceTexts[language];
  const amounts = invoiceAmounts(order, language);
  if (pdf.y + amounts.length * 18 + 20 > bottom) pdf.addPage();
  const top = pdf.y;
  for (const { label, amount, look } of amounts) {
    if (look === "total") {
      drawRule(pdf, pdf.y + 2, ink, 0.75, columns.price);
      drawRule(pdf, pdf.y + 4.5, ink, 0.75, columns.price);
      pdf.y += 11;
    }
    const y = pdf.y;
    const style: Style =
      look === "total"
        ? { font: "bold", size: 13 }
        : look === "note"
          ? { size: 8.5, colour: muted }
          : {};
    tag(pdf, "P", () => {
      write(pdf, label, { ...style, x: columns.price, y, width: 160 });
      write(pdf, formatRupiah(amount), { ...style, x: columns.amount, y, align: "right" });
    });
    pdf.y += 3;
  }
  const below = pdf.y;
  tag(pdf, "P", () => drawStamp(pdf, words.paid, left + 16, top + 14));
  pdf.y = below;
}

/** A rubber stamp, slightly rotated. */
function drawStamp(pdf: Pdf, text: string, x: number, y: number): void {
  pdf.font("display").fontSize(22);
  const width = pdf.widthOfString(text) + 28;
  pdf.save();
  pdf.rotate(-6, { origin: [x + width / 2, y + 20] });
  pdf.lineWidth(2.25).strokeColor(stamp).rect(x, y, width, 40).stroke();
  pdf
    .lineWidth(0.75)
    .rect(x + 4, y + 4, width - 8, 32)
    .stroke();
  write(pdf, text, {
    font: "display",
    size: 22,
    colour: stamp,
    x,
    y: y + 7,
    width,
    align: "center",
  });
  pdf.restore();
}

/** Draws the footers once the number of pages is known. */
function drawFeet(pdf: Pdf, { order, language, address }: InvoiceFacts): void {
  const words = invoiceTexts[language];
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    drawRule(pdf, 764, rule);
    decorate(pdf, () => {
      drawQr(pdf, address, left, 774, 48);
      write(pdf, `${words.scan}\n${order.number}`, {
        size: 8,
        colour: muted,
        x: left + 60,
        y: 776,
        width: 250,
      });
      write(pdf, words.page(page + 1, count), {
        size: 8,
        colour: muted,
        x: 400,
        y: 776,
        align: "right",
      });
    });
  }
}

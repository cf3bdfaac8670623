import type { Language } from "#base/language.ts";
import { formatDateTime } from "#shop/kernel/dates.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { invoiceAmounts } from "#shop/orders/invoice/invoice-amounts.ts";
import {
  decorate,
  ink,
  openPdf,
  type Pdf,
  tag,
  write,
} from "#shop/orders/invoice/pdf-page.server.ts";
import type { OrderDetail } from "#shop/orders/order.ts";
import { type Merchant, placeOf } from "#shop/settings/merchant/merchant.ts";
import { paperTexts } from "./paper-texts.ts";

export interface ReceiptFacts {
  readonly order: OrderDetail;
  readonly merchant: Merchant;
  /** Empty on a receipt without PPN. */
  readonly npwp: string;
  readonly language: Language;
  /** The display name of the payment method; empty where nothing had to be paid. */
  readonly method: string;
  /** The address of the terms that apply. */
  readonly terms: string;
  /** Of the paper roll. */
  readonly millimetres: 58 | 80;
}

const point = 72 / 25.4;
/** Millimetres that thermal printers leave blank at each side. */
const blank = 4;
/** Points; longer than any receipt, for measuring. */
const longest = 14_000;

/**
 * A receipt for a roll of thermal paper: one column, black. The first of two passes measures the length of the page.
 * @returns a PDF
 */
export async function drawReceipt(facts: ReceiptFacts): Promise<Uint8Array<ArrayBuffer>> {
  const measured = open(facts, longest);
  const height = putReceipt(measured.pdf, facts);
  await measured.finish();
  const { pdf, finish } = open(facts, height);
  putReceipt(pdf, facts);
  return finish();
}

function open({ order, merchant, language, millimetres }: ReceiptFacts, height: number) {
  const info = {
    Title: `${paperTexts[language].receipt} ${order.number}`,
    Author: merchant.name,
    CreationDate: new Date(order.created_at),
  };
  const margins = { top: 0, bottom: 0, left: 0, right: 0 };
  return openPdf(language, info, { size: [millimetres * point, height], margins });
}

/** @returns the height in points */
function putReceipt(pdf: Pdf, facts: ReceiptFacts): number {
  const { order, merchant, npwp, language, method, terms } = facts;
  const words = paperTexts[language];
  const x = blank * point;
  const width = (facts.millimetres - 2 * blank) * point;
  const line = (text: string, font: "text" | "bold" = "text", size = 8) =>
    tag(pdf, "P", () => write(pdf, text, { font, size, x, width }));
  const pair = (label: string, amount: string, font: "text" | "bold" = "text") => {
    const y = pdf.y;
    tag(pdf, "P", () => write(pdf, label, { font, size: 8, x, y, width: width * 0.6 }));
    const below = pdf.y;
    tag(pdf, "P", () => write(pdf, amount, { font, size: 8, x, y, width, align: "right" }));
    pdf.y = Math.max(below, pdf.y);
  };
  const rule = () => {
    const y = pdf.y + 3;
    decorate(pdf, () => {
      pdf
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.75)
        .strokeColor(ink)
        .stroke();
    });
    pdf.y = y + 5;
  };
  pdf.y = 10;
  tag(pdf, "H1", () => write(pdf, merchant.name, { font: "display", size: 12, x, width }));
  line(placeOf(merchant));
  if (npwp) line(`NPWP ${npwp}`);
  rule();
  line(order.number, "bold", 9);
  line(formatDateTime(order.created_at, language, merchant.timeZone));
  rule();
  for (const { name, options, quantity, unit_price } of order.lines) {
    line(options ? `${name}, ${options}` : name);
    pair(`${quantity} × ${formatRupiah(unit_price)}`, formatRupiah(quantity * unit_price));
  }
  rule();
  for (const { label, amount, look } of invoiceAmounts(order, language)) {
    if (amount === 0 && look === undefined) continue;
    pair(label, formatRupiah(amount), look === "total" ? "bold" : "text");
  }
  if (method) line(words.paidBy(method));
  rule();
  line(words.terms(terms));
  return pdf.y + 16;
}

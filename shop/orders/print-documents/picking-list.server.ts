import type { Language } from "#base/language.ts";
import {
  decorate,
  drawRule,
  ink,
  left,
  muted,
  type Pdf,
  rule,
  tag,
  write,
} from "#shop/orders/invoice/pdf-page.server.ts";
import type { OrderDetail } from "#shop/orders/order.ts";
import { paperTexts } from "./paper-texts.ts";

interface Slip {
  readonly order: OrderDetail;
  readonly lines: readonly { readonly order_line_id: string; readonly quantity: number }[];
}

export interface PickedItem {
  readonly name: string;
  readonly options: string;
  readonly sku: string;
  readonly quantity: number;
}

/** Total quantities over several slips: one item per SKU, sorted by SKU. */
export function pickedItems(slips: readonly Slip[]): readonly PickedItem[] {
  const items = new Map<string, PickedItem>();
  for (const { order, lines } of slips) {
    for (const { order_line_id, quantity } of lines) {
      const line = order.lines.find(({ id }) => id === order_line_id);
      if (!line) continue;
      const { name, options, sku } = line;
      const known = items.get(sku)?.quantity ?? 0;
      items.set(sku, { name, options, sku, quantity: known + quantity });
    }
  }
  return [...items.values()].toSorted((a, b) => a.sku.localeCompare(b.sku, "en"));
}

/** The lowest position of an item. Points. */
const bottom = 790;

/** Draws the picking list of several slips from the document's current page on, which is A4. */
export function putPickingList(pdf: Pdf, slips: readonly Slip[], language: Language): void {
  const words = paperTexts[language];
  const orders = new Set(slips.map(({ order }) => order.id)).size;
  tag(pdf, "H1", () => write(pdf, words.picking, { font: "display", size: 22, y: 44 }));
  tag(pdf, "P", () => write(pdf, words.pickingText(orders), { colour: muted }));
  drawRule(pdf, pdf.y + 6, ink, 1.5);
  pdf.y += 14;
  for (const { name, options, sku, quantity } of pickedItems(slips)) {
    const about = [options, sku].filter(Boolean).join(" · ");
    pdf.font("bold").fontSize(11);
    const height = pdf.heightOfString(name, { width: 380 }) + 22;
    if (pdf.y + height > bottom) pdf.addPage();
    const y = pdf.y;
    decorate(pdf, () =>
      pdf
        .rect(left, y + 2, 12, 12)
        .lineWidth(1)
        .strokeColor(ink)
        .stroke(),
    );
    tag(pdf, "P", () => {
      write(pdf, `${quantity} ×`, { font: "display", size: 15, x: left + 28, y, width: 70 });
      write(pdf, name, { font: "bold", size: 11, x: left + 100, y, width: 380 });
      write(pdf, about, { size: 9, colour: muted, x: left + 100, width: 380 });
    });
    pdf.y = Math.max(pdf.y, y + 20) + 4;
    drawRule(pdf, pdf.y, rule);
    pdf.y += 7;
  }
}

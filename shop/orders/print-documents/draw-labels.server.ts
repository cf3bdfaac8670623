import {
  decorate,
  openPdf,
  type Pdf,
  pageMargins,
  rule,
} from "#shop/orders/invoice/pdf-page.server.ts";
import { type LabelFacts, putLabel } from "./draw-label.server.ts";
import type { PaperHead } from "./paper-texts.ts";

/** `A6`: one label on each page, for label printers. `A4`: four on each page, for office printers. */
export type LabelSheet = "A6" | "A4";

/* A4 in points; a quarter of it is A6. */
const sheetWidth = 595.28;
const sheetHeight = 841.89;

/** The labels of several shipments. @returns a PDF */
export function drawLabels(
  labels: readonly LabelFacts[],
  sheet: LabelSheet,
  { language, title, author }: PaperHead,
): Promise<Uint8Array<ArrayBuffer>> {
  const { pdf, finish } = openPdf(language, { Title: title, Author: author }, sheet);
  const perPage = sheet === "A6" ? 1 : 4;
  for (const [index, label] of labels.entries()) {
    const place = index % perPage;
    if (index > 0 && place === 0) pdf.addPage({ size: sheet, margins: pageMargins[sheet] });
    if (sheet === "A6") {
      putLabel(pdf, label);
      continue;
    }
    if (place === 0) decorate(pdf, () => drawCuts(pdf));
    pdf.save().translate(((place % 2) * sheetWidth) / 2, (Math.floor(place / 2) * sheetHeight) / 2);
    putLabel(pdf, label);
    pdf.restore();
  }
  return finish();
}

/** Dashed lines where the sheet is cut into four. */
function drawCuts(pdf: Pdf): void {
  pdf
    .moveTo(sheetWidth / 2, 0)
    .lineTo(sheetWidth / 2, sheetHeight)
    .moveTo(0, sheetHeight / 2)
    .lineTo(sheetWidth, sheetHeight / 2)
    .lineWidth(0.5)
    .dash(4, { space: 4 })
    .strokeColor(rule)
    .stroke()
    .undash();
}

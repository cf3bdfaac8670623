import type { Language } from "#base/language.ts";
import { drawInvoice, type InvoiceFacts } from "../invoice/draw-invoice.server.ts";
import { openPdf, pageMargins } from "../invoice/pdf-page.server.ts";
import { drawLabel, type LabelFacts, putLabel } from "../print-documents/draw-label.server.ts";
import { drawSlip, putSlip, type SlipFacts } from "../print-documents/draw-slip.server.ts";

/** Restores a `Buffer`, which the structured clone between threads turns into a `Uint8Array`. */
function withPictures<Facts extends { readonly pictures: ReadonlyMap<string, Uint8Array> }>(
  facts: Facts,
): Facts & { readonly pictures: ReadonlyMap<string, Buffer> } {
  const pictures = [...facts.pictures].map(
    ([line, { buffer, byteOffset, byteLength }]) =>
      [line, Buffer.from(buffer, byteOffset, byteLength)] as const,
  );
  return { ...facts, pictures: new Map(pictures) };
}

/** A packing slip and, unless the order is picked up, its label. */
export interface BatchPart {
  readonly slip: SlipFacts;
  readonly label: LabelFacts | null;
}

async function drawBatch(
  parts: readonly BatchPart[],
  { language, title, author }: { language: Language; title: string; author: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const { pdf, finish } = openPdf(language, { Title: title, Author: author });
  for (const [index, { slip, label }] of parts.entries()) {
    // The document's options apply, so the page is A4.
    if (index > 0) pdf.addPage();
    putSlip(pdf, withPictures(slip));
    if (!label) continue;
    pdf.addPage({ size: "A6", margins: pageMargins.A6 });
    putLabel(pdf, label);
  }
  return finish();
}

/** Order documents; each takes 0.1 s or more. */
export const paperFunctions = {
  drawInvoice: (facts: InvoiceFacts) => drawInvoice(withPictures(facts)),
  drawSlip: (facts: SlipFacts) => drawSlip(withPictures(facts)),
  drawLabel,
  drawBatch,
};

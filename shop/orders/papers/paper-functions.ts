import { drawInvoice, type InvoiceFacts } from "#shop/orders/invoice/draw-invoice.server.ts";
import { drawGiftCard } from "#shop/orders/print-documents/draw-gift-card.server.ts";
import { drawLabels } from "#shop/orders/print-documents/draw-labels.server.ts";
import { drawReceipt } from "#shop/orders/print-documents/draw-receipt.server.ts";
import { drawSlips, type SlipFacts } from "#shop/orders/print-documents/draw-slip.server.ts";
import type { PaperHead } from "#shop/orders/print-documents/paper-texts.ts";

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

/** Order documents; each takes 0.1 s or more. */
export const paperFunctions = {
  drawInvoice: (facts: InvoiceFacts) => drawInvoice(withPictures(facts)),
  drawSlips: (slips: readonly SlipFacts[], head: PaperHead) =>
    drawSlips(slips.map(withPictures), head),
  drawLabels,
  drawGiftCard,
  drawReceipt,
};

import type { Language } from "#base/language.ts";
import { openPdf, tag, write } from "#shop/orders/invoice/pdf-page.server.ts";
import type { Remarks } from "#shop/orders/remarks/remarks.ts";
import { type PaperHead, paperTexts } from "./paper-texts.ts";

interface GiftCardFacts {
  readonly gift: NonNullable<Remarks["gift"]>;
  /** Who receives it. */
  readonly recipient: string;
  readonly language: Language;
}

/* A6 in points. */
const edge = 30;
const wide = 298 - 2 * edge;

/** The card of a gift: recipient, message and giver, without prices and without an order number. A6. @returns a PDF */
export function drawGiftCard(
  { gift, recipient, language }: GiftCardFacts,
  { title, author }: PaperHead,
): Promise<Uint8Array<ArrayBuffer>> {
  const { pdf, finish } = openPdf(language, { Title: title, Author: author }, "A6");
  tag(pdf, "H1", () =>
    write(pdf, recipient, { font: "display", size: 20, x: edge, y: 60, width: wide }),
  );
  pdf.y += 18;
  tag(pdf, "P", () => write(pdf, gift.message, { size: 13, x: edge, width: wide }));
  if (gift.from) {
    pdf.y += 18;
    const from = paperTexts[language].giftFrom(gift.from);
    tag(pdf, "P", () => write(pdf, from, { font: "bold", size: 12, x: edge, width: wide }));
  }
  return finish();
}

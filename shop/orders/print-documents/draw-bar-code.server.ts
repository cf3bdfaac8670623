import JsBarcode from "jsbarcode";
import { ink, type Pdf } from "#shop/orders/invoice/pdf-page.server.ts";

/** The narrowest bar that scanners of couriers read: 0.25 mm, in points. */
const narrowest = 0.7;

interface Encoded {
  encodings?: readonly { readonly data: string }[];
}

/** The bars of a text in Code 128, `1` for a bar; undefined where the code cannot hold the text. */
function barsOf(text: string): string | undefined {
  if (!/^[\x20-\x7e]+$/.test(text)) return undefined;
  const result: Encoded = {};
  JsBarcode(result, text, { format: "CODE128" });
  return result.encodings?.map(({ data }) => data).join("");
}

/**
 * Draws a text as a Code 128 bar code; the caller marks it as decoration. All lengths in points.
 * @returns false where the text cannot be encoded, or its bars would be too narrow to be read
 */
export function drawBarCode(
  pdf: Pdf,
  text: string,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): boolean {
  const bars = barsOf(text);
  if (!bars || box.width / bars.length < narrowest) return false;
  const module = Math.min(1.4, box.width / bars.length);
  for (const { 0: run, index } of bars.matchAll(/1+/g))
    pdf.rect(box.x + index * module, box.y, run.length * module, box.height);
  pdf.fillColor(ink).fill();
  return true;
}

import { toPath, transform } from "#shop/designs/document/outline.ts";
import type { DisplayArea } from "#shop/designs/draw/display-list.ts";
import { layOutText } from "#shop/designs/text/lay-out-text.ts";
import type { Typeface } from "#shop/designs/text/typeface.ts";

const size = 2.5;

/**
 * A line of text as outlines below the print, shrunk to the width of the area; for `PdfPage.slug`.
 * @param slugWidth width of the slug around the bleed, in millimetres
 */
export function slugLine(
  text: string,
  area: DisplayArea,
  typeface: Typeface,
  slugWidth: number,
): string {
  const box = { w: Math.max(1, area.w - 4), h: size, size, min: 0.5, leading: 1.2, tracking: 0 };
  const block = layOutText(text, { ...box, align: "start", fit: "shrink" }, typeface, 0.5);
  if (!block.ok) return "";
  const edge = area.bleed + slugWidth;
  const top = area.h + 2 * area.bleed + slugWidth + (slugWidth - size) / 2;
  return toPath(transform(block.value.outline, [1, 0, 0, 1, edge + 2, top]));
}

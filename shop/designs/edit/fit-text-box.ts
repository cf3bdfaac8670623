import type { TextLayer } from "#shop/designs/document/document.ts";
import { rounded, sineAndCosine } from "#shop/designs/document/geometry.ts";
import { layOutText } from "#shop/designs/text/lay-out-text.ts";
import type { Typeface } from "#shop/designs/text/typeface.ts";

/** Least height of a box, in millimetres, e.g. of a text without letters. */
const leastHeight = 1;
/** Higher than any text: wrapped lines are measured at the size that was asked for. */
const endless = 2_000;

/**
 * The box that fits a text's words: a text whose size never shrinks is as wide and high as its words, a wrapped one as high as
 * its lines. The side that the words are aligned with stays in its place. A text with a box of its own (`shrink`), and
 * one that cannot be laid out, stay as they are.
 */
export function fitTextBox(layer: TextLayer, typeface: Typeface, smallest: number): TextLayer {
  if (layer.fit === "shrink") return layer;
  const block = layOutText(layer.text.trim(), { ...layer, h: endless }, typeface, smallest);
  if (!block.ok) return layer;
  const { width, height } = block.value;
  const w = layer.fit === "wrap" || layer.arc ? layer.w : Math.max(leastHeight, rounded(width));
  const h = layer.arc ? layer.h : Math.max(leastHeight, rounded(height));
  if (w === layer.w && h === layer.h) return layer;
  // `start` keeps the left edge, `end` the right one; wrapped lines keep the upper edge.
  const side = { start: 1, centre: 0, end: -1 }[layer.align];
  const shift = {
    x: (side * (w - layer.w)) / 2,
    y: layer.fit === "wrap" ? (h - layer.h) / 2 : 0,
  };
  const { sine, cosine } = sineAndCosine(layer.angle);
  return {
    ...layer,
    w,
    h,
    x: rounded(layer.x + shift.x * cosine - shift.y * sine),
    y: rounded(layer.y + shift.x * sine + shift.y * cosine),
  };
}

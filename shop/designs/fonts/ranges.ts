import type { Typeface } from "#shop/designs/text/typeface.ts";

/** Behind the last letter of any font of the shop. */
const endOfLetters = 0x20000;

/** The code points of a font as `coverage.ts` has them. */
export function rangesOf(typeface: Pick<Typeface, "glyphOf">): string {
  const steps: number[] = [];
  let [from, isIn] = [0, false];
  for (let code = 0; code <= endOfLetters; code++) {
    const has = code < endOfLetters && typeface.glyphOf(code) !== 0;
    if (has === isIn) continue;
    steps.push(code - from);
    [from, isIn] = [code, has];
  }
  return steps.map((step) => step.toString(36)).join(" ");
}

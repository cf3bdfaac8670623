import type { SpecArea } from "#shop/designs/document/print-spec.ts";
import { type FontEntry, type FontId, fontCatalogue } from "./catalogue.ts";
import { coverage } from "./coverage.ts";

/** Spaces, line breaks, joiners and marks of emoji, which need no letter. */
const without = /\s|\u200b|\u200c|\u200d|\ufe0f/u;

/** Whether a font has a letter. */
export function hasLetter(font: FontId, code: number): boolean {
  let at = 0;
  let isIn = false;
  for (const step of coverage[font].split(" ")) {
    at += Number.parseInt(step, 36);
    if (code < at) return isIn;
    isIn = !isIn;
  }
  return false;
}

/**
 * A font of an area that has every letter of a text: one that looks like the present one if there is such a one.
 * @returns undefined where no font has them all
 */
export function fontWith(
  text: string,
  { fonts }: Pick<SpecArea, "fonts">,
  present: string,
): FontEntry | undefined {
  const codes = [...text].filter((letter) => !without.test(letter));
  const has = ({ id, isRetired }: FontEntry) =>
    !isRetired &&
    id !== present &&
    (fonts === "all" || fonts.includes(id)) &&
    codes.every((letter) => hasLetter(id, letter.codePointAt(0) ?? 0));
  const style = fontCatalogue.find(({ id }) => id === present)?.style;
  const found = fontCatalogue.filter(has);
  return found.find((font) => font.style === style) ?? found[0];
}

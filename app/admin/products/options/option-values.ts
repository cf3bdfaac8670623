import { freshCode } from "#app/admin/products/product-draft.ts";
import type { OptionValue } from "#shop/catalogue/products/product.ts";
import { swatchOf } from "./colour-names.ts";

/** `S, M, L` as three labels. A comma between digits is a decimal one ("1,5 liter"), except in a row of sizes ("38,39,40"). */
export function labelsIn(text: string): string[] {
  const isRowOfSizes = /^\s*\d{2,}(,\d{2,})+\s*$/.test(text);
  return text
    .split(isRowOfSizes ? "," : /,(?!\d)|(?<!\d),/)
    .map((label) => label.trim())
    .filter(Boolean);
}

/** The values of an option with those that are typed. Colours get the swatch of their name. */
export function withValues(
  values: readonly OptionValue[],
  text: string,
  isColour: boolean,
): OptionValue[] {
  const codes = values.map(({ code }) => code);
  const added = labelsIn(text).map((label): OptionValue => {
    const code = freshCode(label, codes);
    codes.push(code);
    return { code, label: { id: label, en: "" }, ...(isColour ? { swatch: swatchOf(label) } : {}) };
  });
  return [...values, ...added];
}

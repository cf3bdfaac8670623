import { freshCode } from "#app/admin/products/product-draft.ts";
import { plainLabel } from "#shop/catalogue/products/plain-label.ts";
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

/** Adds the typed labels that the option does not have yet. Colours get the swatch of their name. */
export function withValues(
  values: readonly OptionValue[],
  text: string,
  isColour: boolean,
): OptionValue[] {
  const codes = values.map(({ code }) => code);
  const labels = new Set(values.map(({ label }) => plainLabel(label.id)));
  const added = labelsIn(text).flatMap((label): OptionValue[] => {
    if (labels.has(plainLabel(label))) return [];
    labels.add(plainLabel(label));
    const code = freshCode(label, codes);
    codes.push(code);
    const swatch = isColour ? { swatch: swatchOf(label) } : {};
    return [{ code, label: { id: label, en: "" }, ...swatch }];
  });
  return [...values, ...added];
}

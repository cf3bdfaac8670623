import type { Language } from "./language.ts";

/**
 * A whole number with its thousands apart: `12.500`, in English `12,500`. The language has no default, because an English
 * reader takes `1.000` for one. `toLocaleString` takes longer than an element of a page.
 */
export function formatCount(count: number, language: Language): string {
  return count.toString().replace(/\B(?=(\d{3})+$)/g, language === "id" ? "." : ",");
}

import type { Language } from "./language.ts";

/**
 * A whole number with its thousands apart: `12.500`, in English `12,500`. Without a language as amounts are written, which keep
 * the Indonesian notation. `toLocaleString` takes longer than an element of a page.
 */
export function formatCount(count: number, language: Language = "id"): string {
  return count.toString().replace(/\B(?=(\d{3})+$)/g, language === "id" ? "." : ",");
}

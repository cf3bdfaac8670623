import type { Language } from "./language.ts";

/** A whole number with its thousands apart: `12.500`, in English `12,500`. `toLocaleString` takes longer than an element. */
export function formatCount(count: number, language: Language): string {
  return count.toString().replace(/\B(?=(\d{3})+$)/g, language === "id" ? "." : ",");
}

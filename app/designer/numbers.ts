import type { Language } from "#base/language.ts";

/** At most one decimal, as people read millimetres. */
export function formatNumber(value: number, language: Language): string {
  const text = String(Math.round(value * 10) / 10 + 0);
  return language === "id" ? text.replace(".", ",") : text;
}

/** A number as it was typed, with a comma or a point; null for anything else. */
export function readNumber(text: string): number | null {
  const plain = text.trim().replace("−", "-").replace(",", ".");
  return /^-?\d+(?:\.\d*)?$/.test(plain) ? Number(plain) : null;
}

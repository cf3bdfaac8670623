import type { Language } from "./language.ts";

/** A figure below a thousand with one decimal: `12,5`, in English `12.5`. */
export function formatDecimal(figure: number, language: Language): string {
  const text = figure.toFixed(1);
  return language === "id" ? text.replace(".", ",") : text;
}

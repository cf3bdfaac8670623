import type { Language } from "#base/language.ts";

const units = ["B", "kB", "MB"] as const;

/** Bytes for people: `4,2 MB`, in English `4.2 MB`. */
export function formatBytes(bytes: number, language: Language): string {
  const step = bytes < 1_000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  const value = bytes / 1_000 ** step;
  const text = new Intl.NumberFormat(language, {
    maximumFractionDigits: step === 2 ? 1 : 0,
  }).format(value);
  return `${text} ${units[step]}`;
}

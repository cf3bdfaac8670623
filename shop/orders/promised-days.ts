import type { Language } from "#base/language.ts";

/** When an order should arrive (docs/why/orders.md). */
export interface PromisedDays {
  /** `YYYY-MM-DD`; they follow the approval of its last design. */
  readonly earliest: string;
  readonly latest: string;
  /** While a design waits for its approval: days after it; null otherwise. */
  readonly after_design: { readonly first: number; readonly last: number } | null;
}

const dayMs = 86_400_000;

/**
 * Days of delivery for a design that would wait from a day on.
 * @param from `YYYY-MM-DD`
 */
export function afterDesign(
  from: string,
  { earliest, latest }: Pick<PromisedDays, "earliest" | "latest">,
): PromisedDays["after_design"] {
  const days = (to: string) => Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / dayMs));
  return { first: days(earliest), last: days(latest) };
}

/** `2–3 hari setelah desain disetujui`, or the days by `format`. */
export function promisedDays(
  { earliest, latest, after_design }: PromisedDays,
  language: Language,
  format: (first: string, last: string, language: Language) => string,
): string {
  if (after_design === null) return format(earliest, latest, language);
  const { first, last } = after_design;
  const span = first === last ? `${last}` : `${first}–${last}`;
  return language === "id"
    ? `${span} hari setelah desain disetujui`
    : `${span} ${last === 1 ? "day" : "days"} after the design is approved`;
}

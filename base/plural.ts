import { formatCount } from "#base/format-count.ts";

const rules = new Intl.PluralRules("en");

/**
 * The form of an English text for a count. Indonesian has one form for every count, so its texts choose nothing.
 * @param count a number that is written differently, e.g. `99+`, is a text
 */
export function plural<Text>(count: number | string, one: Text, other: Text): Text {
  const form = typeof count === "number" ? rules.select(count) : count === "1" ? "one" : "other";
  return form === "one" ? one : other;
}

/** A count with its English noun, e.g. `1 order` and `2,000 orders`. */
export function counted(count: number | string, one: string, other: string): string {
  const figure = typeof count === "number" ? formatCount(count, "en") : count;
  return `${figure} ${plural(count, one, other)}`;
}

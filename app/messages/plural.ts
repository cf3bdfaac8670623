const rules = new Intl.PluralRules("en");

/**
 * A count with its English noun, e.g. `1 order` and `2 orders`. Indonesian nouns have no plural.
 * @param count a number that is written differently, e.g. `99+`, is a text
 */
export function counted(count: number | string, one: string, other: string): string {
  const form = typeof count === "number" ? rules.select(count) : count === "1" ? "one" : "other";
  return `${count} ${form === "one" ? one : other}`;
}

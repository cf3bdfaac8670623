import type { usePersonaliseWords } from "#app/storefront/item/messages/personalise.ts";
import type { ProductTemplate } from "#shop/catalogue/catalogue.ts";
import type { ValueProblem } from "#shop/designs/fill-template.ts";

type Words = ReturnType<typeof usePersonaliseWords>;
type FieldRule = ProductTemplate["fields"][number]["rule"];

/** What is wrong with a value, and how to mend it. @param rule of its field; absent: it is in no field */
export function problemText(
  { problems }: Words,
  { code, max, letter, fits }: ValueProblem,
  rule?: FieldRule,
): string {
  switch (code) {
    case "field_missing":
      return problems.missing;
    case "field_too_long":
      return problems.tooLong(max ?? 0);
    case "letter_missing":
    case "emoji_missing":
      return problems.letter(letter ?? "");
    case "text_does_not_fit":
      return problems.tooWide(fits ?? 0);
    case "slot_empty":
      return problems.photoMissing;
    case "picture_not_found":
      return problems.photoGone;
    case "low_contrast":
      return problems.unseen;
    case "dpi_below_floor":
      return problems.photoBlurred;
    case "field_invalid":
      return invalidText(problems, rule, letter);
    default:
      return problems.other;
  }
}

/** What the buyer fills in first, for the place of the buttons; null where nothing is missing. */
export function missingText(
  { missing }: Words,
  fields: ProductTemplate["fields"],
  problems: readonly ValueProblem[],
): string | null {
  const problem = problems.find(({ code }) => code === "field_missing" || code === "slot_empty");
  const field = problem && fields.find(({ id }) => id === problem.field);
  if (!field) return null;
  return field.rule === "photo" ? missing.photo : missing.text(field.label);
}

/** A character that a field does not take. */
export function invalidText(
  problems: Words["problems"],
  rule: FieldRule | undefined,
  letter: string | undefined,
): string {
  if (rule === "number") return problems.numbers;
  if (rule === "date") return problems.dates;
  return letter === undefined ? problems.other : problems.refused(letter);
}

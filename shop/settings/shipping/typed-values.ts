import * as v from "valibot";
import { parseRupiah, type Rupiah } from "#shop/kernel/money.ts";
import { optionalTextLine, textLine } from "#shop/kernel/text-line.ts";

/** Whole rupiah. A higher price of delivery is a typing mistake; the database refuses it too. */
export const maxPrice: Rupiah = 100_000_000;
/** Whole rupiah: the highest sum of goods that a condition may name. */
export const maxGoods: Rupiah = 10_000_000_000;

const wholeNumber = /^\d+$|^\d{1,3}(\.\d{3})+$/;

/** A typed amount, `9.000` or `9rb`. Problems: `required`, `amount_invalid` (a fraction, a minus sign), `amount_too_high`. */
export function typedRupiah(max: Rupiah = maxPrice) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, "required"),
    v.rawTransform<string, Rupiah>(({ dataset, addIssue, NEVER }) => {
      const amount = parseRupiah(dataset.value);
      if (amount !== undefined && amount <= max) return amount;
      const isTooHigh = amount !== undefined || /^\d{9,}$/.test(dataset.value);
      addIssue({ message: isTooHigh ? "amount_too_high" : "amount_invalid" });
      return NEVER;
    }),
  );
}

/** The same, or null when nothing is typed. */
export function optionalRupiah(max: Rupiah = maxPrice) {
  return v.union([emptyAsNull, typedRupiah(max)], firstMessage);
}

/** A typed whole number. Problems: `required`, `number_invalid`, `number_too_low`, `number_too_high`. */
export function typedNumber(min: number, max: number) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, "required"),
    v.rawTransform<string, number>(({ dataset, addIssue, NEVER }) => {
      const text = dataset.value;
      if (!wholeNumber.test(text)) addIssue({ message: "number_invalid" });
      else {
        const number = Number(text.replaceAll(".", ""));
        if (number >= min && number <= max) return number;
        addIssue({ message: number < min ? "number_too_low" : "number_too_high" });
      }
      return NEVER;
    }),
  );
}

const emptyAsNull = v.pipe(
  v.string(),
  v.trim(),
  v.literal(""),
  v.transform(() => null),
);

/** Of the alternatives' problems the typed value's own one. */
function firstMessage(issue: v.UnionIssue<v.BaseIssue<unknown>>): string {
  return issue.issues?.at(-1)?.message ?? "number_invalid";
}

/** A text in both languages. An empty English one takes the Indonesian one. */
export function translated(maxLength: number) {
  return v.pipe(
    v.object({ id: textLine(maxLength), en: optionalTextLine(maxLength) }),
    v.transform(({ id, en }) => ({ id, en: en || id })),
  );
}
export interface Translated {
  readonly id: string;
  readonly en: string;
}

/** Whether this is a day of the calendar in `YYYY-MM-DD`, between the years 2000 and 2999. */
export function isDay(text: string): boolean {
  if (!/^2\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

import { withoutInvisible } from "#base/typed-text.ts";
import { readAmount } from "#shop/kernel/read-amount.ts";
import { listSeparator, type ReadCell } from "./cells.ts";

/** A cell without blanks around it and without invisible characters, its lines ended by \n. */
export function tidyCell(cell: string): string {
  return withoutInvisible(cell).replace(/\r\n?/g, "\n").trim();
}

/** Entries without blanks around them, none twice. */
export function readList(text: string): string[] {
  const entries = text.split(listSeparator).map((entry) => entry.trim());
  return [...new Set(entries.filter((entry) => entry !== ""))];
}

/** A whole number as people and other shops write it: `1.250.000`, `1,25 jt`, `125000.00`. */
export function readWhole(text: string): ReadCell {
  const amount = readAmount(text) ?? readAmount(text.replace(/[.,]0{1,2}$/, ""));
  if (amount !== undefined) return { ok: true, value: String(amount) };
  const hasSen = /^\d{1,3}(?:[.,]\d{3})+[.,]\d{1,2}$/.test(text);
  return readDecimal(text) === undefined && !hasSen
    ? { ok: false, problem: "number_invalid" }
    : { ok: false, problem: "number_not_whole" };
}

/** `12,5` and `12.5`. @returns undefined for anything else */
export function readDecimal(text: string): number | undefined {
  const found = /^(\d{1,9})[.,](\d{1,6})$/.exec(text.trim());
  return found ? Number(`${found[1]}.${found[2]}`) : undefined;
}

/** How exports write yes and no. */
export const answers = { yes: "ya", no: "tidak" } as const;

/** Yes or no, in both languages and as spreadsheets write it. */
export function readAnswer(cell: string): ReadCell {
  const text = tidyCell(cell).toLowerCase();
  if (["ya", "y", "yes", "true", "1", "benar"].includes(text)) {
    return { ok: true, value: answers.yes };
  }
  return ["tidak", "n", "no", "false", "0", "salah"].includes(text)
    ? { ok: true, value: answers.no }
    : { ok: false, problem: "answer_invalid" };
}

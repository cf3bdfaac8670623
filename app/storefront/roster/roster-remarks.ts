import { usePersonaliseWords } from "#app/storefront/item/messages/personalise.ts";
import { useRosterWords } from "#app/storefront/roster/messages/roster.ts";
import type { ProductTemplate } from "#shop/catalogue/catalogue.ts";
import type { TypedRoster } from "#shop/designs/roster/find-roster-start.server.ts";
import type { RosterRow } from "#shop/designs/roster/roster.ts";
import { invalidText } from "../item/problem-text.ts";
import type { RosterAnswer } from "./roster-action.server.ts";

export interface RosterRemark {
  /** Index of the row; null for what all pieces bear. */
  readonly row: number | null;
  /** Its id; empty: the variant of the row. Null: no field of its own. */
  readonly field: string | null;
  /** The field's; empty without one. */
  readonly label: string;
  readonly text: string;
  readonly isProblem: boolean;
}

/** A row without a variant, e.g. because a pasted size is not sold. */
export function variantMissing(
  words: ReturnType<typeof useRosterWords>,
  row: number,
): RosterRemark {
  const text = words.problems.variantMissing;
  return { row, field: "", label: words.variant, text, isProblem: true };
}

/** A pasted row without a variant, which has that of the row above or the chosen one. */
export function variantAssumed(
  words: ReturnType<typeof useRosterWords>,
  row: number,
  variant: string,
): RosterRemark {
  const text = words.warnings.assumed(row + 1, variant);
  return { row, field: "", label: words.variant, text, isProblem: false };
}

/** Values with more letters than their field takes, before the list is sent. */
export function useTooLong(
  rows: readonly RosterRow[],
  fields: ProductTemplate["fields"],
): RosterRemark[] {
  const { problems } = usePersonaliseWords();
  return rows.flatMap(({ values }, row) =>
    fields.flatMap(({ id, label, max }) => {
      const letters = [...(values[id] ?? "").replace(/\s+/g, " ").trim()];
      if (letters.length <= max) return [];
      return { row, field: id, label, text: problems.tooLong(max), isProblem: true };
    }),
  );
}

const isVariantNamed = ({ rows }: TypedRoster, row: number | null) =>
  row === null || rows[row]?.variant_id !== "";

/** What the answer says about the rows, in the reader's words. */
export function useRosterRemarks(
  answer: RosterAnswer | undefined,
  fields: ProductTemplate["fields"],
): RosterRemark[] {
  const words = useRosterWords();
  const { problems } = usePersonaliseWords();
  if (!answer) return [];
  const labelOf = (field: string | null) => fields.find(({ id }) => id === field)?.label ?? "";
  const ruleOf = (field: string | null) => fields.find(({ id }) => id === field)?.rule;
  const typedValue = ({ rows, values }: TypedRoster, row: number | null, field: string | null) =>
    (row === null ? values : rows[row]?.values)?.[field ?? ""]?.trim() ?? "";
  const refused =
    answer.problem?.code === "roster_refused"
      ? answer.problem.problems.map(({ row, field, code, max, letter }): RosterRemark => {
          const value = typedValue(answer.typed, row, field);
          const texts: Partial<Record<typeof code, string>> = {
            variant_not_found: isVariantNamed(answer.typed, row)
              ? words.problems.codes.variant_not_found
              : words.problems.variantMissing,
            field_missing: problems.missing,
            field_too_long: problems.tooLong(max ?? 0),
            field_invalid: invalidText(problems, ruleOf(field), letter),
            letter_missing: problems.letter(letter ?? ""),
            emoji_missing: problems.letter(letter ?? ""),
            low_contrast: problems.unseen,
            text_does_not_fit: words.problems.tooWide(value),
          };
          return {
            row,
            field: code === "variant_not_found" ? "" : field,
            label: code === "variant_not_found" ? words.variant : labelOf(field),
            isProblem: true,
            text: texts[code] ?? problems.other,
          };
        })
      : [];
  const own = fields.find(({ each }) => each);
  const empty =
    answer.problem?.code === "no_rows"
      ? [
          {
            row: 0,
            field: own?.id ?? "",
            label: own?.label ?? words.variant,
            text: words.problems.codes.no_rows,
            isProblem: true,
          },
        ]
      : [];
  const warned = (answer.warnings ?? []).map(({ code, row, field, first }): RosterRemark => {
    const label = labelOf(field);
    const text =
      code === "row_blank"
        ? words.warnings.blank(row + 1, label)
        : words.warnings.repeated(
            row + 1,
            label,
            typedValue(answer.typed, row, field),
            (first ?? 0) + 1,
          );
    return { row, field, label, isProblem: false, text };
  });
  return [...empty, ...refused, ...warned];
}

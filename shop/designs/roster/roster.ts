import * as v from "valibot";
import type { DisplayList } from "#shop/designs/draw/display-list.ts";
import type { DesignSummary } from "#shop/designs/draw/summarise.ts";

/*
 * A roster: pieces of one design in several variants, each with words of its own (docs/why/designs.md). Its rows are part of the
 * version of the design, so that they are checked once and never change.
 */

/** Pieces of a roster. */
export const maxRows = 99;
/** Characters of a value that are read at all; a field's own limit is lower. */
const maxValueLength = 500;

const values = v.record(
  v.pipe(v.string(), v.maxLength(40)),
  v.pipe(v.string(), v.maxLength(maxValueLength)),
);

export const rosterSchema = v.strictObject({
  /** A template, or a version of a design that was drawn on the board. */
  template_id: v.pipe(v.string(), v.uuid()),
  /** What all pieces bear, by field. */
  values,
  rows: v.pipe(
    v.array(v.strictObject({ variant_id: v.pipe(v.string(), v.uuid()), values })),
    v.minLength(1),
    v.maxLength(maxRows),
  ),
});
export type RosterInput = v.InferOutput<typeof rosterSchema>;
export type RosterRow = RosterInput["rows"][number];

/** A piece as it was drawn and stored; its values are those of all fields. */
export interface RosterPiece extends RosterRow {
  /** Its own words, e.g. `Budi 10`; empty where it has none. */
  readonly text: string;
  /** SHA-256 of its display list in hexadecimal. */
  readonly hash: string;
}

export interface Roster {
  readonly pieces: readonly RosterPiece[];
  /** What each piece prints, in the same order. */
  readonly displays: readonly DisplayList[];
  /** Words that all pieces bear. */
  readonly shared: readonly string[];
  readonly summary: DesignSummary;
}

/** What a buyer should look at again; nothing of it keeps the roster from being printed. */
export interface RosterWarning {
  readonly code: "row_blank" | "row_repeated";
  /** Index of the row. */
  readonly row: number;
  /** The field whose value is missing or repeated. */
  readonly field: string;
  /** Of a repeated value: the index of the first row that has it. */
  readonly first?: number;
}

/** Values that are missing, and values that an earlier row has; letters count alike whether large or small. */
export function rosterWarnings(
  rows: readonly RosterRow[],
  fields: readonly { readonly id: string }[],
): RosterWarning[] {
  return fields.flatMap(({ id }) => {
    const seen = new Map<string, number>();
    return rows.flatMap(({ values }, row): RosterWarning[] => {
      const value = (values[id] ?? "").trim().toLocaleLowerCase("id");
      if (value === "") return [{ code: "row_blank", row, field: id }];
      const first = seen.get(value);
      if (first !== undefined) return [{ code: "row_repeated", row, field: id, first }];
      seen.set(value, row);
      return [];
    });
  });
}

/** The lines of a cart: one a variant, in the order of their first rows. */
export function countByVariant(
  rows: readonly { readonly variant_id: string }[],
): { variant_id: string; quantity: number }[] {
  const counts = new Map<string, number>();
  for (const { variant_id } of rows) counts.set(variant_id, (counts.get(variant_id) ?? 0) + 1);
  return [...counts].map(([variant_id, quantity]) => ({ variant_id, quantity }));
}

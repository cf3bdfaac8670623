import type { RosterRow } from "./roster.ts";

/** What a row needs to know of a variant to change its colour. */
export interface ColouredVariant {
  readonly id: string;
  /** Code of its colour; empty where the product has none to choose. */
  readonly colour: string;
  /** Its options without the colour, e.g. `M`. */
  readonly size: string;
}

/** The colour that all rows with a known variant have; null: they differ, or none is known. */
export function colourOf(
  rows: readonly RosterRow[],
  variants: readonly ColouredVariant[],
): string | null {
  const colours = new Set(
    rows.flatMap(({ variant_id }) => variants.find(({ id }) => id === variant_id)?.colour ?? []),
  );
  const [colour] = colours;
  return colours.size === 1 && colour !== undefined ? colour : null;
}

/** The rows in their sizes of another colour; a row whose size the colour lacks has no variant. */
export function inColour(
  rows: readonly RosterRow[],
  variants: readonly ColouredVariant[],
  colour: string,
): RosterRow[] {
  return rows.map((row) => {
    const before = variants.find(({ id }) => id === row.variant_id);
    const next = variants.find((one) => one.colour === colour && one.size === before?.size);
    return { ...row, variant_id: next?.id ?? "" };
  });
}

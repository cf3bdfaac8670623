import type { RosterRow } from "./roster.ts";

/** What a pasted cell can name: a variant, by its options or its number. */
export interface RosterVariant {
  readonly id: string;
  /** Its options, e.g. `Putih, M`. */
  readonly label: string;
  readonly sku: string;
}

interface RosterField {
  readonly id: string;
  readonly label: string;
  readonly rule?: string;
}

interface ParsedRows {
  readonly rows: readonly RosterRow[];
  /** Lines beyond the most that a roster has. */
  readonly dropped: number;
}

/**
 * Rows of a spreadsheet or a typed list, with tabs, semicolons or commas between the cells: a variant and the values in the
 * order of the fields. A cell that names a variant is one wherever it stands; a row without one has the variant of the row
 * before. Digits go to the field for a number. A first line that names the fields is left out.
 * @param usual of rows that name no variant, and what a size without a colour is completed by
 */
export function parseRows(
  text: string,
  variants: readonly RosterVariant[],
  fields: readonly RosterField[],
  usual: string,
  max: number,
): ParsedRows {
  const lines = text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== "")
    .map(cellsOf);
  const [first, ...rest] = lines;
  const isHead = first?.some((cell) => fields.some(({ label }) => isAlike(cell, label)));
  const all = isHead ? rest : lines;
  let variant_id = usual;
  const rows = all.slice(0, max).map((cells): RosterRow => {
    const { variant, others } = findVariant(cells, variants, variant_id);
    variant_id = variant ?? variant_id;
    return { variant_id, values: valuesOf(others, fields) };
  });
  return { rows, dropped: Math.max(0, all.length - max) };
}

function cellsOf(line: string): string[] {
  const separator = ["\t", ";", ","].find((one) => line.includes(one)) ?? "\t";
  return line.split(separator).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, "$1")
      .trim(),
  );
}

/** The variant that the cells name, and the cells that are left. */
function findVariant(
  cells: readonly string[],
  variants: readonly RosterVariant[],
  usual: string,
): { variant: string | undefined; others: readonly string[] } {
  const usualParts = partsOf(variants.find(({ id }) => id === usual)?.label ?? "");
  for (const [index, cell] of cells.entries()) {
    const named = partsOf(cell);
    const fits = variants.filter(
      ({ label, sku }) =>
        isAlike(cell, sku) ||
        (named.length > 0 && named.every((part) => partsOf(label).includes(part))),
    );
    const shared = ({ label }: RosterVariant) =>
      partsOf(label).filter((part) => usualParts.includes(part)).length;
    const [best] = fits.toSorted((a, b) => shared(b) - shared(a));
    if (best) return { variant: best.id, others: cells.toSpliced(index, 1) };
  }
  return { variant: undefined, others: cells };
}

function valuesOf(cells: readonly string[], fields: readonly RosterField[]) {
  const left = [...cells];
  // The empty cell of a variant that holds from the row before.
  const blank = left.indexOf("");
  if (left.length > fields.length && blank >= 0) left.splice(blank, 1);
  const values: Record<string, string> = {};
  for (const { id } of fields.filter(({ rule }) => rule === "number")) {
    const at = left.findIndex((cell) => /^\d+$/.test(cell));
    values[id] = at < 0 ? "" : (left.splice(at, 1)[0] ?? "");
  }
  for (const { id, rule } of fields) {
    // A number that is no number stays in its place, so that it is refused by name.
    if (rule !== "number" || values[id] === "") values[id] = left.shift() ?? "";
  }
  return values;
}

const partsOf = (text: string) =>
  text
    .toLocaleLowerCase("id")
    .split(/[,/·\s]+/)
    .filter(Boolean);
const isAlike = (one: string, other: string) =>
  one.trim().toLocaleLowerCase("id") === other.trim().toLocaleLowerCase("id");

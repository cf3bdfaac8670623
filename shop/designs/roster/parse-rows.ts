import { readPastedTable } from "#shop/kernel/csv/pasted-table.ts";
import type { RosterRow } from "./roster.ts";

/** What a pasted cell can name: a variant, by its options or its SKU. */
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

export interface ParsedRows {
  /** The variant of a row is empty where the row names one that is not known. */
  readonly rows: readonly RosterRow[];
  /** Indexes of the rows that name no variant in a text whose other rows do. */
  readonly assumed: readonly number[];
  /** Unassigned cells, by the index of the row. */
  readonly left: readonly { readonly row: number; readonly text: string }[];
  /** Lines beyond the most that a roster has. */
  readonly dropped: number;
}

/** A variant in the form that cells are compared with, so that a label is split once for all cells. */
interface KnownVariant {
  readonly id: string;
  readonly parts: readonly string[];
  readonly sku: string;
}

/** The column of colours, sizes or SKUs; the others are fields. */
const ofVariant = "variant";

/**
 * Rows of a spreadsheet or a typed list. Columns are those of the headings; without headings, a cell that names a variant is
 * one wherever it is, digits go to the field for a number, and the others to the fields in their order. A row without a
 * variant has that of the row before.
 * @param usual of rows that name no variant, and what a size without a colour is completed by
 */
export function parseRows(
  text: string,
  variants: readonly RosterVariant[],
  fields: readonly RosterField[],
  usual: string,
  max: number,
): ParsedRows {
  const { columns, rows: lines } = readPastedTable(text, (heads) => columnsOf(heads, fields), [
    ";",
    ",",
  ]);
  const known = variants.map(
    ({ id, label, sku }): KnownVariant => ({ id, parts: partsOf(label), sku: inSmall(sku) }),
  );
  const read = lines
    .filter((cells) => cells.some(Boolean))
    .map((cells) =>
      columns ? readByHeadings(cells, columns) : readByContent(cells, known, fields),
    );
  const namesVariants = read.some(({ named }) => named.length > 0);
  const left: { row: number; text: string }[] = [];
  const assumed: number[] = [];
  let variant_id = usual;
  const rows = read.slice(0, max).map(({ named, values, others }, row): RosterRow => {
    const isUnknown = named.length === 0 && others.length > 0 && namesVariants && !columns;
    if (named.length > 0) variant_id = variantOf(named, known, variant_id || usual) ?? "";
    if (isUnknown) variant_id = "";
    if (namesVariants && named.length === 0 && variant_id !== "") assumed.push(row);
    const unread = [...(named.length > 0 && variant_id === "" ? named : []), ...others];
    // Spreading a very long line into `push` exceeds the limit of arguments.
    for (const text of unread) left.push({ row, text });
    return { variant_id, values };
  });
  return { rows, assumed, left, dropped: Math.max(0, read.length - max) };
}

interface ReadLine {
  /** Cells that name the variant. */
  readonly named: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  /** Cells without a place. */
  readonly others: readonly string[];
}

function readByHeadings(cells: readonly string[], columns: readonly (string | null)[]): ReadLine {
  const under = (column: string | null) =>
    cells.filter((cell, index) => cell !== "" && (columns[index] ?? null) === column);
  const fields = columns.filter((column) => column !== null && column !== ofVariant);
  return {
    named: under(ofVariant),
    values: Object.fromEntries(fields.map((id) => [id, under(id)[0] ?? ""])),
    others: under(null),
  };
}

function readByContent(
  cells: readonly string[],
  variants: readonly KnownVariant[],
  fields: readonly RosterField[],
): ReadLine {
  const named: string[] = [];
  let fits = variants;
  const left = cells.filter((cell) => {
    const found = fits.length > 1 || named.length === 0 ? matching(cell, fits) : [];
    if (cell === "" || found.length === 0) return true;
    named.push(cell);
    fits = found;
    return false;
  });
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
  return { named, values, others: left.filter(Boolean) };
}

/** The columns of a line of headings: exact names of fields first, then what their rules are usually called. */
function columnsOf(
  heads: readonly string[],
  fields: readonly RosterField[],
): readonly (string | null)[] {
  const columns = heads.map((head): string | null =>
    /^(ukuran|size|warna|colou?r|varian|variant|sku|kode)\b/i.test(head) ? ofVariant : null,
  );
  const usualNames: Readonly<Record<string, RegExp>> = {
    name: /\b(nama|name)\b/i,
    number: /^((no|nomor|nomer|number)\b|angka|punggung)/i,
  };
  const claim = (isNamed: (head: string, field: RosterField) => boolean) => {
    for (const field of fields.filter(({ id }) => !columns.includes(id))) {
      const at = heads.findIndex((head, index) => columns[index] === null && isNamed(head, field));
      if (at >= 0) columns[at] = field.id;
    }
  };
  claim((head, { label }) => isAlike(head, label));
  claim((head, { rule }) => rule !== undefined && (usualNames[rule]?.test(head) ?? false));
  return columns;
}

/** @returns undefined when the cells name none */
function variantOf(
  cells: readonly string[],
  variants: readonly KnownVariant[],
  usual: string,
): string | undefined {
  const usualParts = variants.find(({ id }) => id === usual)?.parts ?? [];
  const shared = ({ parts }: KnownVariant) =>
    parts.filter((part) => usualParts.includes(part)).length;
  const fits = cells.reduce((left, cell) => matching(cell, left), variants);
  return fits.toSorted((a, b) => shared(b) - shared(a))[0]?.id;
}

/** Those of the variants that a cell names. */
function matching(cell: string, variants: readonly KnownVariant[]): readonly KnownVariant[] {
  const named = partsOf(cell);
  const small = inSmall(cell);
  return variants.filter(
    ({ parts, sku }) => small === sku || (named.length > 0 && isPartOf(named, parts)),
  );
}

const isPartOf = (named: readonly string[], parts: readonly string[]) =>
  named.every((part) => parts.includes(part));

/** Words of options in small letters; sizes in one spelling: `2XL`, `2 XL` and `XXL` are `xxl`. */
const partsOf = (text: string) =>
  text
    .toLocaleLowerCase("id")
    .replace(/(\d)\s+(?=x[ls]\b)/g, "$1")
    .split(/[,/·.\s-]+/)
    .filter(Boolean)
    .map((part) =>
      part.replace(/^([2-9])x([ls])$/, (_, count, size) => "x".repeat(Number(count)) + size),
    );
const inSmall = (text: string) => text.trim().toLocaleLowerCase("id");
const isAlike = (one: string, other: string) => inSmall(one) === inSmall(other);

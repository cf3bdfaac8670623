import { isSeparatorLine } from "#shop/kernel/csv/detect.ts";
import { maxFileColumns } from "./import.ts";
import type { ImportKind } from "./kind.ts";
import { readWhole } from "./read-values.ts";

/** Rows in which the header row is searched: titles and technical names may be above it. */
export const maxHeadRows = 10;
/** Rows of instructions that a template has below its header row. */
const maxInstructions = 5;

interface FoundHeader {
  readonly headers: readonly string[];
  /** Rows before the data. */
  readonly rows: number;
}

/**
 * The header row of a file: among its first rows, the one in which the kinds recognise most columns. If they recognise none, it
 * is the first row with too many columns, otherwise the first row. Templates of marketplaces have instructions below the header
 * row; they are not data. A row with too many columns is not compared with the kinds, because a row of a megabyte takes seconds.
 * @param rows the first records of the file
 */
export function findHeader(
  rows: readonly (readonly string[])[],
  kinds: readonly ImportKind[],
): FoundHeader {
  const top = rows.slice(0, maxHeadRows);
  const first = top.findIndex((row) => !isSeparatorLine(row) && row.some((cell) => cell.trim()));
  const named = top.map(namesOf);
  const known = named.map((headers) =>
    isTooWide(headers) ? 0 : Math.max(0, ...kinds.map((kind) => recognised(kind, headers))),
  );
  const most = Math.max(...known);
  const wide = named.findIndex(isTooWide);
  const at = most > 0 ? known.indexOf(most) : Math.max(0, wide < 0 ? first : wide);
  const headers = named[at] ?? [];
  if (isTooWide(headers)) return { headers, rows: at + 1 };
  const below = rows.slice(at + 1, at + 1 + maxInstructions);
  const data = below.findIndex((row) => !isInstruction(row, headers, kinds));
  return { headers, rows: at + 1 + Math.max(0, data) };
}

function namesOf(row: readonly string[]): string[] {
  const names = row.map((name) => name.replaceAll("\0", "").trim());
  while (names.at(-1) === "") names.pop();
  return names;
}

const isTooWide = (headers: readonly string[]) => headers.length > maxFileColumns;

const recognised = (kind: ImportKind, headers: readonly string[]) =>
  Object.keys(kind.recognise(headers)?.mapping ?? {}).length;

/** Words of a row that says which columns of a template are mandatory. */
const mandatory =
  /^(wajib|opsional|optional|mandatory|required|conditional mandatory|wajib bersyarat)$/i;

/** A row of a marketplace's template that explains the columns: empty, of such words, or with a text for price and stock. */
function isInstruction(
  row: readonly string[],
  headers: readonly string[],
  kinds: readonly ImportKind[],
): boolean {
  const filled = row.map((cell) => cell.trim()).filter(Boolean);
  if (filled.every((cell) => mandatory.test(cell))) return true;
  const found = kinds.map((kind) => kind.recognise(headers)).find((one) => one?.source);
  if (found?.source !== "shopee" && found?.source !== "tokopedia") return false;
  const cellOf = (column: string) =>
    row[headers.indexOf(found.mapping[column]?.header ?? "")]?.trim() ?? "";
  const figures = [cellOf("harga"), cellOf("stok")].filter(Boolean);
  return (
    figures.length > 0 && figures.every((cell) => /\p{L}{4}/u.test(cell) && !readWhole(cell).ok)
  );
}

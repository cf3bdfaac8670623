import { htmlText } from "#shop/kernel/csv/html-text.ts";
import { readAmount } from "#shop/kernel/read-amount.ts";
import { type Cells, listSeparator } from "./cells.ts";

import { readDecimal } from "./read-values.ts";

/** Where a column of ours comes from: a column of the file, or a constant. */
export interface MappedColumn {
  /** A name in the header row of the file; missing for a constant. */
  readonly header?: string;
  /** What every row has. */
  readonly constant?: string;
  /** The file's unit in ours, e.g. 1000 for kilograms. */
  readonly times?: number;
  /** Between the entries of a list, if it is not ours. */
  readonly separator?: string;
  /** The text has HTML, which is taken off. */
  readonly isHtml?: boolean;
  /** Whether bold HTML becomes `**bold**`, the mark-up of descriptions. */
  readonly hasMarkup?: boolean;
}
/** By our columns. */
export type Mapping = Readonly<Record<string, MappedColumn>>;

export const sources = ["etalase", "shopify", "woocommerce", "tokopedia", "shopee"] as const;
export type Source = (typeof sources)[number];

/** What a header row says about its file. */
export interface Recognised {
  /** Null: a file of the merchant's own. */
  readonly source: Source | null;
  readonly mapping: Mapping;
}

/** A header in small letters, without the stars of mandatory columns. */
export function plainHeader(header: string): string {
  return header.replaceAll("*", "").replace(/\s+/g, " ").trim().toLowerCase();
}

/** Our own columns by their names, in any order. Columns that nobody knows stay unmapped. */
export function recogniseOwn(headers: readonly string[], columns: readonly string[]): Recognised {
  const byName = new Map(headers.map((header) => [plainHeader(header), header]));
  const own = columns.flatMap((column) => {
    const header = byName.get(column);
    return header === undefined ? [] : [[column, { header }] as const];
  });
  const isOwn = own.some(([column]) => column === "versi");
  return { source: isOwn ? "etalase" : null, mapping: Object.fromEntries(own) };
}

/** Letters of a constant. */
export const maxConstant = 500;

/** Why a mapping cannot be used. */
export type MappingProblem = "nothing_mapped" | "no_identity" | "header_twice";

/**
 * @param identity columns of which one says which thing a row is about
 * @returns undefined for a mapping that can be used
 */
export function problemOfMapping(
  mapping: Mapping,
  identity: readonly string[],
): MappingProblem | undefined {
  const headers = Object.values(mapping).flatMap(({ header }) => header ?? []);
  if (headers.length === 0) return "nothing_mapped";
  if (new Set(headers).size < headers.length) return "header_twice";
  return identity.some((column) => mapping[column]?.header !== undefined)
    ? undefined
    : "no_identity";
}

/** The cells of a record by our columns, as they stand in the file but for its units and lists. */
export function mapRecord(
  record: readonly string[],
  places: ReadonlyMap<string, number>,
  mapping: Mapping,
): Cells {
  const cells: Record<string, string> = {};
  for (const [column, mapped] of Object.entries(mapping)) {
    const { header, constant = "" } = mapped;
    const cell = header === undefined ? constant : (record[places.get(header) ?? -1] ?? "");
    if (cell !== "") cells[column] = convert(cell, mapped);
  }
  return cells;
}

function convert(
  cell: string,
  { times, separator, isHtml, hasMarkup = false }: MappedColumn,
): string {
  // Some programs write line ends as a backslash and an n.
  if (isHtml) return htmlText(cell.replace(/\\r?\\n|\\n/g, "\n"), { hasMarkup });
  if (separator) return splitList(cell, separator).join(listSeparator);
  if (times === undefined) return cell;
  const number = readDecimal(cell) ?? readAmount(cell);
  // Units are decimal, so rounding only removes what floating point added.
  return number === undefined ? cell : String(Math.round(number * times * 1000) / 1000);
}

/** Entries of a list; a separator after a backslash is a part of its entry. */
function splitList(cell: string, separator: string): string[] {
  return cell
    .replaceAll(`\\${separator}`, "\0")
    .split(separator)
    .map((entry) => entry.replaceAll("\0", separator));
}

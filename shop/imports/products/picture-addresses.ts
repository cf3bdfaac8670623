import type { StagedRow, Warning } from "#shop/imports/kind.ts";
import { tidyCell } from "#shop/imports/read-values.ts";
import { unescapeFormula } from "#shop/kernel/csv/cell.ts";
import { pictureColumns } from "./columns.ts";

const variantColumn = "alamat_gambar_varian";
/** Length limit, as in `private.picture_addresses`. */
const maxAddress = 2_000;

export interface PictureAddress {
  readonly address: string;
  /** The first row with this address. */
  readonly row_no: number;
  readonly variant_ids: readonly string[];
}

/**
 * Reads the distinct picture addresses of a product, in the order of the file.
 * @param variantIds ids of the variants by row number
 */
export function readPictureAddresses(
  rows: readonly StagedRow[],
  variantIds: ReadonlyMap<number, readonly string[]>,
  warnings: Warning[],
): PictureAddress[] {
  const found = new Map<string, { row_no: number; variant_ids: Set<string> }>();
  for (const { row_no, cells } of rows) {
    // Pictures in a variation's row belong to that variation only.
    const isVariation = (cells.jenis ?? "").trim().toLowerCase().startsWith("variation");
    for (const column of [...pictureColumns, variantColumn]) {
      for (const entry of entriesOf(cells[column] ?? "")) {
        const address = readAddress(entry);
        if (address === undefined) {
          const code = "picture_address_invalid";
          warnings.push({ code, row_no, column, before: entry, after: "" });
          continue;
        }
        const known = found.get(address) ?? { row_no, variant_ids: new Set() };
        found.set(address, known);
        if (!isVariation && column !== variantColumn) continue;
        for (const id of variantIds.get(row_no) ?? []) known.variant_ids.add(id);
      }
    }
  }
  return [...found].map(([address, { row_no, variant_ids }]) => ({
    address,
    row_no,
    variant_ids: [...variant_ids],
  }));
}

/**
 * Splits a cell. A URL may contain commas and blanks: they separate only before another URL, or a comma with a blank after it.
 * The look-behind lets the pattern match a run of separators only from its start; otherwise a long run takes hours.
 */
function entriesOf(cell: string): string[] {
  return tidyCell(unescapeFormula(cell))
    .split(/(?<![,;|\s])[,;|\s]+(?=https?:\/\/)|[,;|]\s+|\n+/i)
    .filter((entry) => entry !== "");
}

function readAddress(entry: string): string | undefined {
  if (!/^https?:\/\//i.test(entry) || !URL.canParse(entry)) return undefined;
  const url = new URL(entry);
  url.hash = "";
  return url.href.length <= maxAddress ? url.href : undefined;
}

/* Cells of CSV files for spreadsheets (RFC 4180). */

/** Spreadsheets run a cell that begins with one of these as a formula. */
const formula = /^'*[=+\-@\t\r]/;
const escaped = /^'+[=+\-@\t\r]/;
/*
 * A program that expects another delimiter also splits quoted cells, so the text after each delimiter is escaped too. A dash at
 * the end of such a part is no formula.
 */
const partFormula = String.raw`['"]*(?:[=+@]|-(?![,;\t\r\n"]|$))`;
const formulas = new RegExp(`([,;\\t\\r\\n])(?=${partFormula})`, "g");
const escapedParts = new RegExp(`([,;\\t\\r\\n])'(?=${partFormula})`, "g");

/** The byte order mark by which spreadsheets recognise UTF-8. */
export const byteOrderMark = "\ufeff";

export type Delimiter = "," | ";" | "\t";

/** Keeps a text from being run as a formula. `unescapeFormula` takes the apostrophe off again. */
export function escapeFormula(text: string): string {
  const parts = text.replace(formulas, "$1'");
  return formula.test(parts) ? `'${parts}` : parts;
}

export function unescapeFormula(cell: string): string {
  const parts = escaped.test(cell) ? cell.slice(1) : cell;
  return parts.replace(escapedParts, "$1");
}

/** A line of a file. @param cells as shown; formulas in strings are escaped here, numbers (also negative) are not */
export function csvLine(cells: readonly (string | number)[], delimiter: Delimiter): string {
  return `${cells.map((cell) => (typeof cell === "number" ? String(cell) : quoted(escapeFormula(cell)))).join(delimiter)}\r\n`;
}

function quoted(cell: string): string {
  return /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

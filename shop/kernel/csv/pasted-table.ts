import { withoutInvisible } from "#base/typed-text.ts";

export interface PastedTable<Column extends string> {
  /** The column at each position, null where its heading is not known; undefined for a table without headings. */
  readonly columns: readonly (Column | null)[] | undefined;
  /**
   * Cells without invisible characters and blanks around them. A column of row numbers is left out; an empty line is a row, because
   * the lines of a single column are assigned in sequence.
   */
  readonly rows: readonly (readonly string[])[];
}

/** Lines in which the headings are searched: a title may be above them. */
const maxTitleLines = 5;

/**
 * Parses a table that was pasted from a spreadsheet or typed.
 * @param columnsOf the columns that a line of headings names, null for others
 * @param separators of lines without tabs, in the order of preference
 */
export function readPastedTable<Column extends string>(
  text: string,
  columnsOf: (cells: readonly string[]) => readonly (Column | null)[],
  separators: readonly string[] = [],
): PastedTable<Column> {
  const lines = splitLines(text.trimEnd()).map((line) => cellsOf(line, separators));
  const head = lines.slice(0, maxTitleLines).findIndex((cells, index) => {
    const known = columnsOf(cells).filter((column) => column !== null).length;
    return known > (index === 0 ? 0 : 1);
  });
  const rows = lines.slice(head + 1);
  const [heads] = head < 0 ? [] : lines.slice(head);
  const skipped = rowNumbers(rows, heads);
  const without = (cells: readonly string[]) => cells.filter((_, index) => index !== skipped);
  return { columns: heads && columnsOf(without(heads)), rows: rows.map(without) };
}

/** Lines; a line end inside a quoted cell of a spreadsheet is a space. */
function splitLines(text: string): string[] {
  const quoted = /(^|[\t\r\n])"((?:[^"]|"")*)"(?=[\t\r\n]|$)/g;
  return text
    .replace(quoted, (_, before: string, cell: string) => {
      const lines = cell.replaceAll('""', '"').split(/[\r\n]/);
      const trimmed = lines.map((line) => line.trim());
      return before + trimmed.filter(Boolean).join(" ");
    })
    .split(/\r\n|\r|\n/);
}

function cellsOf(line: string, separators: readonly string[]): string[] {
  const separator = ["\t", ...separators].find((one) => line.includes(one)) ?? "\t";
  return line.split(separator).map((cell) =>
    withoutInvisible(cell)
      .trim()
      .replace(/^"(.*)"$/, "$1")
      .trim(),
  );
}

/** The position of the column that counts the rows: under `No` or, without headings, the first one. */
function rowNumbers(
  lines: readonly (readonly string[])[],
  heads: readonly string[] | undefined,
): number | undefined {
  const rows = lines.filter((cells) => cells.some(Boolean));
  const at = heads ? heads.findIndex((cell) => /^(no|nr|#|no(mor)?\.? urut)\.?$/i.test(cell)) : 0;
  if (at < 0 || rows.some((cells) => cells.length < 2)) return undefined;
  const counts = rows.every((cells, index) => cells[at]?.replace(/[.)]$/, "") === `${index + 1}`);
  return counts && rows.length >= (heads ? 1 : 2) ? at : undefined;
}

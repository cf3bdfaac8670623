import { unescapeFormula } from "#shop/kernel/csv/cell.ts";
import { emptyMark, nullMark, type ReadCell } from "./cells.ts";
import { fingerprint, readVersion } from "./fingerprint.ts";
import type { RowProblem, StagedRow } from "./kind.ts";

/** A cell that a person wrote: its value, and its row. */
export interface Wanted {
  readonly row_no: number;
  readonly value: string;
}

/**
 * Compares the cells of one thing with the shop. A cell counts as changed by the person when it differs from what the export
 * wrote (`versi`), or from the shop where the file is no export. A cell that also a colleague changed meanwhile is a
 * conflict.
 */
export class CellReader {
  readonly problems: RowProblem[] = [];
  readonly #versioned: readonly string[];
  readonly #read: (column: string, cell: string) => ReadCell;

  /** @param versioned the columns of `versi` @param read a cell in the form in which cells are compared */
  constructor(versioned: readonly string[], read: (column: string, cell: string) => ReadCell) {
    this.#versioned = versioned;
    this.#read = read;
  }

  refuse(row: Pick<StagedRow, "row_no">, code: string, column?: string, value?: string): void {
    this.problems.push({
      row_no: row.row_no,
      code,
      ...(column ? { column } : {}),
      ...(value === undefined ? {} : { value }),
    });
  }

  refuseMisfits(rows: readonly StagedRow[]): void {
    for (const row of rows) if (row.misfit) this.refuse(row, row.misfit);
  }

  /**
   * What the person wants of one cell; undefined to leave it as it is.
   * @param current the shop's cell; undefined: the shop does not have the thing
   */
  wanted(row: StagedRow, column: string, current: string | undefined): Wanted | undefined {
    const stated = this.#stated(row, column);
    return stated && this.#differing(stated, row, column, current);
  }

  /** The same of a cell that all rows of the thing repeat. */
  wantedOfAll(
    rows: readonly StagedRow[],
    column: string,
    current: string | undefined,
  ): Wanted | undefined {
    let first: Wanted | undefined;
    let found: Wanted | undefined;
    for (const row of rows) {
      const stated = this.#stated(row, column);
      if (!stated) continue;
      // Also when one of them is what the shop has: the file would write the other one each time it runs.
      if (first && first.value !== stated.value) {
        this.refuse(row, "rows_disagree", column, stated.value);
      }
      first ??= stated;
      found ??= this.#differing(stated, row, column, current);
    }
    return found;
  }

  /** What a cell says; undefined when it is empty or as the export wrote it. */
  #stated(row: StagedRow, column: string): Wanted | undefined {
    const raw = row.cells[column];
    if (raw === undefined || raw.trim() === "") return undefined;
    const isEmptied = raw.trim() === emptyMark;
    const read = isEmptied
      ? { ok: true as const, value: "" }
      : this.read(column, unescapeFormula(raw));
    if (!read.ok) {
      this.refuse(row, read.problem, column, raw);
      return undefined;
    }
    const exported = this.#exported(row, column);
    if (exported !== undefined && fingerprint(read.value) === exported) return undefined;
    return { row_no: row.row_no, value: read.value };
  }

  /** What differs from the shop; a conflict when also the shop differs from the export. */
  #differing(
    stated: Wanted,
    row: StagedRow,
    column: string,
    current: string | undefined,
  ): Wanted | undefined {
    if (stated.value === (current ?? "")) return undefined;
    const exported = this.#exported(row, column);
    if (exported !== undefined && current !== undefined && fingerprint(current) !== exported) {
      this.refuse(row, "conflict", column, row.cells[column]);
      return undefined;
    }
    return stated;
  }

  #exported(row: StagedRow, column: string): string | undefined {
    return readVersion(row.cells.versi ?? "", this.#versioned)?.get(column);
  }

  /** A cell as it is compared, whose escaping was taken off. */
  read(column: string, cell: string): ReadCell {
    return cell.includes(nullMark)
      ? { ok: false, problem: "null_character" }
      : this.#read(column, cell);
  }
}

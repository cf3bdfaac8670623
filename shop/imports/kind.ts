import type { Sql } from "#db/client.server.ts";
import type { Delimiter } from "#shop/kernel/csv/cell.ts";
import type { Encoding } from "#shop/kernel/csv/detect.ts";
import type { Permission } from "#shop/kernel/permissions.ts";
import type { ShownChange } from "#shop/staff/approvals/approval.ts";
import type { TaskRow } from "#shop/staff/tasks/task.ts";
import type { RunningTask } from "#shop/staff/tasks/task-kind.ts";
import type { Cells } from "./cells.ts";
import type { UnknownCategories } from "./import.ts";
import type { Mapping, Recognised } from "./mapping.ts";

/** A row of a file as it was staged. */
export interface StagedRow {
  readonly row_no: number;
  readonly cells: Cells;
  /** The row has more or fewer cells than the header row. */
  readonly misfit?: "too_many_columns" | "too_few_columns";
}

/** A row with the key of its thing: rows with the same key are written together. */
export interface KeyedRow extends StagedRow {
  readonly key: string;
}

/** Why a row is refused; the thing of the row is then left as it is. */
export interface RowProblem {
  readonly row_no: number;
  readonly code: string;
  readonly column?: string;
  readonly value?: string;
}

/** A value that the import writes. */
export interface Change {
  readonly column: string;
  /** Of a variant. */
  readonly sku?: string;
  readonly before: string;
  readonly after: string;
}

/** A change that a person confirms. */
export interface Warning extends Change {
  readonly code: string;
  readonly row_no: number;
}

/** What the import does with one thing of the shop, e.g. a product with its variants. */
export interface Plan {
  readonly key: string;
  readonly rows: readonly StagedRow[];
  readonly problems: readonly RowProblem[];
  readonly changes: readonly Change[];
  readonly warnings: readonly Warning[];
  /** Its rows that say again what an earlier one says. */
  readonly repeated?: number;
  /** Whether the shop does not have the thing yet. */
  readonly isNew: boolean;
  /** By which undoing finds the thing; null: not known before it is written. */
  readonly subjectId: string | null;
  /** As the check names the thing. */
  readonly title: string;
}

/** What plans would need a colleague for. */
export interface Measured {
  /** The largest cut of a price, percent rounded up. */
  readonly cut: number;
  /** What the pieces are worth that they take from the stock, rupiah. */
  readonly written_off: number;
  readonly changes: readonly ShownChange[];
}

/** The uploaded file and how it is read. */
export interface ImportFile {
  readonly id: string;
  readonly version: string;
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  readonly headers: readonly string[];
  /** Rows before the data, with the header row. */
  readonly head_rows: number;
  readonly mapping: Mapping;
  readonly unknown_categories: UnknownCategories;
}

export interface RunContext {
  /** Names the writes, also of a second try, e.g. so that stock is counted once. */
  readonly key: string;
  readonly actorId: string;
  /** Whether the things are written, so that their rows are locked. */
  readonly isWriting: boolean;
}

/** Plans and writes within one transaction. */
export interface Worker<P extends Plan> {
  /** In the order of the keys. */
  plan(groups: ReadonlyMap<string, readonly StagedRow[]>): Promise<readonly P[]>;
  /** Writes a thing whole, or nothing of it. @returns the rows to list */
  apply(plan: P): Promise<readonly TaskRow[]>;
  /**
   * Writes in few statements what may be written so, as `apply` would write it.
   * @returns the rows to list of each plan that it wrote; `apply` writes the others
   */
  applyTogether?(plans: readonly P[]): Promise<ReadonlyMap<P, readonly TaskRow[]>>;
}

/** Rows of an export as a part of the whole. */
export interface ExportedRows {
  readonly rows: readonly (readonly string[])[];
  /** Where the next rows begin; null at the end. */
  readonly after: string | null;
}

/**
 * What a file can hold. A new kind is one value in one file and a line in `kinds.server.ts`: nothing else asks which kind
 * a file is of.
 */
export interface ImportKind<P extends Plan = Plan> {
  /** In small letters; names the tasks `check-…`, `import-…` and `export-…`. */
  readonly name: string;
  /** The columns of a file, by the names in its header row, in their order. */
  readonly columns: readonly string[];
  /** Further columns that a file of another program may have; exports do not. */
  readonly extraColumns?: readonly string[];
  /** Columns of which a file has at least one, to say which thing a row is about. */
  readonly identity: readonly string[];
  /** What writing needs besides `imports.run`. */
  readonly permission: Permission;
  /** What exporting needs. */
  readonly exportPermissions: readonly Permission[];
  /** Whether exports hold personal data: they ask for a fresh proof and are noted in the audit log. */
  readonly isPersonal?: boolean;
  /** Whether the run asks for a fresh proof, as the screen of a single change does. */
  readonly needsProof?: boolean;
  /** Whether a run cannot be undone; undoing then says so for each row. */
  readonly isFinal?: boolean;
  /** Things that one transaction plans, where a plan is so light that the default would cost more than the plans. */
  readonly thingsPerChunk?: number;
  /** The address of the things' pages, which ends with their id. */
  readonly page?: string;
  /** Whether the choice of what to do with unknown categories means something. */
  readonly hasCategories?: boolean;
  /** @returns undefined when the header row is not of this kind */
  recognise(headers: readonly string[]): Recognised | undefined;
  /** The key of each row's thing. */
  keysOf(sql: Sql, rows: readonly StagedRow[]): Promise<readonly KeyedRow[]>;
  /** Gives rows the key of another row that they belong to, after all are staged. */
  linkRows?(sql: Sql, importId: string): Promise<void>;
  open(sql: Sql, file: ImportFile, run: RunContext): Promise<Worker<P>>;
  /** Problems that only the check looks for, by key; the run meets them as refusals of the database. */
  findTaken?(
    sql: Sql,
    importId: string,
    plans: readonly P[],
  ): Promise<ReadonlyMap<string, readonly RowProblem[]>>;
  measure?(sql: Sql, plans: readonly P[]): Promise<Measured>;
  /** Puts back each value that is still what the import wrote. */
  undo(sql: Sql, task: RunningTask, rows: readonly TaskRow[]): Promise<readonly TaskRow[]>;
  /** Runs once, in the transaction that ends the run, e.g. to start a follow-up task. */
  finished?(sql: Sql, task: RunningTask, importId: string): Promise<void>;
  /** Rows of an export up to a number. */
  countExport(sql: Sql, max: number): Promise<number>;
  /** @param after where to go on; null: from the beginning */
  exportRows(sql: Sql, after: string | null): Promise<ExportedRows>;
}

import type { Delimiter } from "#shop/kernel/csv/cell.ts";
import type { Encoding } from "#shop/kernel/csv/detect.ts";
import type { ShownChanges } from "#shop/staff/approvals/approval.ts";
import type { StaffTask } from "#shop/staff/tasks/task.ts";
import type { Mapping, Source } from "./mapping.ts";

/** Maximum bytes of a file. The bucket has the same limit. */
export const maxFileBytes = 250 * 1024 * 1024;
/** Maximum rows of a file, without the header row. */
export const maxFileRows = 1_000_000;
/**
 * Maximum rows of one thing, e.g. the variants and pictures of a product. A plan compares these rows with each other, in one
 * turn of the event loop.
 */
export const maxRowsOfThing = 2_500;
/** Maximum columns of a file, ours or not. */
export const maxFileColumns = 200;
/** Constants that one mapping can have. */
export const maxConstants = 3;
/** The private bucket where uploads wait. */
export const importBucket = "import-uploads";
/** The media type that the bucket takes, whatever the device calls a CSV file. */
export const importType = "text/csv";

export const unknownCategoryChoices = ["fail", "skip", "create"] as const;
export type UnknownCategories = (typeof unknownCategoryChoices)[number];

/** The path of an upload in its bucket. @param id of the import, a UUID made by the client */
export function importPath(personId: string, id: string): string {
  return `${personId}/${id}`;
}

/** What an import would do, in things such as products; `warnings` are values that a person confirms. */
export interface ImportCounts {
  /** Rows of the file, without the header row. */
  readonly rows: number;
  readonly create: number;
  readonly change: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly warnings: number;
  /** Rows that say again what an earlier row of the file says, so that the earlier one counts. */
  readonly repeated?: number;
  /** The largest cut of a price, percent rounded up. */
  readonly cut?: number;
  /** What the pieces are worth that it takes from the stock, rupiah. */
  readonly written_off?: number;
  /** The prices and pieces that it changes, for the colleague who approves it. */
  readonly limited?: ShownChanges;
}

/** An import as staff see it. */
export interface StaffImport {
  readonly id: string;
  /** What the file holds. */
  readonly kind: string;
  /** The columns that its columns can become. */
  readonly columns: readonly string[];
  /** The address of the things' pages, which ends with their id; null: they have none. */
  readonly page: string | null;
  readonly has_categories: boolean;
  /** Whether the run cannot be undone. */
  readonly is_final: boolean;
  readonly name: string;
  readonly bytes: number;
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  readonly headers: readonly string[];
  readonly sample: readonly (readonly string[])[];
  readonly mapping: Mapping;
  readonly source: Source | null;
  readonly unknown_categories: UnknownCategories;
  readonly counts: ImportCounts | null;
  readonly problem: string | null;
  readonly problem_row: number | null;
  readonly check: StaffTask | null;
  readonly run: StaffTask | null;
  readonly is_own: boolean;
  /** ISO 8601. */
  readonly created_at: string;
}

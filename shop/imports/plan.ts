import type { ProductStatus } from "#shop/products/product.ts";
import type { ProductSave } from "#shop/products/product-input.ts";
import type { Column } from "./columns.ts";
import type { Cells, FileProduct } from "./export-row.ts";

/** A row of a file as it was staged. */
export interface StagedRow {
  readonly row_no: number;
  readonly cells: Cells;
  /** The row has more or fewer cells than the header row. */
  readonly misfit?: "too_many_columns" | "too_few_columns";
}

/** Why a row is refused; the product of the row is then left as it is. */
export interface RowProblem {
  readonly row_no: number;
  readonly code: string;
  readonly column?: Column;
  readonly value?: string;
}

/** A value that the import writes. */
export interface Change {
  readonly column: Column;
  /** Of a variant. */
  readonly sku?: string;
  readonly before: string;
  readonly after: string;
}

/** A change that a person confirms. */
export interface Warning extends Change {
  readonly code: "price_jump" | "stock_zero";
  readonly row_no: number;
}

export interface ProductPlan {
  /** The product of the shop; null: a new one. */
  readonly product: FileProduct | null;
  readonly rows: readonly StagedRow[];
  readonly problems: readonly RowProblem[];
  readonly changes: readonly Change[];
  readonly warnings: readonly Warning[];
  /** Names of categories that the shop does not have and the import adds. */
  readonly newCategories: readonly string[];
  /** Null: unchanged. */
  readonly status: ProductStatus | null;
  /** What is saved; without the categories that do not exist yet. */
  readonly save: ProductSave;
}

export interface PlanContext {
  /** Of the categories, by id. */
  readonly slugs: ReadonlyMap<string, string>;
  /** Ids of categories by slug and by name in small letters. */
  readonly categories: ReadonlyMap<string, string>;
  readonly unknownCategories: "create" | "skip" | "fail";
  /** Names the save, so that stock is counted once. */
  readonly key: string;
  readonly newId: () => string;
}

import type { Cells } from "#shop/imports/cells.ts";
import type { StagedRow, Warning } from "#shop/imports/kind.ts";
import { readWhole } from "#shop/imports/read-values.ts";
import { unescapeFormula } from "#shop/kernel/csv/cell.ts";
import { variantColumns } from "./columns.ts";
import { variantsOf, withFacts } from "./woocommerce-rows.ts";

interface ProductRows {
  /** Rows whose cells are those of the product. */
  readonly ofProduct: readonly StagedRow[];
  /** Rows that are variants. */
  readonly ofVariants: readonly StagedRow[];
  /** Code of what is wrong with them together. */
  readonly problem?: "variations_missing" | "parent_missing";
  /** Cells whose values are changed or ignored. */
  readonly warnings: readonly Warning[];
}

/**
 * Splits the rows of one product into rows of its fields and rows of its variants. A Shopify row with only a picture is no
 * variant. WooCommerce files have one row for the product, with its texts and categories, and one for each variation.
 */
export function divideRows(staged: readonly StagedRow[]): ProductRows {
  const rows = staged.map((row) => ({ ...row, cells: withSalePrice(row.cells) }));
  const isType = (row: StagedRow, type: string) =>
    (row.cells.jenis ?? "").trim().toLowerCase().startsWith(type);
  const parents = rows.filter((row) => isType(row, "variable"));
  const variations = rows.filter((row) => isType(row, "variation"));
  const warnings: Warning[] = [];
  if (parents.length > 0 || variations.length > 0) {
    const [parent] = parents;
    const ofVariants = variantsOf(parent, variations, warnings);
    const choices = new Set(
      [1, 2, 3, 4, 5].flatMap((n) => ofVariants.flatMap(({ cells }) => cells[`opsi${n}`] ?? [])),
    );
    const problem = !parent
      ? "parent_missing"
      : variations.length === 0
        ? "variations_missing"
        : undefined;
    const ofProduct = parents.map((row) => withFacts(row, choices, warnings));
    return { ofProduct, ofVariants, warnings, ...(problem ? { problem } : {}) };
  }
  const isWoo = rows.some((row) => row.cells.jenis !== undefined);
  // Attributes of a simple product are facts, not choices.
  const simple = isWoo ? rows.map((row) => withFacts(row, new Set(), warnings)) : rows;
  const isVariant = ({ cells }: StagedRow) =>
    ["stok", "id_varian", ...variantColumns].some((column) => (cells[column] ?? "").trim() !== "");
  const ofVariants = simple.filter(isVariant);
  return {
    ofProduct: simple,
    ofVariants: ofVariants.length > 0 ? ofVariants : simple,
    warnings,
  };
}

/** A sale price below the regular one is the price, and the regular one the was-price. */
function withSalePrice(cells: Cells): Cells {
  const { harga_obral: sale, ...rest } = cells;
  if (sale === undefined || cells.harga === undefined) return cells;
  const [reduced, regular] = [readWhole(sale), readWhole(unescapeFormula(cells.harga))];
  const isReduced = reduced.ok && regular.ok && Number(reduced.value) < Number(regular.value);
  return isReduced ? { ...rest, harga: sale, harga_coret: cells.harga } : rest;
}

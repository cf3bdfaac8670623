import { unescapeFormula } from "#shop/csv/cell.ts";
import type { Cells } from "../cells.ts";
import type { StagedRow } from "../kind.ts";
import { readWhole } from "../read-values.ts";
import { variantColumns } from "./columns.ts";

interface ProductRows {
  /** Rows whose cells are those of the product. */
  readonly ofProduct: readonly StagedRow[];
  /** Rows that are variants. */
  readonly ofVariants: readonly StagedRow[];
  /** Code of what is wrong with them together. */
  readonly problem?: "variations_missing" | "parent_missing";
}

const places = [1, 2, 3, 4, 5] as const;

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
  if (parents.length > 0 || variations.length > 0) {
    const [parent] = parents;
    const ofVariants = inOrder(variations).map((row) => ({
      ...row,
      cells: { ...inherited(parent?.cells ?? {}), ...row.cells },
    }));
    const problem = !parent
      ? "parent_missing"
      : variations.length === 0
        ? "variations_missing"
        : undefined;
    return { ofProduct: parents.map(withoutOptions), ofVariants, ...(problem ? { problem } : {}) };
  }
  const isWoo = rows.some((row) => row.cells.jenis !== undefined);
  // Attributes of a simple product are facts, not choices.
  const simple = isWoo ? rows.map(withoutOptions) : rows;
  const isVariant = ({ cells }: StagedRow) =>
    ["stok", "id_varian", ...variantColumns].some((column) => (cells[column] ?? "").trim() !== "");
  const ofVariants = simple.filter(isVariant);
  return { ofProduct: simple, ofVariants: ofVariants.length > 0 ? ofVariants : simple };
}

/** A sale price below the regular one is the price, and the regular one the was-price. */
function withSalePrice(cells: Cells): Cells {
  const { harga_obral: sale, ...rest } = cells;
  if (sale === undefined || cells.harga === undefined) return cells;
  const [reduced, regular] = [readWhole(sale), readWhole(unescapeFormula(cells.harga))];
  const isReduced = reduced.ok && regular.ok && Number(reduced.value) < Number(regular.value);
  return isReduced ? { ...rest, harga: sale, harga_coret: cells.harga } : rest;
}

/** Sizes and weight that a variation without its own has from its parent. */
function inherited(cells: Cells): Cells {
  const shared = ["berat_gram", "panjang_mm", "lebar_mm", "tinggi_mm"];
  return Object.fromEntries(
    shared.flatMap((column) => (cells[column] === undefined ? [] : [[column, cells[column]]])),
  );
}

function withoutOptions(row: StagedRow): StagedRow {
  const names = places.flatMap((n) => [`opsi${n}`, `nilai${n}`]);
  const cells = Object.entries(row.cells).filter(([column]) => !names.includes(column));
  return { ...row, cells: Object.fromEntries(cells) };
}

/** Variations with their attributes in one order: an attribute may be at another place in each row. */
function inOrder(variations: readonly StagedRow[]): StagedRow[] {
  const attributesOf = ({ cells }: StagedRow) =>
    places.flatMap((n) => {
      const [name, value] = [cells[`opsi${n}`]?.trim(), cells[`nilai${n}`]];
      return name && value?.trim() ? [[name, value] as const] : [];
    });
  const names = [...new Set(variations.flatMap(attributesOf).map(([name]) => name))];
  return variations.map((row) => {
    const values = new Map(attributesOf(row));
    const options = names.flatMap((name, index) => [
      [`opsi${index + 1}`, name] as const,
      ...(values.has(name) ? [[`nilai${index + 1}`, values.get(name) ?? ""] as const] : []),
    ]);
    return { ...row, cells: { ...withoutOptions(row).cells, ...Object.fromEntries(options) } };
  });
}

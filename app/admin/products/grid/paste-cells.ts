import { cleanIdentifier } from "#base/typed-text.ts";
import { readPastedTable } from "#shop/kernel/csv/pasted-table.ts";

export const gridColumns = ["price", "was_price", "on_hand"] as const;
export type GridColumn = (typeof gridColumns)[number];
/** What is typed, by variant and column; only cells that were changed. */
export type TypedCells = Readonly<Record<string, Partial<Record<GridColumn, string>>>>;

interface PastedCells {
  readonly typed: TypedCells;
  /** Lines that match no row of the grid, and cells that match no column. */
  readonly left: readonly string[];
}

/** Of headings, in the order in which they are tried. */
const headings: readonly (readonly ["sku" | GridColumn, RegExp])[] = [
  ["sku", /^(no\.?|kode)?\s*(sku|barang|varian)\b/i],
  ["was_price", /^(harga coret|harga normal|regular price|compare|was)\b/i],
  ["price", /^(harga|price)\b/i],
  ["on_hand", /^(stok|stock|jumlah|qty|quantity)\b/i],
];
const columnsOf = (cells: readonly string[]) =>
  cells.map((cell) => headings.find(([, pattern]) => pattern.test(cell))?.[0] ?? null);

/**
 * Assigns a pasted table to the cells of the grid. A table with SKUs fills the rows of those SKUs, another one the rows from
 * `from` on; columns are those of the headings, or else those from `column` on.
 * @returns undefined for a text that is one cell
 */
export function pasteCells(
  text: string,
  rows: readonly { readonly id: string; readonly sku: string }[],
  from: number,
  column: GridColumn,
): PastedCells | undefined {
  if (!/[\t\n\r]/.test(text.trim())) return undefined;
  const table = readPastedTable(text, columnsOf);
  const rowOf = (cell: string) =>
    rows.find(({ sku }) => sku.toUpperCase() === cleanIdentifier(cell).toUpperCase());
  const first = table.rows.find((cells) => cells.some(Boolean)) ?? [];
  const skuAt = table.columns ? table.columns.indexOf("sku") : first.findIndex(rowOf);
  const inOrder = gridColumns.slice(skuAt < 0 ? gridColumns.indexOf(column) : 0);
  const columnAt = (index: number): GridColumn | null => {
    const known = table.columns?.[index];
    if (table.columns) return known === undefined || known === "sku" ? null : known;
    return inOrder[skuAt >= 0 && index > skuAt ? index - 1 : index] ?? null;
  };
  const typed: Record<string, Partial<Record<GridColumn, string>>> = {};
  const left: string[] = [];
  for (const [line, cells] of table.rows.entries()) {
    if (!cells.some(Boolean)) continue;
    const row = skuAt < 0 ? rows[from + line] : rowOf(cells[skuAt] ?? "");
    const placed = cells.flatMap((cell, index) => {
      const to = index === skuAt ? null : columnAt(index);
      return to === null || cell === "" ? [] : [[to, cell] as const];
    });
    const isWhole = placed.length === cells.filter((cell, index) => cell && index !== skuAt).length;
    if (!row || !isWhole) left.push(cells.filter(Boolean).join(" "));
    else typed[row.id] = { ...typed[row.id], ...Object.fromEntries(placed) };
  }
  return { typed, left };
}

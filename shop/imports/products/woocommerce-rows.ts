import { slugOf } from "#shop/catalogue/products/slug.ts";
import type { Cells } from "#shop/imports/cells.ts";
import type { StagedRow, Warning } from "#shop/imports/kind.ts";
import { unescapeFormula } from "#shop/kernel/csv/cell.ts";

const places = [1, 2, 3, 4, 5] as const;

interface Attribute {
  readonly name: string;
  readonly cell: string;
  /** Whether WooCommerce shows it to shoppers. */
  readonly isVisible: boolean;
}

function attributesOf({ cells }: StagedRow): Attribute[] {
  return places.flatMap((n) => {
    const name = unescapeFormula(cells[`opsi${n}`] ?? "").trim();
    const cell = unescapeFormula(cells[`nilai${n}`] ?? "").trim();
    return name === "" ? [] : [{ name, cell, isVisible: cells[`tampil${n}`]?.trim() !== "0" }];
  });
}

/** Splits the values of a product's attribute. A backslash escapes a comma. */
function valuesOf(cell: string): string[] {
  const values = cell.replaceAll("\\,", "\0").split(",");
  const named = values.map((value) => value.replaceAll("\0", ",").trim());
  return [...new Set(named.filter((value) => value !== ""))];
}

function withoutOptions(row: StagedRow): StagedRow {
  const names = places.flatMap((n) => [`opsi${n}`, `nilai${n}`, `tampil${n}`]);
  const cells = Object.entries(row.cells).filter(([column]) => !names.includes(column));
  return { ...row, cells: Object.fromEntries(cells) };
}

/** Dimensions and weight that a variation inherits from its parent. */
function inherited(cells: Cells): Cells {
  const shared = ["berat_gram", "panjang_mm", "lebar_mm", "tinggi_mm"];
  return Object.fromEntries(
    shared.flatMap((column) => (cells[column] === undefined ? [] : [[column, cells[column]]])),
  );
}

/**
 * Converts variations to variants. The numbers of attributes may differ between rows, so they get one order. An attribute without a
 * value means any value of the parent's list, so such a variation becomes several variants.
 */
export function variantsOf(
  parent: StagedRow | undefined,
  variations: readonly StagedRow[],
  warnings: Warning[],
): StagedRow[] {
  const lists = new Map(
    (parent ? attributesOf(parent) : []).map(({ name, cell }) => [name, valuesOf(cell)]),
  );
  const names = [
    ...new Set(
      variations
        .flatMap(attributesOf)
        .filter(({ name, cell }) => cell !== "" || lists.has(name))
        .map(({ name }) => name),
    ),
  ];
  const exact = variations.map((row) => {
    const own = new Map(attributesOf(row).map(({ name, cell }) => [name, cell]));
    return { row, values: names.map((name) => own.get(name)?.replaceAll("\\,", ",") ?? "") };
  });
  const taken = new Set(
    exact.filter(({ values }) => !values.includes("")).map(({ values }) => values.join("\0")),
  );
  return exact.flatMap(({ row, values }) => {
    const base = { ...inherited(parent?.cells ?? {}), ...withoutOptions(row).cells };
    const choices = values.map((value, n) => (value ? [value] : (lists.get(names[n] ?? "") ?? [])));
    if (!values.includes("") || choices.some((list) => list.length === 0)) {
      return [{ ...row, cells: { ...base, ...optionCells(names, values) } }];
    }
    // If several variations match one choice, an exact one wins, then the earliest.
    const free = combinations(choices).filter((chosen) => !taken.has(chosen.join("\0")));
    for (const chosen of free) taken.add(chosen.join("\0"));
    const added = free.map((chosen) => chosen.filter((_, n) => values[n] === ""));
    const parts = divideStock(row, free.length, warnings);
    return free.map((chosen, place) => ({
      ...row,
      cells: {
        ...(place === 0 ? base : furtherVariant(base, added[place] ?? [])),
        ...(parts ? { stok: String(parts[place]) } : {}),
        ...optionCells(names, chosen),
      },
    }));
  });
}

const combinations = (choices: readonly (readonly string[])[]): string[][] =>
  choices.reduce<string[][]>(
    (found, list) => found.flatMap((earlier) => list.map((value) => [...earlier, value])),
    [[]],
  );

function optionCells(names: readonly string[], values: readonly string[]): Cells {
  return Object.fromEntries(
    names.flatMap((name, n) => [
      [`opsi${n + 1}`, name],
      ...(values[n] ? [[`nilai${n + 1}`, values[n]]] : []),
    ]),
  );
}

/** Only the first variant keeps the variation's SKU and barcode, so that the next import finds it. */
function furtherVariant({ barcode: _, ...cells }: Cells, added: readonly string[]): Cells {
  const sku = cells.sku?.trim();
  return sku ? { ...cells, sku: [sku, ...added.map(codeOf)].join("-") } : cells;
}

const codeOf = (value: string) => slugOf(value).toUpperCase();

/** Divides the stock of a variation among its variants, so that the total stays the same. */
function divideStock(
  { row_no, cells }: StagedRow,
  count: number,
  warnings: Warning[],
): readonly number[] | undefined {
  const before = unescapeFormula(cells.stok ?? "").trim();
  if (count < 2 || !/^\d{1,9}$/.test(before)) return undefined;
  const pieces = Number(before);
  const parts = Array.from(
    { length: count },
    (_, n) => Math.floor(pieces / count) + (n < pieces % count ? 1 : 0),
  );
  const sku = cells.sku ?? "";
  const after = parts.join(" + ");
  warnings.push({ code: "stock_divided", row_no, column: "stok", sku, before, after });
  return parts;
}

/** Appends attributes that are not variant options to the description of a product's row. */
export function withFacts(
  row: StagedRow,
  choices: ReadonlySet<string>,
  warnings: Warning[],
): StagedRow {
  const lines: string[] = [];
  const hasDescription = row.cells.deskripsi_id !== undefined;
  for (const { name, cell, isVisible } of attributesOf(row)) {
    if (choices.has(name) || cell === "") continue;
    const line = `${name}: ${valuesOf(cell).join(", ")}`;
    if (isVisible) lines.push(line);
    else {
      const { row_no } = row;
      const change = { column: "deskripsi_id", before: line, after: "" };
      warnings.push({ ...change, code: "attribute_hidden", row_no });
    }
  }
  const plain = withoutOptions(row);
  if (lines.length === 0) return plain;
  const text = [...(hasDescription ? [row.cells.deskripsi_id, ""] : []), ...lines].join("\n");
  return { ...plain, cells: { ...plain.cells, deskripsi_id: text } };
}

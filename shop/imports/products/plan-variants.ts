import type { ProductFields } from "#shop/catalogue/products/product.ts";
import type { ProductSave } from "#shop/catalogue/products/product-input.ts";
import type { CellReader } from "#shop/imports/cell-reader.ts";
import type { Cells } from "#shop/imports/cells.ts";
import type { Change, StagedRow, Warning } from "#shop/imports/kind.ts";
import { readWhole } from "#shop/imports/read-values.ts";
import { unescapeFormula } from "#shop/kernel/csv/cell.ts";
import { measureColumns, type VariantColumn, variantColumns } from "./columns.ts";
import { type FileProduct, type FileVariant, variantCells } from "./export-row.ts";
import type { PlanContext } from "./plan.ts";
import { Options, optionCode } from "./variant-options.ts";

/** A price that changes by more than this share is confirmed by a person. */
const jump = 0.5;

/** The part of a product's plan that is about its variants. */
export class VariantPlanner {
  readonly changes: Change[] = [];
  /** Ids of the variants by row number. */
  readonly variantIds = new Map<number, string[]>();
  readonly warnings: Warning[] = [];
  readonly #reader: CellReader;
  readonly #product: FileProduct | null;
  readonly #rows: readonly StagedRow[];
  readonly #context: PlanContext;
  /** Number of variants by generated SKU. */
  readonly #made = new Map<string, number>();

  constructor(
    reader: CellReader,
    product: FileProduct | null,
    rows: readonly StagedRow[],
    context: PlanContext,
  ) {
    this.#reader = reader;
    this.#product = product;
    this.#rows = rows;
    this.#context = context;
  }

  /** New and changed variants, counted stock, and the options with the values that they add. */
  plan(fields: ProductFields): Pick<ProductSave, "variants" | "counts"> & {
    options: ProductFields["options"];
  } {
    const options = new Options(this.#product ? fields.options : this.#newOptions());
    const variants: ProductSave["variants"] = [];
    const counts: ProductSave["counts"] = [];
    const known = this.#product?.variants ?? [];
    const seen = new Set<string>();
    for (const row of this.#rows) {
      const variant = this.#find(row, known);
      if (variant === "refused") continue;
      const id = variant?.id ?? this.#context.newId();
      if (seen.has(id)) {
        this.#reader.refuse(row, "variant_twice", "sku", row.cells.sku);
        continue;
      }
      seen.add(id);
      this.variantIds.set(row.row_no, [...(this.variantIds.get(row.row_no) ?? []), id]);
      const current: Cells = variant ? variantCells(variant, fields) : {};
      const changes = new Map<VariantColumn, string>();
      // Values of options that the product does not have are written nowhere.
      const unused = ([1, 2, 3, 4, 5] as const).slice(options.all.length).map((n) => `nilai${n}`);
      for (const column of variantColumns.filter((name) => !unused.includes(name))) {
        const wanted = this.#reader.wanted(
          row,
          column,
          this.#product ? (current[column] ?? "") : undefined,
        );
        if (wanted) changes.set(column, wanted.value);
      }
      const sku = changes.get("sku") ?? variant?.sku ?? "";
      this.#leaveOut(row, sku, variant, changes);
      for (const [column, after] of changes) {
        this.changes.push({ column, sku, before: current[column] ?? "", after });
      }
      this.#stock(row, variant, id, sku, counts);
      if (variant && changes.size === 0) continue;
      this.#warnOfPrice(row, sku, variant, changes);
      const own = sku || this.#newSku(row, fields.slug);
      const made = this.#variant(row, variant, id, own, changes, options);
      if (made) variants.push(made);
    }
    return { variants, counts, options: options.all };
  }

  #find(row: StagedRow, known: readonly FileVariant[]): FileVariant | undefined | "refused" {
    const id = row.cells.id_varian?.trim();
    if (id) {
      const found = known.find((variant) => variant.id === id);
      if (found) return found;
      this.#reader.refuse(row, "variant_unknown", "id_varian", id);
      return "refused";
    }
    const sku = unescapeFormula(row.cells.sku ?? "").trim();
    if (sku) return known.find((variant) => variant.sku === sku);
    // A product of one variant needs no SKU, and another one is known by its options.
    if (known.length === 1 && this.#rows.length === 1) return known[0];
    const [alike, ...others] = known.filter((variant) => this.#hasOptions(variant, row));
    if (alike && others.length === 0) return alike;
    if (this.#product) {
      this.#reader.refuse(row, "required", "sku");
      return "refused";
    }
    return undefined;
  }

  #hasOptions({ options }: FileVariant, { cells }: StagedRow): boolean {
    const all = this.#product?.fields.options ?? [];
    return all.every(({ code, values }, n) => {
      const label = unescapeFormula(cells[`nilai${n + 1}`] ?? "").trim();
      return values.some((value) => value.code === options[code] && value.label.id === label);
    });
  }

  /** Drops or rounds unusable cells with a warning. The variant is valid without them. */
  #leaveOut(
    row: StagedRow,
    sku: string,
    variant: FileVariant | undefined,
    changes: Map<VariantColumn, string>,
  ): void {
    const warn = (code: string, column: string, before: string, after = "") =>
      this.warnings.push({ code, row_no: row.row_no, column, sku, before, after });
    const was = changes.get("harga_coret");
    const price = Number(changes.get("harga") ?? variant?.price ?? 0);
    // If the file changes no price, an invalid was-price is an error instead of a warning.
    if (was && changes.has("harga") && Number(was) <= price) {
      changes.delete("harga_coret");
      warn("was_price_left_out", "harga_coret", was);
    }
    const { harga_obral: sale = "" } = row.cells;
    if (sale.trim() !== "") warn("sale_price_left_out", "harga_obral", sale);
    for (const column of measureColumns) {
      const raw = row.cells[column] ?? "";
      const read = readWhole(unescapeFormula(raw));
      if (changes.has(column) && !read.ok) warn("rounded", column, raw, changes.get(column));
    }
  }

  #stock(
    row: StagedRow,
    variant: FileVariant | undefined,
    id: string,
    sku: string,
    counts: ProductSave["counts"],
  ): void {
    const typed = unescapeFormula(row.cells.stok ?? "").trim();
    if (/^[-−]\d+(?:[.,]0+)?$/.test(typed)) {
      const { row_no } = row;
      this.warnings.push({
        code: "stock_left_out",
        row_no,
        column: "stok",
        sku,
        before: typed,
        after: "",
      });
      return;
    }
    const read = this.#number(row, "stok");
    if (read === undefined) return;
    const exported = this.#number(row, "stok_saat_ekspor");
    const onHand = variant?.on_hand ?? 0;
    // Only what the person changed: pieces that were sold since the export stay sold.
    const seen = exported ?? onHand;
    if (read === seen) return;
    counts.push({ variant_id: id, seen, counted: read });
    const change = {
      column: "stok",
      sku,
      before: String(onHand),
      after: String(onHand + read - seen),
    } as const;
    this.changes.push(change);
    if (read === 0 && onHand > 0) {
      this.warnings.push({ ...change, code: "stock_zero", row_no: row.row_no });
    }
  }

  #number(row: StagedRow, column: "stok" | "stok_saat_ekspor"): number | undefined {
    const raw = row.cells[column]?.trim() ?? "";
    if (raw === "") return undefined;
    const read = this.#reader.read(column, raw);
    if (read.ok) return Number(read.value);
    this.#reader.refuse(row, read.problem, column, raw);
    return undefined;
  }

  #warnOfPrice(
    row: StagedRow,
    sku: string,
    variant: FileVariant | undefined,
    changes: ReadonlyMap<VariantColumn, string>,
  ): void {
    const wanted = changes.get("harga");
    if (wanted === undefined || !variant || variant.price === 0) return;
    const after = Number(wanted);
    if (Math.abs(after - variant.price) / variant.price > jump) {
      this.warnings.push({
        code: "price_jump",
        row_no: row.row_no,
        column: "harga",
        sku,
        before: String(variant.price),
        after: wanted,
      });
    }
  }

  #variant(
    row: StagedRow,
    variant: FileVariant | undefined,
    id: string,
    sku: string,
    changes: ReadonlyMap<VariantColumn, string>,
    options: Options,
  ): ProductSave["variants"][number] | undefined {
    const number = (column: VariantColumn, kept: number) => {
      const value = changes.get(column);
      if (value === "") this.#reader.refuse(row, "cannot_be_empty", column);
      return value === undefined ? kept : Number(value);
    };
    if (!variant && !changes.has("harga")) this.#reader.refuse(row, "required", "harga");
    const barcode = changes.get("barcode");
    const was = changes.get("harga_coret");
    return {
      id,
      version: variant?.version ?? 0,
      sku,
      barcode: barcode === undefined ? (variant?.barcode ?? null) : barcode || null,
      options: this.#optionsOf(row, variant, changes, options),
      price: number("harga", variant?.price ?? 0),
      was_price: was === undefined ? (variant?.was_price ?? null) : was === "" ? null : Number(was),
      weight_grams: number("berat_gram", variant?.weight_grams ?? 0),
      length_mm: number("panjang_mm", variant?.length_mm ?? 0),
      width_mm: number("lebar_mm", variant?.width_mm ?? 0),
      height_mm: number("tinggi_mm", variant?.height_mm ?? 0),
      min_pieces: variant?.min_pieces ?? 1,
      max_pieces: variant?.max_pieces ?? null,
    };
  }

  /** A new product may come without SKUs: they are made of its address and the row. */
  #newSku(row: StagedRow, slug: string): string {
    const sku = `${slug.toUpperCase().slice(0, 48)}-${row.row_no}`;
    // Several variants of one row need distinct SKUs.
    const made = this.#made.get(sku) ?? 0;
    this.#made.set(sku, made + 1);
    return made === 0 ? sku : `${sku}-${made + 1}`;
  }

  #optionsOf(
    row: StagedRow,
    variant: FileVariant | undefined,
    changes: ReadonlyMap<VariantColumn, string>,
    options: Options,
  ): Record<string, string> {
    const chosen: Record<string, string> = { ...variant?.options };
    for (const [n, option] of options.all.entries()) {
      const column = `nilai${n + 1}` as VariantColumn;
      const label = changes.get(column);
      if (label) chosen[option.code] = options.valueOf(n, label);
      else if (chosen[option.code] === undefined) this.#reader.refuse(row, "required", column);
    }
    return chosen;
  }

  /** The options of a new product, by the names in its first row that has some. */
  #newOptions(): ProductFields["options"] {
    const names = ([1, 2, 3, 4, 5] as const).flatMap((n) => {
      const cell = this.#rows
        .map(({ cells }) => unescapeFormula(cells[`opsi${n}`] ?? "").trim())
        .find((name) => name !== "");
      return cell === undefined ? [] : [cell];
    });
    // A product without options has this one in the files of another shop.
    if (names.length === 1 && names[0]?.toLowerCase() === "title") return [];
    // A constant option name is in every row, even of a product without options.
    const hasValues = this.#rows.some(({ cells }) => (cells.nilai1 ?? "").trim() !== "");
    if (names.length === 1 && this.#rows.length === 1 && !hasValues) return [];
    return names.map((name, n) => ({
      code: optionCode(name) || `opsi-${n + 1}`,
      name: { id: name, en: "" },
      values: [],
    }));
  }
}

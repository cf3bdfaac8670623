import * as v from "valibot";
import { unescapeFormula } from "#shop/csv/cell.ts";
import { type ProductFields, productStatuses } from "#shop/products/product.ts";
import { type ProductSave, productSaveSchema } from "#shop/products/product-input.ts";
import { slugOf } from "#shop/products/slug.ts";
import {
  type Column,
  emptyMark,
  type FieldColumn,
  fieldColumns,
  type VariantColumn,
  variantColumns,
} from "./columns.ts";
import {
  type Cells,
  type FileProduct,
  type FileVariant,
  fieldCells,
  variantCells,
} from "./export-row.ts";
import { fingerprint, readVersion } from "./fingerprint.ts";
import { placeOf } from "./issue-place.ts";
import type { Change, PlanContext, ProductPlan, RowProblem, StagedRow, Warning } from "./plan.ts";
import { readCell, readList } from "./read-cell.ts";
import { Options, optionCode } from "./variant-options.ts";

/** A price that changes by more than this share is confirmed by a person. */
const jump = 0.5;

const emptyText = { id: "", en: "" };
const emptyFields: ProductFields = {
  name: emptyText,
  summary: emptyText,
  description: emptyText,
  sections: [],
  options: [],
  slug: "",
  tags: [],
  brand: "",
  tax_class: "goods",
  shipping_class: "ordinary",
  category_ids: [],
  seo: { title: emptyText, description: emptyText },
};

/** A cell that a person wrote: its value, and what it replaces. */
interface Wanted {
  readonly row_no: number;
  readonly value: string;
}

/**
 * Compares the rows of one product with the shop. A cell counts as changed by the person when it differs from what the export
 * wrote (`versi`), or from the shop where the file is no export. A cell that also a colleague changed meanwhile is a conflict.
 * Pure: nothing is written.
 */
export function planProduct(
  product: FileProduct | null,
  rows: readonly StagedRow[],
  context: PlanContext,
): ProductPlan {
  return new Planner(product, rows, context).plan();
}

class Planner {
  readonly #product: FileProduct | null;
  readonly #rows: readonly StagedRow[];
  readonly #context: PlanContext;
  readonly #problems: RowProblem[] = [];
  readonly #changes: Change[] = [];
  readonly #warnings: Warning[] = [];
  readonly #newCategories: string[] = [];

  constructor(product: FileProduct | null, rows: readonly StagedRow[], context: PlanContext) {
    this.#product = product;
    this.#rows = rows;
    this.#context = context;
  }

  plan(): ProductPlan {
    for (const { row_no, misfit } of this.#rows) {
      if (misfit) this.#problems.push({ row_no, code: misfit });
    }
    const before = this.#product?.fields ?? emptyFields;
    const current = this.#product ? fieldCells(this.#product, this.#context.slugs) : {};
    const wanted = this.#wantedFields(current);
    const fields = this.#applyFields(before, wanted);
    const { variants, counts, options } = this.#variants(fields);
    const status = wanted.get("status");
    const after: ProductFields = { ...fields, options };
    const save = this.#check({
      version: this.#product?.version ?? 1,
      // The rules of the editor check the fields; only their types are read-only here.
      before: (this.#product ? before : after) as ProductSave["before"],
      after: after as ProductSave["after"],
      variants,
      removed_variant_ids: [],
      counts,
      key: this.#context.key,
    });
    return {
      product: this.#product,
      rows: this.#rows,
      problems: this.#problems,
      changes: this.#changes,
      warnings: this.#warnings,
      newCategories: this.#newCategories,
      status: status ? (productStatuses.find((name) => name === status.value) ?? null) : null,
      save,
    };
  }

  #refuse(row: Pick<StagedRow, "row_no">, code: string, column?: Column, value?: string): void {
    this.#problems.push({
      row_no: row.row_no,
      code,
      ...(column ? { column } : {}),
      ...(value === undefined ? {} : { value }),
    });
  }

  /**
   * What the person wants of one cell; undefined to leave it as it is.
   * @param current the shop's cell
   */
  #wanted(row: StagedRow, column: Column, current: string): Wanted | undefined {
    const raw = row.cells[column];
    if (raw === undefined || raw.trim() === "") return undefined;
    const isEmptied = raw.trim() === emptyMark;
    const read = isEmptied
      ? { ok: true as const, value: "" }
      : readCell(column, unescapeFormula(raw));
    if (!read.ok) {
      this.#refuse(row, read.problem, column, raw);
      return undefined;
    }
    const exported = readVersion(row.cells.versi ?? "")?.get(column);
    if (exported !== undefined && fingerprint(read.value) === exported) return undefined;
    if (read.value === current) return undefined;
    if (exported !== undefined && this.#product && fingerprint(current) !== exported) {
      this.#refuse(row, "conflict", column, raw);
      return undefined;
    }
    return { row_no: row.row_no, value: read.value };
  }

  #wantedFields(current: Cells): ReadonlyMap<FieldColumn, Wanted> {
    const found = new Map<FieldColumn, Wanted>();
    for (const column of fieldColumns) {
      for (const row of this.#rows) {
        const wanted = this.#wanted(row, column, current[column] ?? "");
        if (!wanted) continue;
        const other = found.get(column);
        if (other && other.value !== wanted.value) {
          this.#refuse(row, "rows_disagree", column, wanted.value);
        }
        found.set(column, other ?? wanted);
      }
      const wanted = found.get(column);
      if (wanted) {
        this.#changes.push({ column, before: current[column] ?? "", after: wanted.value });
      }
    }
    return found;
  }

  #applyFields(before: ProductFields, wanted: ReadonlyMap<FieldColumn, Wanted>): ProductFields {
    const of = (column: FieldColumn, kept: string) => wanted.get(column)?.value ?? kept;
    const both = (
      name: "nama" | "ringkasan" | "deskripsi" | "judul_seo" | "deskripsi_seo",
      kept: { id: string; en: string },
    ) => ({
      id: of(`${name}_id`, kept.id),
      en: of(`${name}_en`, kept.en),
    });
    const name = both("nama", before.name);
    const [first] = this.#rows;
    if (name.id === "" && first) this.#refuse(first, "required", "nama_id");
    const tags = wanted.get("label");
    return {
      ...before,
      name,
      summary: both("ringkasan", before.summary),
      description: both("deskripsi", before.description),
      slug: of("alamat", before.slug || slugOf(name.id)),
      tags: tags ? readList(tags.value) : before.tags,
      brand: of("merek", before.brand),
      tax_class: of("kelas_pajak", before.tax_class) as ProductFields["tax_class"],
      shipping_class: of("kelas_kirim", before.shipping_class),
      category_ids: this.#categories(wanted.get("kategori")) ?? before.category_ids,
      seo: {
        title: both("judul_seo", before.seo.title),
        description: both("deskripsi_seo", before.seo.description),
      },
    };
  }

  #categories(wanted: Wanted | undefined): string[] | undefined {
    if (!wanted) return undefined;
    const ids = readList(wanted.value).flatMap((name) => {
      const id = this.#context.categories.get(name.toLowerCase());
      if (id !== undefined) return [id];
      if (this.#context.unknownCategories === "fail") {
        this.#refuse(wanted, "category_unknown", "kategori", name);
      } else if (this.#context.unknownCategories === "create") this.#newCategories.push(name);
      return [];
    });
    return ids.sort();
  }

  /** New and changed variants, counted stock, and the options with the values that they add. */
  #variants(fields: ProductFields): Pick<ProductSave, "variants" | "counts"> & {
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
        this.#refuse(row, "variant_twice", "sku", row.cells.sku);
        continue;
      }
      seen.add(id);
      const current = variant ? variantCells(variant, fields) : {};
      const changes = new Map<VariantColumn, string>();
      for (const column of variantColumns) {
        const wanted = this.#wanted(row, column, current[column] ?? "");
        if (wanted) changes.set(column, wanted.value);
      }
      const sku = changes.get("sku") ?? variant?.sku ?? "";
      for (const [column, after] of changes) {
        this.#changes.push({ column, sku, before: current[column] ?? "", after });
      }
      this.#stock(row, variant, id, sku, counts);
      if (variant && changes.size === 0) continue;
      this.#warnOfPrice(row, sku, variant, changes);
      const made = this.#variant(row, variant, id, sku, changes, options);
      if (made) variants.push(made);
    }
    return { variants, counts, options: options.all };
  }

  #find(row: StagedRow, known: readonly FileVariant[]): FileVariant | undefined | "refused" {
    const id = row.cells.id_varian?.trim();
    if (id) {
      const found = known.find((variant) => variant.id === id);
      if (found) return found;
      this.#refuse(row, "variant_unknown", "id_varian", id);
      return "refused";
    }
    const sku = unescapeFormula(row.cells.sku ?? "").trim();
    if (sku) return known.find((variant) => variant.sku === sku);
    // A product of one variant needs no SKU.
    if (known.length === 1 && this.#rows.length === 1) return known[0];
    if (this.#product) {
      this.#refuse(row, "required", "sku");
      return "refused";
    }
    return undefined;
  }

  #stock(
    row: StagedRow,
    variant: FileVariant | undefined,
    id: string,
    sku: string,
    counts: ProductSave["counts"],
  ): void {
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
    this.#changes.push(change);
    if (read === 0 && onHand > 0) {
      this.#warnings.push({ ...change, code: "stock_zero", row_no: row.row_no });
    }
  }

  #number(row: StagedRow, column: "stok" | "stok_saat_ekspor"): number | undefined {
    const raw = row.cells[column]?.trim() ?? "";
    if (raw === "") return undefined;
    const read = readCell(column, raw);
    if (read.ok) return Number(read.value);
    this.#refuse(row, read.problem, column, raw);
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
      this.#warnings.push({
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
      if (value === "") this.#refuse(row, "cannot_be_empty", column);
      return value === undefined ? kept : Number(value);
    };
    if (!variant && !changes.has("harga")) this.#refuse(row, "required", "harga");
    const barcode = changes.get("barcode");
    const was = changes.get("harga_coret");
    return {
      id,
      version: variant?.version ?? 0,
      sku: sku || this.#newSku(row),
      barcode: barcode === undefined ? (variant?.barcode ?? null) : barcode || null,
      options: this.#optionsOf(row, variant, changes, options),
      price: number("harga", variant?.price ?? 0),
      was_price: was === undefined ? (variant?.was_price ?? null) : was === "" ? null : Number(was),
      weight_grams: number("berat_gram", variant?.weight_grams ?? 0),
      length_mm: number("panjang_mm", variant?.length_mm ?? 0),
      width_mm: number("lebar_mm", variant?.width_mm ?? 0),
      height_mm: number("tinggi_mm", variant?.height_mm ?? 0),
    };
  }

  /** A new product may come without SKUs: they are made of its address and the row. */
  #newSku(row: StagedRow): string {
    const cells = this.#rows[0]?.cells ?? {};
    const base = slugOf(cells.alamat ?? cells.nama_id ?? "").toUpperCase();
    return `${base.slice(0, 48)}-${row.row_no}`;
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
      else if (chosen[option.code] === undefined) this.#refuse(row, "required", column);
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
    return names.map((name, n) => ({
      code: optionCode(name) || `opsi-${n + 1}`,
      name: { id: name, en: "" },
      values: [],
    }));
  }

  /** Checks what would be saved by the rules of the editor. */
  #check(save: ProductSave): ProductSave {
    const parsed = v.safeParse(productSaveSchema, save);
    if (parsed.success) return parsed.output;
    for (const issue of parsed.issues) {
      const path = (issue.path ?? []).map((item) => String(item.key));
      const [row, column, value] = placeOf(path, save, this.#rows);
      const isKnown = this.#problems.some(
        (problem) => problem.row_no === row.row_no && problem.column === column,
      );
      if (!isKnown) this.#refuse(row, issue.message, column, value);
    }
    return save;
  }
}

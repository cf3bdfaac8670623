import * as v from "valibot";
import { type ProductFields, productStatuses } from "#shop/products/product.ts";
import { type ProductSave, productSaveSchema } from "#shop/products/product-input.ts";
import { slugOf } from "#shop/products/slug.ts";
import { CellReader, type Wanted } from "../cell-reader.ts";
import type { Cells } from "../cells.ts";
import type { Change, StagedRow } from "../kind.ts";
import { readList } from "../read-values.ts";
import { type FieldColumn, fieldColumns, versionedColumns } from "./columns.ts";
import { type FileProduct, fieldCells } from "./export-row.ts";
import { placeOf } from "./issue-place.ts";
import type { PlanContext, ProductPlan } from "./plan.ts";
import { VariantPlanner } from "./plan-variants.ts";
import { readCell } from "./read-cell.ts";

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

/** Plans the rows of one product by `CellReader`. Pure: nothing is written. @param key of the rows */
export function planProduct(
  key: string,
  product: FileProduct | null,
  rows: readonly StagedRow[],
  context: PlanContext,
): ProductPlan {
  const reader = new CellReader(versionedColumns, readCell);
  reader.refuseMisfits(rows);
  const before = product?.fields ?? emptyFields;
  const current = product ? fieldCells(product, context.slugs) : undefined;
  const changes: Change[] = [];
  const wanted = readFields(reader, rows, current, changes);
  const newCategories: string[] = [];
  const fields = applyFields(reader, rows, before, wanted, (cell) =>
    readCategories(reader, cell, context, newCategories),
  );
  const planner = new VariantPlanner(reader, product, rows, context);
  const { variants, counts, options } = planner.plan(fields);
  const status = wanted.get("status");
  const after: ProductFields = { ...fields, options };
  const save = checkSave(reader, rows, {
    version: product?.version ?? 1,
    // The rules of the editor check the fields; only their types are read-only here.
    before: (product ? before : after) as ProductSave["before"],
    after: after as ProductSave["after"],
    variants,
    removed_variant_ids: [],
    counts,
    key: context.key,
  });
  return {
    key,
    product,
    rows,
    problems: reader.problems,
    changes: [...changes, ...planner.changes],
    warnings: planner.warnings,
    newCategories,
    status: status ? (productStatuses.find((name) => name === status.value) ?? null) : null,
    save,
    isNew: product === null,
    subjectId: product?.id ?? null,
    title: save.after.name.id,
  };
}

type WantedFields = ReadonlyMap<FieldColumn, Wanted>;

function readFields(
  reader: CellReader,
  rows: readonly StagedRow[],
  current: Cells | undefined,
  changes: Change[],
): WantedFields {
  const found = new Map<FieldColumn, Wanted>();
  for (const column of fieldColumns) {
    const before = current && (current[column] ?? "");
    const wanted = reader.wantedOfAll(rows, column, before);
    if (!wanted) continue;
    found.set(column, wanted);
    changes.push({ column, before: before ?? "", after: wanted.value });
  }
  return found;
}

function applyFields(
  reader: CellReader,
  rows: readonly StagedRow[],
  before: ProductFields,
  wanted: WantedFields,
  categories: (wanted: Wanted) => string[],
): ProductFields {
  const of = (column: FieldColumn, kept: string) => wanted.get(column)?.value ?? kept;
  const both = (
    name: "nama" | "ringkasan" | "deskripsi" | "judul_seo" | "deskripsi_seo",
    kept: { id: string; en: string },
  ) => ({
    id: of(`${name}_id`, kept.id),
    en: of(`${name}_en`, kept.en),
  });
  const name = both("nama", before.name);
  const [first] = rows;
  if (name.id === "" && first) reader.refuse(first, "required", "nama_id");
  const tags = wanted.get("label");
  const category = wanted.get("kategori");
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
    category_ids: category ? categories(category) : before.category_ids,
    seo: {
      title: both("judul_seo", before.seo.title),
      description: both("deskripsi_seo", before.seo.description),
    },
  };
}

/** @param added gains the names of categories that the import creates */
function readCategories(
  reader: CellReader,
  wanted: Wanted,
  { categories, unknownCategories }: PlanContext,
  added: string[],
): string[] {
  const ids = readList(wanted.value).flatMap((name) => {
    const id = categories.get(name.toLowerCase());
    if (id !== undefined) return [id];
    if (unknownCategories === "fail") reader.refuse(wanted, "category_unknown", "kategori", name);
    else if (unknownCategories === "create") added.push(name);
    return [];
  });
  return ids.sort();
}

/** Checks what would be saved by the rules of the editor. */
function checkSave(reader: CellReader, rows: readonly StagedRow[], save: ProductSave): ProductSave {
  const parsed = v.safeParse(productSaveSchema, save);
  if (parsed.success) return parsed.output;
  for (const issue of parsed.issues) {
    const path = (issue.path ?? []).map((item) => String(item.key));
    const [row, column, value] = placeOf(path, save, rows);
    const isKnown = reader.problems.some(
      (problem) => problem.row_no === row.row_no && problem.column === column,
    );
    if (!isKnown) reader.refuse(row, issue.message, column, value);
  }
  return save;
}

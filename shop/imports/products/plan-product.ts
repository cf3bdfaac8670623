import * as v from "valibot";
import { type ProductFields, productStatuses } from "#shop/catalogue/products/product.ts";
import { type ProductSave, productSaveSchema } from "#shop/catalogue/products/product-input.ts";
import { slugOf } from "#shop/catalogue/products/slug.ts";
import { CellReader, type Wanted } from "#shop/imports/cell-reader.ts";
import { type Cells, listSeparator } from "#shop/imports/cells.ts";
import type { Change, StagedRow, Warning } from "#shop/imports/kind.ts";
import { readList } from "#shop/imports/read-values.ts";
import { type FieldColumn, fieldColumns, versionedColumns } from "./columns.ts";
import { type FileProduct, fieldCells } from "./export-row.ts";
import { placeOf, rowsBySku } from "./issue-place.ts";
import { type PictureAddress, readPictureAddresses } from "./picture-addresses.ts";
import type { PlanContext, ProductPlan } from "./plan.ts";
import { VariantPlanner } from "./plan-variants.ts";
import { divideRows } from "./product-rows.ts";
import { readCategories } from "./read-categories.ts";
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
  const { ofProduct, ofVariants, problem, warnings: divided } = divideRows(rows);
  reader.refuseMisfits(ofVariants);
  const [first] = rows;
  const isAlone = problem === "parent_missing" && product !== null;
  if (problem && first && !isAlone) reader.refuse(first, problem, "induk", first.cells.induk);
  const warnings: Warning[] = [...divided];
  const named = withoutUnknownStatus(ofProduct, warnings);
  const before = product?.fields ?? emptyFields;
  const current = product ? fieldCells(product, context.slugs) : undefined;
  const changes: Change[] = [];
  const wanted = readFields(reader, named, current, changes);
  const category = wanted.get("kategori");
  const categories = category && readCategories(reader, category, context);
  const ids = categories?.ids ?? before.category_ids;
  const newCategories = categories?.added ?? [];
  if (category && categories) {
    const names = [...ids.map((id) => context.slugs.get(id) ?? ""), ...newCategories];
    const isSame =
      newCategories.length === 0 && ids.join() === [...before.category_ids].sort().join();
    const change = { column: "kategori", before: current?.kategori ?? "" };
    if (!isSame) changes.push({ ...change, after: names.join(listSeparator) });
    for (const path of categories.tooDeep) {
      warnings.push({
        ...change,
        before: path,
        after: "",
        code: "category_too_deep",
        row_no: category.row_no,
      });
    }
  }
  const fields = applyFields(reader, named, before, wanted, [...ids]);
  const planner = new VariantPlanner(reader, product, ofVariants, context);
  const { variants, counts, options } = planner.plan(fields);
  const pictures = planPictures(rows, product, planner.variantIds, context, warnings);
  if (pictures.length > 0) {
    const column = "alamat_gambar";
    const addresses = pictures.map(({ address }) => address);
    changes.push({ column, before: "", after: addresses.join("\n") });
  }
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
    warnings: [...warnings, ...planner.warnings],
    newCategories,
    pictures,
    status: status ? (productStatuses.find((name) => name === status.value) ?? null) : null,
    save,
    isNew: product === null,
    subjectId: product?.id ?? null,
    title: save.after.name.id,
  };
}

/** The pictures that the product does not have yet. */
function planPictures(
  rows: readonly StagedRow[],
  product: FileProduct | null,
  variantIds: ReadonlyMap<number, readonly string[]>,
  { mayPicture }: PlanContext,
  warnings: Warning[],
): readonly PictureAddress[] {
  const named = readPictureAddresses(rows, variantIds, warnings);
  const open = named.filter(({ address }) => !product?.fetched.has(address));
  const [first] = open;
  if (!first || mayPicture) return open;
  const { row_no, address } = first;
  const change = { column: "alamat_gambar", before: address, after: "" };
  warnings.push({ ...change, code: "pictures_not_permitted", row_no });
  return [];
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
    // Category changes are added later, because they depend on the shop's categories.
    if (column === "kategori") continue;
    changes.push({ column, before: before ?? "", after: wanted.value });
  }
  return found;
}

function applyFields(
  reader: CellReader,
  rows: readonly StagedRow[],
  before: ProductFields,
  wanted: WantedFields,
  categoryIds: string[],
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
    category_ids: categoryIds,
    seo: {
      title: both("judul_seo", before.seo.title),
      description: both("deskripsi_seo", before.seo.description),
    },
  };
}

/** States of other programs that the shop does not have: a new product is then a draft, another one stays as it is. */
const otherStates = new Set(["unlisted"]);

function withoutUnknownStatus(rows: readonly StagedRow[], warnings: Warning[]): StagedRow[] {
  return rows.map((row) => {
    const { status, ...cells } = row.cells;
    if (status === undefined || !otherStates.has(status.trim().toLowerCase())) return row;
    const { row_no } = row;
    warnings.push({ column: "status", before: status, after: "", code: "status_left_out", row_no });
    return { ...row, cells };
  });
}

/** Checks what would be saved by the rules of the editor. */
function checkSave(reader: CellReader, rows: readonly StagedRow[], save: ProductSave): ProductSave {
  const parsed = v.safeParse(productSaveSchema, save);
  if (parsed.success) return parsed.output;
  const known = new Set(reader.problems.map(({ row_no, column }) => `${row_no} ${column}`));
  const bySku = rowsBySku(rows);
  for (const issue of parsed.issues) {
    const path = (issue.path ?? []).map((item) => String(item.key));
    const [row, column, value] = placeOf(path, save, rows, bySku);
    const place = `${row.row_no} ${column}`;
    if (!known.has(place)) reader.refuse(row, issue.message, column, value);
    known.add(place);
  }
  return save;
}

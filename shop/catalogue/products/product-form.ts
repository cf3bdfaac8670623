import * as v from "valibot";
import type { ProductFields } from "./product.ts";

const typed = v.string();
const variantRow = v.object({
  id: v.pipe(v.string(), v.uuid()),
  /** 0: not stored yet. */
  version: v.number(),
  options: v.record(v.string(), v.string()),
  sku: typed,
  barcode: typed,
  price: typed,
  was_price: typed,
  weight_grams: typed,
  length_mm: typed,
  width_mm: typed,
  height_mm: typed,
  /** Missing in drafts that older releases stored. */
  min_pieces: v.optional(typed, ""),
  max_pieces: v.optional(typed, ""),
  stock: typed,
  /** Pieces on hand when the form was read. */
  seen: v.number(),
  isRemoved: v.boolean(),
});

/** A variant as it is typed: numbers are texts until they are saved. */
export type TypedVariant = Readonly<v.InferOutput<typeof variantRow>>;

const both = v.object({ id: v.string(), en: v.string() });
/** The fields of a product while they are typed: of the right shape, and perhaps not ready to be saved. */
const fields = v.object({
  name: both,
  summary: both,
  description: both,
  sections: v.array(v.object({ heading: both, body: both })),
  options: v.array(
    v.object({
      code: v.string(),
      name: both,
      values: v.array(v.object({ code: v.string(), label: both, swatch: v.optional(v.string()) })),
    }),
  ),
  slug: v.string(),
  tags: v.array(v.string()),
  brand: v.string(),
  tax_class: v.picklist(["goods", "luxury", "exempt"]),
  shipping_class: v.string(),
  category_ids: v.array(v.string()),
  seo: v.object({ title: both, description: both }),
});

/** What is kept of the editor's form: the fields, and the variants that differ from the stored ones. */
export const productFormSchema = v.object({
  /** Of the product that the form was read from. */
  version: v.number(),
  /** The fields as they were read. */
  before: fields,
  after: fields,
  /** In the order of the form. */
  variants: v.array(variantRow),
});

export interface ProductForm {
  readonly version: number;
  readonly before: ProductFields;
  readonly after: ProductFields;
  readonly variants: readonly TypedVariant[];
}

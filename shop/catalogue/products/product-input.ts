import * as v from "valibot";
import { withoutInvisible } from "#base/typed-text.ts";
import { plainLabel } from "./plain-label.ts";
import { maxOptions, maxOptionValues, maxVariants } from "./product.ts";

const clean = (keep: RegExp) =>
  v.transform((text: string) =>
    withoutInvisible(text).replace(/\r\n?/g, "\n").replace(keep, " ").trim(),
  );
/** Maximum of categories per product. */
export const maxCategories = 50;

/** Lines stay; other control characters and halves of surrogate pairs become spaces. */
const text = (max: number) =>
  v.pipe(v.string(), clean(/(?!\n)[\p{Cc}\p{Cs}]/gu), v.maxLength(max, "too_long"));
const line = (max: number) =>
  v.pipe(v.string(), clean(/[\p{Cc}\p{Cs}]/gu), v.maxLength(max, "too_long"));
const both = (part: ReturnType<typeof text> | ReturnType<typeof line>) =>
  v.strictObject({ id: part, en: part });
const code = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "code_invalid"),
  v.maxLength(60, "too_long"),
);
const uuid = v.pipe(v.string(), v.uuid("invalid_input"));
const whole = (max: number) =>
  v.pipe(
    v.number("number_invalid"),
    v.integer("number_invalid"),
    v.minValue(0, "number_invalid"),
    v.maxValue(max, "number_too_large"),
  );
/** Whole rupiah; at most a trillion. */
const rupiah = whole(1_000_000_000_000);

/** A new draft: its id is chosen by the form, its name is Indonesian. */
export const newProductSchema = v.strictObject({
  id: uuid,
  name: v.pipe(line(120), v.minLength(1, "required")),
});

const productName = v.strictObject({
  id: v.pipe(line(120), v.minLength(1, "required")),
  en: line(120),
});

const slugSchema = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.minLength(1, "required"),
  v.maxLength(100, "too_long"),
  v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "slug_invalid"),
);

const productFieldsSchema = v.strictObject({
  name: productName,
  summary: both(text(300)),
  description: both(text(20_000)),
  sections: v.pipe(
    v.array(v.strictObject({ heading: both(line(120)), body: both(text(10_000)) })),
    v.maxLength(20, "too_many"),
  ),
  options: v.pipe(
    v.array(
      v.strictObject({
        code,
        name: v.strictObject({ id: v.pipe(line(60), v.minLength(1, "required")), en: line(60) }),
        values: v.pipe(
          v.array(
            v.strictObject({
              code,
              label: v.strictObject({
                id: v.pipe(line(60), v.minLength(1, "required")),
                en: line(60),
              }),
              swatch: v.optional(v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/, "invalid_input"))),
            }),
          ),
          v.minLength(1, "option_without_values"),
          v.maxLength(maxOptionValues, "too_many"),
          v.check((values) => isUnique(values.map((value) => value.code)), "value_taken"),
          v.check(
            (values) => isUnique(values.map(({ label }) => plainLabel(label.id))),
            "value_taken",
          ),
        ),
      }),
    ),
    v.maxLength(maxOptions, "too_many"),
    v.check((options) => isUnique(options.map((option) => option.code)), "option_taken"),
  ),
  slug: slugSchema,
  tags: v.pipe(v.array(v.pipe(line(40), v.minLength(1, "required"))), v.maxLength(50, "too_many")),
  brand: line(80),
  tax_class: v.picklist(["goods", "luxury", "exempt"], "invalid_input"),
  shipping_class: code,
  category_ids: v.pipe(v.array(uuid), v.maxLength(maxCategories, "too_many")),
  seo: v.strictObject({ title: both(line(120)), description: both(line(320)) }),
});

const pieces = v.pipe(
  v.number("pieces_invalid"),
  v.integer("pieces_invalid"),
  v.minValue(1, "pieces_invalid"),
  v.maxValue(99, "pieces_invalid"),
);

const variantSchema = v.pipe(
  v.strictObject({
    id: uuid,
    /** 0 for a new variant. */
    version: whole(1_000_000_000),
    sku: v.pipe(line(64), v.minLength(1, "required")),
    barcode: v.nullable(v.pipe(v.string(), v.regex(/^(\d{8}|\d{12,14})$/, "barcode_invalid"))),
    options: v.record(code, code),
    price: rupiah,
    was_price: v.nullable(rupiah),
    weight_grams: whole(1_000_000),
    length_mm: whole(100_000),
    width_mm: whole(100_000),
    height_mm: whole(100_000),
    min_pieces: pieces,
    max_pieces: v.nullable(pieces),
  }),
  v.forward(
    v.check(({ price, was_price }) => was_price === null || was_price > price, "was_price_invalid"),
    ["was_price"],
  ),
  v.forward(
    v.check(
      ({ min_pieces, max_pieces }) => max_pieces === null || min_pieces <= max_pieces,
      "pieces_crossed",
    ),
    ["min_pieces"],
  ),
);

const stockCountSchema = v.strictObject({
  variant_id: uuid,
  seen: v.pipe(v.number("number_invalid"), v.integer("number_invalid")),
  counted: whole(1_000_000),
});

export const productSaveSchema = v.strictObject({
  version: whole(1_000_000_000),
  /** The fields as the form read them. */
  before: productFieldsSchema,
  after: productFieldsSchema,
  /** New and changed variants only, in no order. */
  variants: v.pipe(v.array(variantSchema), v.maxLength(maxVariants, "too_many")),
  removed_variant_ids: v.pipe(v.array(uuid), v.maxLength(maxVariants, "too_many")),
  /** Pieces that were counted, and what the form showed before. */
  counts: v.pipe(v.array(stockCountSchema), v.maxLength(maxVariants, "too_many")),
  /** Chosen by the form for this save, so that repeating it books nothing twice. */
  key: uuid,
});
export type ProductSave = v.InferOutput<typeof productSaveSchema>;

function isUnique(codes: readonly string[]): boolean {
  return new Set(codes).size === codes.length;
}

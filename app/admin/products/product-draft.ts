import type { LocalText } from "#base/language.ts";
import type { StaffProduct } from "#shop/catalogue/products/find-product.server.ts";
import type {
  ProductFields,
  VariantFields,
  VariantOption,
} from "#shop/catalogue/products/product.ts";
import type { TypedVariant } from "#shop/catalogue/products/product-form.ts";
import type { ProductSave } from "#shop/catalogue/products/product-input.ts";
import { slugOf } from "#shop/catalogue/products/slug.ts";
import { readAmount } from "#shop/kernel/read-amount.ts";
import { isSame } from "#shop/staff/three-way.ts";

export type TypedColumn =
  | "sku"
  | "barcode"
  | "price"
  | "was_price"
  | "weight_grams"
  | "length_mm"
  | "width_mm"
  | "height_mm"
  | "min_pieces"
  | "max_pieces"
  | "stock";

export interface ProductDraft {
  readonly fields: ProductFields;
  readonly variants: readonly TypedVariant[];
  /** Archived variants; one is restored when its combination of options is added again. */
  readonly archived: readonly TypedVariant[];
}

/** A problem for each field, by its path: `name.id`, or `{variant id}.price`. */
export type DraftProblems = Readonly<Record<string, string>>;

export function draftOf(product: StaffProduct): ProductDraft {
  const variants = product.variants.map((variant) => ({
    draft: typed(variant),
    archived: variant.archived,
  }));
  return {
    fields: product.fields,
    variants: variants.filter(({ archived }) => !archived).map(({ draft }) => draft),
    archived: variants.filter(({ archived }) => archived).map(({ draft }) => draft),
  };
}

function typed(variant: StaffProduct["variants"][number]): TypedVariant {
  const text = (value: number) => (value === 0 ? "" : String(value));
  return {
    id: variant.id,
    version: variant.version,
    options: variant.options,
    sku: variant.sku,
    barcode: variant.barcode ?? "",
    price: text(variant.price),
    was_price: variant.was_price === null ? "" : String(variant.was_price),
    weight_grams: text(variant.weight_grams),
    length_mm: text(variant.length_mm),
    width_mm: text(variant.width_mm),
    height_mm: text(variant.height_mm),
    min_pieces: variant.min_pieces === 1 ? "" : String(variant.min_pieces),
    max_pieces: variant.max_pieces === null ? "" : String(variant.max_pieces),
    stock: String(variant.on_hand),
    seen: variant.on_hand,
    isRemoved: false,
  };
}

/** Every combination of the options' values that no variant has. */
export function missingCombinations({ fields, variants }: ProductDraft): Record<string, string>[] {
  const known = new Set(
    variants.filter(({ isRemoved }) => !isRemoved).map(({ options }) => keyOf(options)),
  );
  return fields.options
    .reduce<Record<string, string>[]>(
      (rows, option) =>
        rows.flatMap((row) => option.values.map(({ code }) => ({ ...row, [option.code]: code }))),
      [{}],
    )
    .filter((options) => !known.has(keyOf(options)));
}

/**
 * Adds the missing combinations: a variant that was removed or archived is restored, a new one has the price and weight of the
 * first variant. Variants that no longer fit the options are removed.
 */
export function withCombinations(draft: ProductDraft): ProductDraft {
  const fitting = draft.variants.filter(
    ({ options, isRemoved }) => !isRemoved && fits(options, draft.fields.options),
  );
  const model = draft.variants[0];
  const removed = draft.variants
    .filter(({ isRemoved }) => isRemoved)
    .map((variant) => ({ ...variant, isRemoved: false }));
  const added = missingCombinations({ ...draft, variants: fitting }).map(
    (options): TypedVariant => {
      const before = [...removed, ...draft.archived].find(
        (variant) => keyOf(variant.options) === keyOf(options),
      );
      return (
        before ?? {
          id: crypto.randomUUID(),
          version: 0,
          options,
          sku: skuOf(draft.fields, options),
          barcode: "",
          price: model?.price ?? "",
          was_price: model?.was_price ?? "",
          weight_grams: model?.weight_grams ?? "",
          length_mm: model?.length_mm ?? "",
          width_mm: model?.width_mm ?? "",
          height_mm: model?.height_mm ?? "",
          min_pieces: model?.min_pieces ?? "",
          max_pieces: model?.max_pieces ?? "",
          stock: "0",
          seen: 0,
          isRemoved: false,
        }
      );
    },
  );
  const gone = draft.variants
    .filter(({ options, version }) => version > 0 && !fits(options, draft.fields.options))
    .map((variant) => ({ ...variant, isRemoved: true }));
  return { ...draft, variants: [...fitting, ...added, ...gone] };
}

/** Whether a variant has one value of each option and nothing else. */
export function fits(
  chosen: Readonly<Record<string, string>>,
  options: readonly VariantOption[],
): boolean {
  return (
    Object.keys(chosen).length === options.length &&
    options.every(({ code, values }) => values.some((value) => value.code === chosen[code]))
  );
}

/** Equal for equal choices in any order. */
export function keyOf(options: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function skuOf({ slug, options }: ProductFields, chosen: Readonly<Record<string, string>>): string {
  return [slug, ...options.map(({ code }) => chosen[code] ?? "")]
    .filter(Boolean)
    .join("-")
    .toUpperCase()
    .slice(0, 64);
}

/** `Hitam / L`; empty for a variant without options. Missing values are left out. */
export function variantLabel(
  chosen: Readonly<Record<string, string>>,
  options: readonly VariantOption[],
  language: keyof LocalText,
): string {
  return options
    .map(({ code, values }) => {
      const label = values.find((value) => value.code === chosen[code])?.label;
      return label?.[language] || label?.id || chosen[code] || "";
    })
    .filter(Boolean)
    .join(" / ");
}

/** A code for a new option or value that no other one has. */
export function freshCode(label: string, taken: readonly string[]): string {
  const base = slugOf(label) || "pilihan";
  for (let n = 1; ; n++) {
    const code = n === 1 ? base : `${base}-${n}`;
    if (!taken.includes(code)) return code;
  }
}

export function isDirty(draft: ProductDraft, stored: ProductDraft): boolean {
  return !isSame([draft.fields, draft.variants], [stored.fields, stored.variants]);
}

/** What the save sends, or the fields that hold no number. */
export function saveOf(
  draft: ProductDraft,
  stored: ProductDraft,
  version: number,
): { readonly save: ProductSave } | { readonly problems: DraftProblems } {
  const problems: Record<string, string> = {};
  const before = new Map(
    [...stored.variants, ...stored.archived].map((variant) => [variant.id, variant]),
  );
  const kept = draft.variants.filter(({ isRemoved }) => !isRemoved);
  const offered = new Set(stored.variants.map(({ id }) => id));
  const changed = kept.filter(
    (variant) =>
      !offered.has(variant.id) || !isSame(writtenOf(variant), writtenOf(before.get(variant.id))),
  );
  const save: ProductSave = {
    version,
    before: stored.fields as ProductSave["before"],
    after: draft.fields as ProductSave["after"],
    variants: changed.map((variant) => ({
      id: variant.id,
      version: variant.version,
      ...numbersOf(variant, problems),
    })),
    removed_variant_ids: stored.variants
      .filter(({ id }) => !kept.some((variant) => variant.id === id))
      .map(({ id }) => id),
    counts: kept.flatMap((variant) => {
      const counted = readAmount(variant.stock || "0");
      if (counted === undefined) problems[`${variant.id}.stock`] = "number_invalid";
      return counted === undefined || counted === variant.seen
        ? []
        : [{ variant_id: variant.id, seen: variant.seen, counted }];
    }),
    key: crypto.randomUUID(),
  };
  return Object.keys(problems).length > 0 ? { problems } : { save };
}

/** What a save of variants writes; the stock is booked apart. */
function writtenOf(variant: TypedVariant | undefined): unknown {
  if (!variant) return undefined;
  const { stock: _stock, seen: _seen, isRemoved: _isRemoved, ...written } = variant;
  return written;
}

type Written = Omit<VariantFields, "options"> & { options: Record<string, string> };

function numbersOf(variant: TypedVariant, problems: Record<string, string>): Written {
  const whole = (column: TypedColumn) => {
    const value = readAmount(variant[column] || "0");
    if (value === undefined) problems[`${variant.id}.${column}`] = "number_invalid";
    return value ?? 0;
  };
  return {
    sku: variant.sku.trim(),
    barcode: variant.barcode.trim() || null,
    options: { ...variant.options },
    price: whole("price"),
    was_price: variant.was_price.trim() === "" ? null : whole("was_price"),
    weight_grams: whole("weight_grams"),
    length_mm: whole("length_mm"),
    width_mm: whole("width_mm"),
    height_mm: whole("height_mm"),
    min_pieces: variant.min_pieces.trim() === "" ? 1 : whole("min_pieces"),
    max_pieces: variant.max_pieces.trim() === "" ? null : whole("max_pieces"),
  };
}

import { keyOf, type ProductDraft } from "#app/admin/products/product-draft.ts";
import type { VariantOption } from "#shop/catalogue/products/product.ts";
import type { TypedVariant } from "#shop/catalogue/products/product-form.ts";

/**
 * Applies changed options to a draft. Variants lose an option that was removed or has no values, and get the first value of a
 * new option. A variant is removed if its value was removed or if it would duplicate an earlier variant.
 */
export function withOptions(draft: ProductDraft, options: readonly VariantOption[]): ProductDraft {
  const taken = new Set<string>();
  const variants = draft.variants.flatMap((variant): TypedVariant[] => {
    if (variant.isRemoved) return [variant];
    const chosen = chosenIn(variant.options, options);
    const key = chosen && keyOf(chosen);
    if (chosen && key !== undefined && !taken.has(key)) {
      taken.add(key);
      return [key === keyOf(variant.options) ? variant : { ...variant, options: chosen }];
    }
    return variant.version === 0 ? [] : [{ ...variant, isRemoved: true }];
  });
  return { ...draft, fields: { ...draft.fields, options }, variants };
}

/** Undefined when one of the values is gone. */
function chosenIn(
  before: Readonly<Record<string, string>>,
  options: readonly VariantOption[],
): Record<string, string> | undefined {
  const chosen: Record<string, string> = {};
  for (const { code, values } of options) {
    const had = before[code];
    const value = had ?? values[0]?.code;
    if (value === undefined || values.length === 0) continue;
    if (values.every((known) => known.code !== value)) return undefined;
    chosen[code] = value;
  }
  return chosen;
}

/** Restores the options of an earlier draft and the variants removed with them. Later input is preserved. */
export function restoreOptions(draft: ProductDraft, before: ProductDraft): ProductDraft {
  const now = new Map(draft.variants.map((variant) => [variant.id, variant]));
  return {
    ...draft,
    fields: { ...draft.fields, options: before.fields.options },
    variants: before.variants.map((variant) => ({
      ...(now.get(variant.id) ?? variant),
      options: variant.options,
      isRemoved: variant.isRemoved,
    })),
  };
}

/** How many variants a change of the options takes away. */
export function countRemoved(before: ProductDraft, after: ProductDraft): number {
  const offered = ({ variants }: ProductDraft) =>
    variants.filter(({ isRemoved }) => !isRemoved).length;
  return offered(before) - offered(after);
}

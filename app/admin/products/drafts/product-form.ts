import type { ProductForm } from "#shop/catalogue/products/product-form.ts";
import { isSame } from "#shop/staff/three-way.ts";
import type { ProductDraft } from "../product-draft.ts";

/** What is kept of the editor: the fields, and the variants that differ from the stored ones. */
export function formOf(draft: ProductDraft, stored: ProductDraft, version: number): ProductForm {
  const known = new Map(stored.variants.map((variant) => [variant.id, variant]));
  return {
    version,
    before: stored.fields,
    after: draft.fields,
    variants: draft.variants.filter((variant) => !isSame(variant, known.get(variant.id))),
  };
}

/**
 * The editor as it was kept, over the product as it is stored now. Its fields keep the ground on which they were typed, so
 * that what somebody else changed meanwhile is noticed when it is saved.
 */
export function restored(
  form: ProductForm,
  current: ProductDraft,
): { readonly stored: ProductDraft; readonly draft: ProductDraft; readonly version: number } {
  const typed = new Map(form.variants.map((variant) => [variant.id, variant]));
  const shown = new Set(current.variants.map(({ id }) => id));
  return {
    version: form.version,
    stored: { ...current, fields: form.before },
    draft: {
      ...current,
      fields: form.after,
      variants: [
        ...current.variants.map((variant) => typed.get(variant.id) ?? variant),
        ...form.variants.filter(({ id }) => !shown.has(id)),
      ],
    },
  };
}

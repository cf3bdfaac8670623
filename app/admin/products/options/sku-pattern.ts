import type { ProductDraft } from "#app/admin/products/product-draft.ts";
import type { VariantOption } from "#shop/catalogue/products/product.ts";

const maxSku = 64;

/** The names that a pattern may use for an option: its code, and its Indonesian name as one word. */
function namesOf({ code, name }: VariantOption): string[] {
  return [code, name.id.trim().toLowerCase().replaceAll(/\s+/g, "-")];
}

/** `{slug}-{warna}-{ukuran}` for the options of a product. */
export function startPattern(options: readonly VariantOption[]): string {
  return ["slug", ...options.map((option) => namesOf(option)[1] || option.code)]
    .map((name) => `{${name}}`)
    .join("-");
}

export type MadeSkus =
  | { readonly skus: ReadonlyMap<string, string> }
  | {
      readonly problem: "unknown" | "same" | "long";
      /** The name that is unknown, or the SKU. */
      readonly detail: string;
    };

/** The SKUs that a pattern gives the variants by id, or why it cannot: each is another one's, too long, or has an unknown name. */
export function skusByPattern(
  pattern: string,
  { fields, variants }: Pick<ProductDraft, "fields" | "variants">,
): MadeSkus {
  const known = new Map(fields.options.flatMap((o) => namesOf(o).map((name) => [name, o.code])));
  const unknown = [...pattern.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name = ""]) => name.toLowerCase())
    .find((name) => name !== "slug" && !known.has(name));
  if (unknown !== undefined) return { problem: "unknown", detail: unknown };
  const skus = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id, options, isRemoved } of variants) {
    if (isRemoved) continue;
    const sku = pattern
      .replaceAll(/\{([^{}]*)\}/g, (_, name: string) =>
        name.toLowerCase() === "slug"
          ? fields.slug
          : (options[known.get(name.toLowerCase()) ?? ""] ?? ""),
      )
      .trim()
      .toUpperCase();
    if (sku === "" || taken.has(sku)) return { problem: "same", detail: sku };
    if (sku.length > maxSku) return { problem: "long", detail: sku };
    taken.add(sku);
    skus.set(id, sku);
  }
  return { skus };
}

import type { ProductTemplate } from "#shop/catalogue/catalogue.ts";

/** What a buyer typed for a product in this tab. */
export interface TypedDesign {
  /** Id of the template. */
  readonly template: string;
  /** By field; photographs are left out. */
  readonly values: Readonly<Record<string, string>>;
}

const keyOf = (slug: string) => `typed-design:${slug}`;

/** @returns null where nothing was typed, or where storage is blocked */
export function readTyped(
  slug: string,
  templates: readonly ProductTemplate[],
): { readonly template: ProductTemplate; readonly values: TypedDesign["values"] } | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(slug)) ?? "null");
    const { template: id, values = {} } = (stored ?? {}) as Partial<TypedDesign>;
    const template = templates.find((one) => one.id === id);
    if (!template) return null;
    const typed = template.fields.flatMap(({ id, rule }) => {
      const value: unknown = rule === "photo" ? undefined : values[id];
      return typeof value === "string" ? [[id, value] as const] : [];
    });
    return { template, values: Object.fromEntries(typed) };
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/** If storage is blocked, nothing is saved. */
export function writeTyped(slug: string, { fields, id }: ProductTemplate, values: object): void {
  const photos = new Set(fields.flatMap((field) => (field.rule === "photo" ? field.id : [])));
  const typed = Object.entries(values).filter(([field]) => !photos.has(field));
  const design = { template: id, values: Object.fromEntries(typed) } satisfies TypedDesign;
  try {
    sessionStorage.setItem(keyOf(slug), JSON.stringify(design));
  } catch (error) {
    console.warn(error);
  }
}

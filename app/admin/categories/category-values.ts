import type { FormValues } from "#app/admin/kit/form/form-values.ts";
import type { StaffCategory } from "#shop/catalogue/products/categories/categories.server.ts";

/** The fields of a category's form as they are stored. */
export function categoryValues(category: StaffCategory): FormValues {
  const { name, description, seo, slug, parent_id, picture_id, published } = category;
  return {
    "name.id": [name.id],
    "name.en": [name.en],
    "description.id": [description.id],
    "description.en": [description.en],
    parent_id: [parent_id ?? ""],
    slug: [slug],
    picture_id: [picture_id ?? ""],
    "seo.title.id": [seo.title.id],
    "seo.title.en": [seo.title.en],
    "seo.description.id": [seo.description.id],
    "seo.description.en": [seo.description.en],
    published: published ? ["on"] : [],
  };
}

import { assignmentOf } from "#shop/catalogue/media/assignment.ts";
import type { ProductPicture } from "#shop/catalogue/media/media.ts";
import type { ProductOfPictures } from "#shop/catalogue/media/read-pictures.server.ts";

/** The fields of a picture's form, as they are typed. */
export interface PictureValues {
  readonly alt_id: string;
  readonly alt_en: string;
  readonly is_decorative: boolean;
  /** Percent from the left and from the top; what a person typed may be anything. */
  readonly focal: { readonly x: string; readonly y: string };
  /** `{option code}:{value code}`, sorted. */
  readonly values: readonly string[];
}

/** A stored picture as its form shows it. */
export function valuesOf(
  picture: ProductPicture,
  variants: ProductOfPictures["variants"],
): PictureValues {
  const assignment = assignmentOf(picture.variant_ids, variants) ?? {};
  return {
    alt_id: picture.alt.id,
    alt_en: picture.alt.en,
    is_decorative: picture.is_decorative,
    focal: { x: String(picture.focal_x), y: String(picture.focal_y) },
    values: Object.entries(assignment)
      .flatMap(([code, values]) => values.map((value) => `${code}:${value}`))
      .sort(),
  };
}

export function valuesIn(form: FormData): PictureValues {
  const text = (name: string) => String(form.get(name) ?? "");
  return {
    alt_id: text("alt_id"),
    alt_en: text("alt_en"),
    is_decorative: form.get("is_decorative") === "on",
    focal: { x: text("focal_x"), y: text("focal_y") },
    values: form.getAll("value").map(String).sort(),
  };
}

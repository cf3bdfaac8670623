import { assignmentOf } from "#shop/media/assignment.ts";
import type { ProductPicture } from "#shop/media/media.ts";
import type { ProductOfPictures } from "#shop/media/read-pictures.server.ts";

/** The fields of a picture's form, as they are typed. */
export interface PictureValues {
  readonly alt_id: string;
  readonly alt_en: string;
  readonly is_decorative: boolean;
  /** Percent; what a person typed may be anything. */
  readonly focal_x: string;
  readonly focal_y: string;
  /** `{option code}:{value code}`, sorted. */
  readonly values: readonly string[];
}

/** What is compared as one when two people have changed a picture. */
export type PictureField = "alt_id" | "alt_en" | "is_decorative" | "focal" | "values";
const columns: Readonly<Record<PictureField, readonly (keyof PictureValues)[]>> = {
  alt_id: ["alt_id"],
  alt_en: ["alt_en"],
  is_decorative: ["is_decorative"],
  focal: ["focal_x", "focal_y"],
  values: ["values"],
};

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
    focal_x: String(picture.focal_x),
    focal_y: String(picture.focal_y),
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
    focal_x: text("focal_x"),
    focal_y: text("focal_y"),
    values: form.getAll("value").map(String).sort(),
  };
}

/**
 * Joins what two people made of the same picture: a field that only one of them changed is theirs.
 * @returns the fields that both changed, and differently; `merged` has mine in them
 */
export function mergeValues(
  before: PictureValues,
  theirs: PictureValues,
  mine: PictureValues,
): { merged: PictureValues; conflicts: PictureField[] } {
  const fields = Object.keys(columns) as PictureField[];
  const taken = fields.filter((field) => isSame(field, before, mine));
  const conflicts = fields.filter(
    (field) =>
      !taken.includes(field) && !isSame(field, before, theirs) && !isSame(field, theirs, mine),
  );
  const merged = taken.reduce((values, field) => withField(values, field, theirs), mine);
  return { merged, conflicts };
}

/** The values with one field of others. */
export function withField(
  values: PictureValues,
  field: PictureField,
  from: PictureValues,
): PictureValues {
  return { ...values, ...Object.fromEntries(columns[field].map((name) => [name, from[name]])) };
}

function isSame(field: PictureField, one: PictureValues, other: PictureValues): boolean {
  return columns[field].every((name) => String(one[name]) === String(other[name]));
}

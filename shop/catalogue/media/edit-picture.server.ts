import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { type Assignment, variantsOf } from "./assignment.ts";
import { maxAltLength } from "./media.ts";
import { lockPictures, writeOrder } from "./pictures.server.ts";

const altText = v.pipe(
  v.string("invalid_input"),
  v.transform((text) => text.replace(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim()),
  v.maxLength(maxAltLength, "alt_too_long"),
);
const percent = v.pipe(
  v.number("focal_point_invalid"),
  v.integer("focal_point_invalid"),
  v.minValue(0, "focal_point_invalid"),
  v.maxValue(100, "focal_point_invalid"),
);

export const editSchema = v.object({
  /** The version that the form was made from. */
  version: v.pipe(v.number("invalid_input"), v.integer("invalid_input")),
  alt: v.object({ id: altText, en: altText }),
  is_decorative: v.boolean(),
  focal_x: percent,
  focal_y: percent,
});
export type PictureEdit = v.InferOutput<typeof editSchema>;

export type EditProblem = "not_permitted" | "picture_missing" | "changed_meanwhile";

/**
 * Saves the texts, the focal point and the variants of a picture. The same edit again changes nothing.
 * @param assignment the variants that show the picture first; undefined leaves them
 */
export function editPicture(
  actor: Person,
  pictureId: string,
  { version, ...edit }: PictureEdit,
  assignment: Assignment | undefined,
): Promise<Result<void, EditProblem>> {
  return asStaff<void, EditProblem>(actor, "media.manage", async (sql) => {
    const [picture] = await sql<
      { version: number; variant_ids: string[]; is_same: boolean; product_id: string }[]
    >`
      select version, variant_ids, product_id,
        (alt, is_decorative, focal_x, focal_y)
          = (${sql.json(edit.alt)}::jsonb, ${edit.is_decorative}::boolean, ${edit.focal_x}::smallint, ${edit.focal_y}::smallint) as is_same
      from product_images where id = ${pictureId} for no key update`;
    if (!picture) return fail("picture_missing");
    const variants = assignment
      ? variantsOf(
          assignment,
          await sql<{ id: string; options: Record<string, string> }[]>`
            select id, options from product_variants
            where product_id = ${picture.product_id} and not archived order by position, id`,
        )
      : picture.variant_ids;
    const keepsVariants =
      variants.length === picture.variant_ids.length &&
      variants.every((id) => picture.variant_ids.includes(id));
    if (picture.is_same && keepsVariants) return ok(undefined);
    if (picture.version !== version) return fail("changed_meanwhile");
    await sql`
      update product_images set alt = ${sql.json(edit.alt)}, is_decorative = ${edit.is_decorative},
        focal_x = ${edit.focal_x}, focal_y = ${edit.focal_y}, variant_ids = ${[...variants]}
      where id = ${pictureId}`;
    return ok(undefined);
  });
}

export type OrderProblem = "not_permitted" | "product_missing" | "picture_missing";

/**
 * Moves a picture to a place among those of its product; the others keep their order. Two people who do this at once lose
 * no picture: each sees the other's order first.
 * @param place 0 is the first; a larger one than the last is the last
 */
export function placePicture(
  actor: Person,
  productId: string,
  pictureId: string,
  place: number,
): Promise<Result<void, OrderProblem>> {
  return asStaff<void, OrderProblem>(actor, "media.manage", async (sql) => {
    const present = await lockPictures(sql, productId);
    if (!present) return fail("product_missing");
    if (!present.includes(pictureId)) return fail("picture_missing");
    const others = present.filter((id) => id !== pictureId);
    await writeOrder(sql, others.toSpliced(place, 0, pictureId));
    return ok(undefined);
  });
}

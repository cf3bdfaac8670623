import { fail, ok, type Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import type { OrderProblem } from "./edit-picture.server.ts";
import { maxPicturesPerProduct } from "./media.ts";
import { lockPictures, writeOrder } from "./pictures.server.ts";

/**
 * Removes a picture from its product; `restorePicture` puts it back. Its file stays in the media library. Removing it again
 * changes nothing.
 */
export function removePicture(
  actor: Person,
  productId: string,
  pictureId: string,
): Promise<Result<void, OrderProblem>> {
  return asStaff<void, OrderProblem>(actor, "media.manage", async (sql) => {
    const present = await lockPictures(sql, productId);
    if (!present) return fail("product_missing");
    const gone = await removePictures(sql, productId, present, [pictureId]);
    if (gone > 0) return ok(undefined);
    const [earlier] = await sql`select from private.removed_pictures where id = ${pictureId}`;
    return earlier ? ok(undefined) : fail("picture_missing");
  });
}

/** Removes pictures of a product. The caller holds the lock of `lockPictures`. @returns how many were removed */
export async function removePictures(
  sql: Sql,
  productId: string,
  present: readonly string[],
  ids: readonly string[],
): Promise<number> {
  const gone = await sql`
    with gone as (
      delete from product_images where id = any (${[...ids]}::uuid[]) and product_id = ${productId} returning *
    )
    insert into private.removed_pictures (id, picture) select id, to_jsonb(gone) from gone
    on conflict (id) do update set picture = excluded.picture, removed_at = now()
    returning id`;
  if (gone.length > 0) {
    await writeOrder(
      sql,
      present.filter((id) => !ids.includes(id)),
    );
  }
  return gone.length;
}

/** `picture_duplicate`: somebody has added the same file meanwhile. */
type RestoreProblem = OrderProblem | "too_many_pictures" | "picture_duplicate";

/** Puts a removed picture back to its place, with its texts and variants. Doing it again changes nothing. */
export function restorePicture(
  actor: Person,
  productId: string,
  pictureId: string,
): Promise<Result<void, RestoreProblem>> {
  return asStaff<void, RestoreProblem>(actor, "media.manage", async (sql) => {
    const present = await lockPictures(sql, productId);
    if (!present) return fail("product_missing");
    if (present.includes(pictureId)) return ok(undefined);
    if (present.length >= maxPicturesPerProduct) return fail("too_many_pictures");
    const [twin] = await sql`
      select from product_images i join private.removed_pictures r on r.picture ->> 'media_id' = i.media_id::text
      where i.product_id = ${productId} and r.id = ${pictureId}`;
    if (twin) return fail("picture_duplicate");
    const [back] = await sql<{ place: number }[]>`
      with back as (
        delete from private.removed_pictures
        where id = ${pictureId} and picture ->> 'product_id' = ${productId} returning picture
      )
      insert into product_images
      select (jsonb_populate_record(null::product_images, picture || jsonb_build_object('position',
        (select coalesce(max(position) + 1, 0) from product_images where product_id = ${productId})))).*
      from back
      returning (select (picture ->> 'position')::integer from back) as place`;
    if (!back) return fail("picture_missing");
    await writeOrder(sql, present.toSpliced(back.place, 0, pictureId));
    return ok(undefined);
  });
}

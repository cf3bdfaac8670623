import { fail, ok, type Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";
import { maxPicturesPerProduct } from "./media.ts";
import { lockPictures, writeOrder } from "./pictures.server.ts";

export interface ShowProblem {
  readonly code:
    | "product_missing"
    | "picture_unknown"
    | "picture_ambiguous"
    | "picture_kept"
    | "too_many_pictures";
  readonly name?: string;
}

/**
 * Shows pictures of the media library in a product, by their names on the device of whoever uploaded them, in this order; the
 * caller has checked the permission `media.manage`. Pictures that the product has stay the same pictures.
 * @param names every picture of the product @param mayRemove whether others are taken off; else they refuse the order
 */
export async function showMedia(
  sql: Sql,
  productId: string,
  names: readonly string[],
  mayRemove: boolean,
): Promise<Result<null, ShowProblem>> {
  const present = await lockPictures(sql, productId);
  if (!present) return fail({ code: "product_missing" });
  if (names.length > maxPicturesPerProduct) return fail({ code: "too_many_pictures" });
  const shown = await sql<{ id: string; media_id: string | null; name: string | null }[]>`
    select i.id, i.media_id, m.original_name as name from product_images i left join media m on m.id = i.media_id
    where i.product_id = ${productId} order by i.position, i.id`;
  const left = new Map(shown.map((picture) => [picture.id, picture]));
  const order: string[] = [];
  for (const name of names) {
    const known = [...left.values()].find((picture) => picture.name === name);
    if (known) {
      left.delete(known.id);
      order.push(known.id);
      continue;
    }
    const found = await sql<{ id: string }[]>`
      select id from media where lower(original_name) = lower(${name}) and original_name = ${name} limit 2`;
    const [media] = found;
    if (!media) return fail({ code: "picture_unknown", name });
    if (found.length > 1) return fail({ code: "picture_ambiguous", name });
    const id = crypto.randomUUID();
    await sql`
      insert into product_images (id, product_id, media_id, path, alt, colour, thumbhash, width, height, position)
      select ${id}, ${productId}, id, path, '{"id": "", "en": ""}', colour, thumbhash, width, height,
        (select coalesce(max(position) + 1, 0) from product_images where product_id = ${productId})
      from media where id = ${media.id}`;
    order.push(id);
  }
  // Pictures of a demo or an earlier shop have no file in the library: they stay behind the named ones.
  const nameless = [...left.values()].filter((picture) => picture.name === null);
  const gone = [...left.values()].filter((picture) => picture.name !== null);
  const [first] = gone;
  if (first && !mayRemove) return fail({ code: "picture_kept", name: first.name ?? "" });
  await sql`delete from product_images where id = any (${gone.map(({ id }) => id)}::uuid[])`;
  await writeOrder(sql, [...order, ...nameless.map(({ id }) => id)]);
  return ok(null);
}

import type { Sql } from "#db/client.server.ts";
import type { Media } from "./prepare-media.server.ts";

/**
 * Locks the pictures of a product until the end of the transaction and reads their ids in order. Every change of the order
 * takes this lock, so that places are always 0, 1, 2 and so on.
 * @returns undefined when there is no such product
 */
export async function lockPictures(sql: Sql, productId: string): Promise<string[] | undefined> {
  const [product] = await sql`select from products where id = ${productId} for no key update`;
  if (!product) return undefined;
  const rows = await sql<{ id: string }[]>`
    select id from product_images where product_id = ${productId} order by position, id`;
  return rows.map(({ id }) => id);
}

/** Gives the pictures the places 0, 1, 2 and so on. Only those whose place changes are written. */
export async function writeOrder(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql`
    update product_images i set position = o.place - 1
    from unnest(${[...ids]}::uuid[]) with ordinality o (id, place)
    where i.id = o.id and i.position <> o.place - 1`;
}

export async function pictureOf(
  sql: Sql,
  productId: string,
  mediaId: string,
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id from product_images where product_id = ${productId} and media_id = ${mediaId}`;
  return row?.id;
}

/** Appends a picture. The caller holds the lock of `lockPictures`. */
export async function appendPicture(
  sql: Sql,
  productId: string,
  id: string,
  { id: media_id, path, colour, thumbhash, width, height }: Media,
  variant_ids: readonly string[] = [],
): Promise<void> {
  const alt = sql.json({ id: "", en: "" });
  const picture = {
    id,
    product_id: productId,
    media_id,
    path,
    alt,
    colour,
    thumbhash,
    width,
    height,
  };
  const [last] = await sql<{ place: number }[]>`
    select coalesce(max(position) + 1, 0) as place from product_images where product_id = ${productId}`;
  const row = { ...picture, variant_ids: [...variant_ids], position: last?.place ?? 0 };
  await sql`insert into product_images ${sql([row])}`;
}

/**
 * Where a new picture stands among the present ones: behind the last of those that were dropped before it, else before the
 * first of those that were dropped after it, else at the end. So pictures of one drop keep their order however they arrive.
 * @param present ids in order
 * @param dropped ids of the drop in order, with the new one
 */
export function placeOfDropped(
  present: readonly string[],
  id: string,
  dropped: readonly string[],
): number {
  const own = dropped.indexOf(id);
  const places = new Map(present.map((picture, place) => [picture, place]));
  const earlier = dropped.slice(0, Math.max(own, 0)).flatMap((other) => places.get(other) ?? []);
  if (earlier.length > 0) return (earlier.at(-1) ?? 0) + 1;
  const later = dropped.slice(own + 1).flatMap((other) => places.get(other) ?? []);
  return own < 0 ? present.length : (later[0] ?? present.length);
}

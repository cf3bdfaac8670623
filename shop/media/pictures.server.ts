import type { Sql } from "#db/client.server.ts";

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

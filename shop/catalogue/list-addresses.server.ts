import { asVisitor } from "#db/client.server.ts";
import { cached, withoutProducts } from "#shop/kernel/cache.server.ts";
import { bucketAddress } from "./card.server.ts";
import { pictureWidths } from "./catalogue.ts";

/** A page of the catalogue in the sitemap. */
export interface IndexedPage {
  /** The Indonesian path, lower case as in canonical links. */
  readonly path: string;
  readonly changed: Date | null;
  /** Paths of its pictures in their largest size, at most 1,000 (Google's limit). */
  readonly pictures?: readonly string[];
}

/** Products of a shard; a sitemap may hold 50,000 addresses (sitemaps.org), and each page counts once per language. */
const targetSize = 20_000;
const maxSize = 25_000;
/** Products that are in memory at a time. */
const perRead = 2000;
/** Pictures of a page in a sitemap. */
const maxPictures = 1000;

/** Every published category and collection. */
export const listIndexedPages = cached(
  "indexed pages",
  async (): Promise<IndexedPage[]> => {
    const sql = asVisitor();
    const [categories, collections] = await Promise.all([
      sql<{ slug: string }[]>`select slug from categories order by position, slug`,
      sql<{ slug: string }[]>`
        select slug from collections
        where published and coalesce(published_from <= now(), true) and coalesce(published_to > now(), true) order by slug`,
    ]);
    return [
      ...categories.map(({ slug }) => ({ path: `/shop?category=${slug}`, changed: null })),
      ...collections.map(({ slug }) => ({ path: `/collections/${slug}`, changed: null })),
    ];
  },
  withoutProducts,
);

/** Shards of the products' pages. */
export async function countShards(): Promise<number> {
  const [row] = await asVisitor()<{ n: number }[]>`
    select n from catalogue.counts where category_id = private.whole_shop() and key = 'all'`;
  return shardsOf(row?.n ?? 0);
}

/** A power of two, so that a growing shop splits each shard into two. */
export function shardsOf(products: number): number {
  return products <= targetSize ? 1 : 2 ** Math.ceil(Math.log2(products / targetSize));
}

/**
 * The pages of the products of one shard, a few at a time: those whose ids hash into its part of all hashes, so that the
 * shards are even however ids are made, and none reads another one's products.
 * @param shard from 0
 */
export async function* readShard(
  shard: number,
  shards: number,
): AsyncGenerator<readonly IndexedPage[]> {
  const sql = asVisitor();
  const width = 2n ** 64n / BigInt(shards);
  const first = -(2n ** 63n) + BigInt(shard) * width;
  const last = first + width - 1n;
  // Of two products with one hash, one in 10^7 shops of a million, the second may be left out.
  let from = first.toString();
  for (let read = 0; read < maxSize; read += perRead) {
    const rows = await sql<{ hash: string; slug: string; updated_at: Date; pictures: string[] }[]>`
      select w.hash::text, p.slug, p.updated_at,
        array(select i.path from product_images i where i.product_id = p.id order by i.position limit ${maxPictures}) as pictures
      from (
        select uuid_hash_extended(product_id, 0) as hash, product_id from catalogue.places
        where category_id = private.whole_shop() and uuid_hash_extended(product_id, 0) between ${from} and ${last.toString()}
        order by 1 limit ${Math.min(perRead, maxSize - read)}
      ) w join products p on p.id = w.product_id order by w.hash`;
    yield rows.map(({ slug, updated_at, pictures }) => ({
      path: `/item/${slug}`,
      changed: updated_at,
      pictures: pictures.map((path) => `${bucketAddress}/${path}.${pictureWidths.at(-1)}.webp`),
    }));
    const end = rows.at(-1)?.hash;
    if (rows.length < perRead || end === undefined) return;
    from = (BigInt(end) + 1n).toString();
  }
}

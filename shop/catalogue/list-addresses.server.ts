import { asVisitor } from "#db/client.server.ts";
import { cached } from "./cache.server.ts";

/** A page of the catalogue in the sitemap. */
export interface IndexedPage {
  /** The Indonesian path, lower case as in canonical links. */
  readonly path: string;
  readonly changed: Date | null;
}

/** A sitemap may hold 50,000 addresses (sitemaps.org); each page counts once per language. */
const maxProducts = 20_000;

/** Every published category, collection and product, best sellers first. */
export const listIndexedPages = cached("indexed pages", async (): Promise<IndexedPage[]> => {
  const sql = asVisitor();
  const [categories, collections, products] = await Promise.all([
    sql<{ slug: string }[]>`select slug from categories order by position, slug`,
    sql<{ slug: string }[]>`
      select slug from collections
      where published and coalesce(published_from <= now(), true) and coalesce(published_to > now(), true) order by slug`,
    sql<{ slug: string; updated_at: Date }[]>`
      select slug, updated_at from products order by best_seller_rank nulls last, id limit ${maxProducts}`,
  ]);
  return [
    ...categories.map(({ slug }) => ({ path: `/shop?category=${slug}`, changed: null })),
    ...collections.map(({ slug }) => ({ path: `/collections/${slug}`, changed: null })),
    ...products.map(({ slug, updated_at }) => ({ path: `/item/${slug}`, changed: updated_at })),
  ];
});

import type { Language } from "#base/language.ts";
import { asVisitor } from "#db/client.server.ts";
import { readCards } from "#shop/catalogue/card.server.ts";
import type { ProductCard } from "#shop/catalogue/catalogue.ts";
import { pageSize } from "#shop/catalogue/shop-filter.ts";
import { cached, withoutProducts } from "#shop/kernel/cache.server.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import { readCollectionPage } from "./collection-page.server.ts";
import { type CollectionSort, collectionSorts } from "./collection-sorts.ts";

/** A collection as its page shows it. */
export interface ShownCollection {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly seo_title: string;
  readonly seo_description: string;
  readonly sort: CollectionSort;
  /** The orders that a visitor may choose. */
  readonly sorts: readonly CollectionSort[];
  readonly products: readonly ProductCard[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
}

/** A page of a public collection. @param sort null: as the collection opens @returns undefined for an unknown one */
export const showCollection = cached("collection", readCollection);

async function readCollection(
  slug: string,
  sort: CollectionSort | null,
  page: number,
  language: Language,
): Promise<ShownCollection | undefined> {
  if (!/^[a-z0-9-]{1,80}$/.test(slug)) return undefined;
  const sql = asVisitor();
  const [found] = await sql<
    (Pick<
      ShownCollection,
      "slug" | "name" | "description" | "seo_title" | "seo_description" | "sort"
    > & {
      id: string;
      kind: "manual" | "rule";
    })[]
  >`
    select c.id, c.slug, c.kind, c.sort, ${textIn(sql, sql`c.name`, language)} as name,
      ${textIn(sql, sql`c.description`, language)} as description,
      ${textIn(sql, sql`(c.seo -> 'title')`, language)} as seo_title,
      ${textIn(sql, sql`(c.seo -> 'description')`, language)} as seo_description
    from collections c where c.slug = ${slug}
      and c.published and coalesce(c.published_from <= now(), true) and coalesce(c.published_to > now(), true)`;
  if (!found) return undefined;
  const { id: _, kind, ...shown } = found;
  const sorts = collectionSorts.filter((one) => one !== "manual" || kind === "manual");
  const chosen = sort !== null && sorts.includes(sort) ? sort : shown.sort;
  const { ids, total } = await readCollectionPage(sql, found, {
    sort: chosen,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  });
  return {
    ...shown,
    sort: chosen,
    sorts,
    products: await readCards(sql, language, ids),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / pageSize)),
  };
}

/** The first page of a public collection in its own order, by id. @returns undefined for an unknown or hidden one */
export const showCollectionShelf = cached(
  "collection shelf",
  async (id: string, language: Language): Promise<ShownCollection | undefined> => {
    const [found] = await asVisitor()<{ slug: string }[]>`
      select slug from collections where id = ${id}`;
    return found && readCollection(found.slug, null, 1, language);
  },
);

/** The published collections by name, at most 500, for a select field. */
export async function namePublicCollections(
  language: Language,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const sql = asVisitor();
  return sql<{ id: string; name: string }[]>`
    select c.id, ${textIn(sql, sql`c.name`, language)} as name from collections c where c.published order by name, c.id limit 500`;
}

/** The collections that are public now, for menus. */
export const listPublicCollections = cached(
  "public collections",
  readPublicCollections,
  withoutProducts,
);

async function readPublicCollections(
  language: Language,
): Promise<(CollectionLink & { readonly id: string })[]> {
  const sql = asVisitor();
  return sql<(CollectionLink & { readonly id: string })[]>`
    select c.id, c.slug, ${textIn(sql, sql`c.name`, language)} as name from collections c
    where c.published and coalesce(c.published_from <= now(), true) and coalesce(c.published_to > now(), true)
    order by name, c.id limit 500`;
}

export interface CollectionLink {
  readonly slug: string;
  readonly name: string;
}

/** Collections that the home page links. */
const maxLinks = 12;

/** The public collections with products, by name. */
export const listCollectionLinks = cached("collection links", readLinks);

async function readLinks(language: Language): Promise<CollectionLink[]> {
  const sql = asVisitor();
  return sql<CollectionLink[]>`
    select c.slug, ${textIn(sql, sql`c.name`, language)} as name from collections c
    where c.published and coalesce(c.published_from <= now(), true) and coalesce(c.published_to > now(), true)
      and (c.kind = 'manual' and exists (select from catalogue.collection_members(c.id))
        or exists (select from catalogue.collection_shelf(c.id) where total > 0))
    order by name, c.slug limit ${maxLinks}`;
}

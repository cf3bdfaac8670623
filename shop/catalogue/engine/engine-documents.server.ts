import { createHash } from "node:crypto";
import type { Sql } from "#db/client.server.ts";

/** What a search may be narrowed and counted by. */
export const engineFacets = ["category", "colour", "size", "personalisable", "sale", "in_stock"];

/** Hits that have a page; further ones are counted no more. */
export const maxHits = 1200;

/**
 * Settings of the engine's index. A word of four letters may have one mistake and a word of eight two; numbers and article
 * numbers may have none, as in the built-in search (docs/why/catalogue.md).
 */
export const engineSettings = {
  searchableAttributes: ["name_id", "name_en", "words"],
  displayedAttributes: ["id"],
  filterableAttributes: [...engineFacets, "price_from", "price_to", "published"],
  sortableAttributes: ["price_from", "published", "name_id", "name_en"],
  // All words are found, so an order that a visitor chose comes before relevance.
  rankingRules: [
    ...["sort", "words", "typo", "proximity", "attribute", "exactness"],
    ...["is_out:asc", "sales_rank:asc", "published:desc"],
  ],
  typoTolerance: {
    enabled: true,
    minWordSizeForTypos: { oneTypo: 4, twoTypos: 8 },
    disableOnNumbers: true,
  },
  pagination: { maxTotalHits: maxHits },
  faceting: { maxValuesPerFacet: 300 },
};

/** A product as the engine has it. Prices are whole rupiah, times seconds since 1970. */
export interface EngineDocument {
  readonly id: string;
  readonly name_id: string;
  readonly name_en: string;
  /** The text that the built-in search reads: names, tags, categories, article numbers. */
  readonly words: string;
  /** Ids of its categories and of those above them. */
  readonly category: readonly string[];
  readonly colour: readonly string[];
  readonly size: readonly string[];
  readonly personalisable: boolean;
  readonly sale: boolean;
  readonly in_stock: boolean;
  readonly price_from: number;
  readonly price_to: number;
  readonly published: number;
  readonly is_out: number;
  readonly sales_rank: number;
}

/** Says whether an index has the form of the documents and settings of this release. */
export function fingerprintOf(url: string): string {
  // The number rises with each change of `readDocuments`.
  return createHash("sha256")
    .update(JSON.stringify([1, url, engineSettings]))
    .digest("hex");
}

/** Documents of the published products among these, also of those that are scheduled. */
export async function readDocuments(sql: Sql, ids: readonly string[]): Promise<EngineDocument[]> {
  return sql<EngineDocument[]>`
    select p.id, lower(p.name ->> 'id') as name_id,
      lower(coalesce(nullif(p.name ->> 'en', ''), p.name ->> 'id')) as name_en, p.search_text as words,
      array(select distinct unnest(c.path)::text from categories c where c.id = any (p.category_ids)) as category,
      p.colours as colour, p.sizes as size, p.takes_designs as personalisable, p.was_price is not null as sale,
      p.stock_band <> 'out' as in_stock, p.price_from::float8 as price_from, p.price_to::float8 as price_to,
      floor(extract(epoch from p.published_at))::float8 as published, (p.stock_band = 'out')::int as is_out,
      coalesce(p.best_seller_rank, 2147483647) as sales_rank
    from products p
    where p.id = any (${ids as string[]}::uuid[]) and p.status = 'published' and p.published_at is not null`;
}

/** The merchant's synonyms in the engine's form: what a word means besides itself. */
export async function readSynonyms(sql: Sql): Promise<Record<string, string[]>> {
  const rows = await sql<{ word: string; means: string }[]>`
    select word, string_agg(means, ', ' order by language) as means from search_synonyms group by word order by word`;
  return Object.fromEntries(rows.map(({ word, means }) => [word, means.split(", ")]));
}

import type { Language } from "#base/language.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import type { CategoryNode } from "#shop/catalogue/catalogue.ts";
import type { FoundProducts } from "#shop/catalogue/found-products.ts";
import { wordsOf } from "#shop/catalogue/search.server.ts";
import { pageSize, type ShopFilter } from "#shop/catalogue/shop-filter.ts";
import { readExactList } from "./exact-list.server.ts";
import { facetsOf } from "./facets.ts";
import { all, type FilterName, filterConditions } from "./filter-conditions.server.ts";
import { type KeptCounts, type KeptRow, readKeptCounts } from "./kept-counts.server.ts";
import { type Effort, readOrderedPage } from "./ordered-list.server.ts";
import { popularOrder, readBestSellers } from "./popular.server.ts";
import { bestOf, type QueryWords, readQueryWords } from "./query-words.server.ts";

/** Pages of a long list that have a number; further ones are found by the product before them. */
const maxPages = 50;
/** Matches of a search that are compared with the query letter by letter. */
export const maxCompared = 500;
/** A search says that there are more than this, and does not count them. */
const maxTotal = 10_000;

const usual: Effort = { entries: 10_000, rows: 500 };
/** Of a search, every entry costs a row. */
const usualOfSearch: Effort = { entries: 200, rows: 200 };
/** For filters that hardly any of the first products meet, though many do. */
const great: Effort = { entries: 1_000_000, rows: 5000 };

export interface ShopSize {
  readonly products: number;
  /** Products that one answer may read and count one by one. */
  readonly maxCandidates: number;
}

interface Question {
  readonly sql: Sql;
  readonly filter: ShopFilter;
  readonly language: Language;
  readonly categories: readonly CategoryNode[];
  readonly size: ShopSize;
  readonly query: QueryWords | undefined;
  readonly kept: KeptCounts;
  /** The id of the category, or of the whole shop. */
  readonly shelf: SqlFragment;
  readonly conditions: ReadonlyMap<FilterName, SqlFragment>;
}

/**
 * A list of a shop with many products. Filters with few matches use an index and exact counts. For others, a page is
 * read in the order of an index, and counts are the stored ones (docs/why/catalogue.md).
 */
export async function findInLargeShop(
  sql: Sql,
  filter: ShopFilter,
  language: Language,
  categories: readonly CategoryNode[],
  size: ShopSize,
): Promise<FoundProducts> {
  const conditions = filterConditions(sql, filter);
  const shelf =
    filter.category === null
      ? sql`private.whole_shop()`
      : sql`(select id from categories where slug = ${filter.category})`;
  const words = wordsOf(filter.q);
  const [kept, query] = await Promise.all([
    readKeptCounts(sql, shelf, filter, new Set(conditions.keys()), categories, language),
    words.length > 0 ? readQueryWords(sql, words, size.products, false) : undefined,
  ]);
  const question = { sql, filter, language, categories, size, query, kept, shelf, conditions };
  const found = await answer(question);
  if (found) return found;
  const corrected = query && (await readQueryWords(sql, words, size.products, true));
  const again =
    corrected && corrected.words.join(" ") !== words.join(" ")
      ? await answer({ ...question, query: corrected })
      : undefined;
  return (
    again ?? {
      ids: [],
      total: 0,
      isMore: false,
      pages: 1,
      next: undefined,
      facets: facetsOf(
        kept.rows.map((row) => ({ ...row, count: row.part === "category" ? row.count : 0 })),
        filter,
        categories,
      ),
      nearest: await readBestSellers(sql),
    }
  );
}

/** @returns undefined for an empty list */
async function answer(question: Question): Promise<FoundProducts | undefined> {
  const { filter, query, kept, conditions, size } = question;
  const { maxCandidates } = size;
  if (filter.category !== null && kept.all <= maxCandidates)
    return counted(question, new Set<FilterName>(["category"]));
  const every = new Set(conditions.keys());
  const isFew = query
    ? query.share * size.products <= maxCandidates
    : kept.total !== null && kept.total <= maxCandidates;
  // What is rare is not worth walking for, and what is common is not worth collecting.
  const few = isFew ? await counted(question, every, maxCandidates) : undefined;
  if (few !== "too many" && isFew) return few;
  if (filter.after === null && filter.page > maxPages) return undefined;
  const page = await ordered(question, query ? usualOfSearch : usual);
  if (page) return page;
  const best = await bestOfWord(question);
  if (best) return best;
  if (query) return counted(question, every, maxCandidates, true);
  // Unless it is known already that there are many.
  const found = kept.total === null ? await counted(question, every, maxCandidates) : "too many";
  if (found !== "too many") return found;
  return (await ordered(question, great)) ?? counted(question, every);
}

/**
 * A list whose products are all read. The filters in `met` narrow them. The facets of all other filters count the rest.
 * @param most products that may be read
 * @param takes if more than `most` are found, the list has the first `most`
 * @returns undefined for an empty list
 */
async function counted(
  question: Question,
  met: ReadonlySet<FilterName>,
): Promise<FoundProducts | undefined>;
async function counted(
  question: Question,
  met: ReadonlySet<FilterName>,
  most: number,
  takes?: false,
): Promise<FoundProducts | undefined | "too many">;
async function counted(
  question: Question,
  met: ReadonlySet<FilterName>,
  most: number,
  takes: true,
): Promise<FoundProducts | undefined>;
async function counted(
  { sql, filter, language, categories, query, kept, conditions }: Question,
  met: ReadonlySet<FilterName>,
  most?: number,
  takes = false,
): Promise<FoundProducts | undefined | "too many"> {
  const narrowing = [...conditions].filter(([name]) => met.has(name)).map(([, test]) => test);
  if (query) narrowing.push(sql`p.search @@ ${query.tsquery}`);
  const limit = most === undefined ? sql`` : sql`limit ${most + 1}`;
  const rows = await readExactList(sql, filter, language, categories, {
    products: sql`(select * from catalogue.products p where ${all(sql, narrowing)} ${limit})`,
    where: sql`true`,
    met,
    columns: query ? sql`, p.search_text` : sql``,
    rank: query
      ? sql`case when (select count(*) from matched) <= ${maxCompared}
          then extensions.word_similarity(${query.words.join(" ")}, p.search_text) end desc nulls last, ${popularOrder(sql)}`
      : popularOrder(sql),
  });
  const total = rows.find(({ part }) => part === "total")?.count ?? 0;
  const isMore = most !== undefined && total > most;
  if (isMore && !takes) return "too many";
  if (total === 0) return undefined;
  const isKept = (part: KeptRow["part"]) => part !== "page" && part !== "total" && met.has(part);
  const facets = [
    ...rows.filter(({ part }) => !isKept(part)),
    ...kept.rows.filter(({ part }) => isKept(part)),
  ];
  return {
    ids: rows.filter(({ part }) => part === "page").map(({ code }) => code),
    total,
    isMore,
    pages: Math.max(1, Math.ceil(total / pageSize)),
    next: undefined,
    facets: facetsOf(isMore ? kept.rows : facets, filter, categories),
    nearest: [],
  };
}

/** A page of the order that the visitor chose. @returns undefined where the effort does not fill it */
async function ordered(
  { sql, filter, language, categories, size, query, kept, shelf, conditions }: Question,
  effort: Effort,
): Promise<FoundProducts | undefined> {
  const tests = [...conditions].filter(([name]) => name !== "category").map(([, test]) => test);
  if (query) tests.push(sql`p.search @@ ${query.tsquery}`);
  const { ids, isFull } = await readOrderedPage(sql, shelf, filter, tests, language, effort);
  const page = ids.slice(0, pageSize);
  if (!isFull || page.length === 0) return undefined;
  // The n-th page of what is tested means to test all before it, so only the whole order has numbered pages.
  const pages =
    tests.length === 0
      ? Math.min(maxPages, Math.max(1, Math.ceil((kept.total ?? 0) / pageSize)))
      : 1;
  return {
    ids: page,
    ...totalOf(filter, query, kept, size),
    pages,
    next: filter.page >= pages && ids.length > pageSize ? page.at(-1) : undefined,
    facets: facetsOf(kept.rows, filter, categories),
    nearest: [],
  };
}

/** A page of the best products of a common word, or of a colour or size. @returns undefined where they do not fill it */
async function bestOfWord({
  sql,
  filter,
  categories,
  size,
  query,
  kept,
  conditions,
}: Question): Promise<FoundProducts | undefined> {
  const word = query ? query.commonest : wordOfFilter(filter);
  if (word === null) return undefined;
  const order = {
    popular: sql`b.place`,
    newest: sql`p.published_at desc, p.id`,
    "price-asc": sql`p.price_from, p.id`,
    "price-desc": sql`p.price_from desc, p.id`,
    name: sql`p.name, p.id`,
  }[filter.sort];
  const rows = await sql<{ id: string }[]>`
    select p.id from ${bestOf(sql, word)} b join catalogue.products p on p.id = b.product_id
    where ${query ? sql`p.search @@ ${query.tsquery}` : sql`true`} and ${all(sql, conditions.values())}
    order by ${order} limit ${pageSize + 1} offset ${(filter.page - 1) * pageSize}`;
  if (rows.length <= pageSize) return undefined;
  return {
    ids: rows.slice(0, pageSize).map(({ id }) => id),
    ...totalOf(filter, query, kept, size),
    pages: filter.page + 1,
    next: undefined,
    facets: facetsOf(kept.rows, filter, categories),
    nearest: [],
  };
}

/** A colour or size as the vocabulary has it, for a list of best sellers: no other order can begin with these. */
function wordOfFilter({ sort, colours, sizes }: ShopFilter): string | null {
  if (sort !== "popular") return null;
  if (colours.length === 1) return `~colour:${colours[0]}`;
  return sizes.length === 1 ? `~size:${sizes[0]}` : null;
}

/** How many there are, as far as it is known without counting. */
function totalOf(
  filter: ShopFilter,
  query: QueryWords | undefined,
  kept: KeptCounts,
  size: ShopSize,
): Pick<FoundProducts, "total" | "isMore"> {
  if (kept.total !== null) return { total: kept.total, isMore: false };
  const seen = filter.page * pageSize;
  const isWord = query?.words.length === 1 && filter.category === null;
  const expected = isWord ? Math.floor((query.share * size.products) / 1000) * 1000 : 0;
  return { total: Math.max(seen, Math.min(expected, maxTotal)), isMore: true };
}

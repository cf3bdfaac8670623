import { log } from "#base/log.server.ts";
import type { SearchEngineSettings } from "#base/search-config.ts";
import { asShop, asVisitor } from "#db/client.server.ts";
import { type Engine, EngineUnavailable } from "#integrations/search/meilisearch.ts";
import type { CatalogueIndex, FoundProducts } from "../catalogue-index.ts";
import { listCategoryTree } from "../category-tree.server.ts";
import { facetsOf } from "../index/facets.ts";
import { filterConditions } from "../index/filter-conditions.server.ts";
import { readKeptCounts } from "../index/kept-counts.server.ts";
import { wordsOf } from "../search.server.ts";
import { pageSize } from "../shop-filter.ts";
import { maxHits } from "./engine-documents.server.ts";
import { countedRows, engineCounts, engineQueries } from "./engine-query.ts";
import { feedEngine } from "./feed-engine.server.ts";

/** How long searches leave an engine alone that did not answer. */
const awayMs = 10_000;

/**
 * Searches and suggestions by Meilisearch; lists without words, and every answer that the engine cannot give, by the built-in
 * index (docs/why/catalogue.md). A search that the engine finds nothing for is asked there too.
 */
export function createEngineIndex(
  engine: Engine,
  settings: SearchEngineSettings,
  builtin: CatalogueIndex,
  clock: () => number = () => performance.now(),
): CatalogueIndex {
  let awayUntil = Number.NEGATIVE_INFINITY;

  /** @returns undefined while the engine has no full index, or is away */
  async function ask<T>(work: (uid: string) => Promise<T>): Promise<T | undefined> {
    if (clock() < awayUntil) return undefined;
    const [index] = await asShop()<{ uid: string }[]>`
      select uid from private.engine_indexes where is_full order by made_at desc limit 1`;
    if (!index) return undefined;
    try {
      return await work(index.uid);
    } catch (error) {
      if (!(error instanceof EngineUnavailable)) throw error;
      awayUntil = clock() + awayMs;
      log.warn({ err: error }, "the search engine is away: the built-in search answers");
      return undefined;
    }
  }

  async function feedAll(): Promise<void> {
    while (await feedEngine(engine, settings));
  }

  return {
    async find(filter, language) {
      const words = wordsOf(filter.q).join(" ");
      const found =
        words === "" || filter.after !== null
          ? undefined
          : await ask(async (indexUid): Promise<FoundProducts | undefined> => {
              const sql = asVisitor();
              const categories = await listCategoryTree(language);
              const rows = await sql<
                { id: string; slug: string }[]
              >`select id, slug from categories`;
              const idOf = new Map(rows.map(({ id, slug }) => [slug, id]));
              const categoryId = filter.category === null ? null : idOf.get(filter.category);
              if (categoryId === undefined) return undefined;
              const now = Math.floor(Date.now() / 1000);
              const question = { indexUid, words, filter, categoryId, language, now };
              const results = await engine.search(engineQueries(question));
              const [page] = results;
              const total = page?.totalHits ?? 0;
              if (!page || total === 0) return undefined;
              const shelf =
                categoryId === null ? sql`private.whole_shop()` : sql`${categoryId}::uuid`;
              const set = new Set(filterConditions(sql, filter).keys());
              const kept = await readKeptCounts(sql, shelf, filter, set, categories, language);
              return {
                ids: page.hits.map(({ id }) => id),
                total,
                isMore: total >= maxHits,
                pages: Math.max(1, Math.ceil(total / pageSize)),
                next: undefined,
                facets: facetsOf(
                  countedRows(kept.rows, engineCounts(results), idOf),
                  filter,
                  categories,
                ),
                nearest: [],
              };
            });
      return found ?? builtin.find(filter, language);
    },

    async suggest(q, most) {
      const words = wordsOf(q).join(" ");
      if (words === "") return [];
      const ids = await ask(async (indexUid) => {
        const [result] = await engine.search([
          {
            ...{ indexUid, q: words, matchingStrategy: "all", attributesToRetrieve: ["id"] },
            ...{ filter: [`published <= ${Math.floor(Date.now() / 1000)}`], limit: most },
          },
        ]);
        return result?.hits.map(({ id }) => id);
      });
      return ids && ids.length > 0 ? ids : builtin.suggest(q, most);
    },

    async upsert(ids) {
      await builtin.upsert(ids);
      await asShop()`
        insert into private.engine_changes (product_id) select unnest(${ids as string[]}::uuid[])`;
      await feedAll();
    },

    async rebuild() {
      await builtin.rebuild();
      await asShop()`update private.engine_indexes set fingerprint = 'replaced'`;
      await feedAll();
    },
  };
}

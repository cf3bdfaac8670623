import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect, disconnect } from "#db/client.server.ts";
import { openPostgres, type PoolSql } from "#db/driver.server.ts";
import { readShopFilter } from "#shop/catalogue/shop-filter.ts";
import { addProducts } from "#tests/support/builders/many-products.ts";
import { conformsToCatalogueIndex } from "#tests/support/oracles/catalogue-index.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { isWholeRun } from "#tests/support/runner/whole-run.ts";
import { countWords } from "./count-words.server.ts";
import { mergeCounts } from "./merge-counts.server.ts";
import { createPostgresIndex } from "./postgres-index.server.ts";

describe("in a small shop", () => {
  testDatabase({ demo: true });
  conformsToCatalogueIndex("every product", () =>
    createPostgresIndex({ maxSmall: 10_000, maxCandidates: 2000 }),
  );
});

describe("in a large shop", () => {
  const database = testDatabase({ demo: true });
  beforeAll(() => countWords());
  conformsToCatalogueIndex("places and counts", () =>
    createPostgresIndex({ maxSmall: 0, maxCandidates: 30 }),
  );

  /** Counts that are kept, beside the products themselves. */
  const wrongCounts = () => asSeed()`
    with kept as (select category_id, key, n from catalogue.counts where n <> 0),
    placed as (
      select category_id, key, count(*)::int as n from private.catalogue_places, unnest(keys) key
      where newness >= private.newness(now()) group by 1, 2
    ),
    public_products as (
      select s.category_id, count(*)::int as n from catalogue.products p cross join lateral (
        select private.whole_shop() as category_id
        union select unnest(c.path) from categories c where c.id = any (p.category_ids)
      ) s group by 1
    )
    select 'key' as of, category_id::text from kept full join placed using (category_id, key) where kept.n is distinct from placed.n
    union all
    select 'total', category_id::text from public_products p full join (select * from kept where key = 'all') k using (category_id)
    where p.n is distinct from k.n`;

  test("counts are those of the products, merged or not, also of scheduled ones and after races", async () => {
    const ids = (
      await asSeed()<{ id: string }[]>`select id from products order by id limit 12`
    ).map(({ id }) => id);
    const [hidden, scheduled, ...others] = ids;
    await asSeed()`update products set status = 'draft' where id = ${hidden ?? null}`;
    await asSeed()`
      update products set published_at = now() + interval '1 day' where id = ${scheduled ?? null}`;
    expect(await wrongCounts()).toEqual([]);
    const merging = Array.from({ length: 4 }, () => mergeCounts());
    // Prices and stock of the same products at once, while the counts are merged.
    await Promise.all([
      ...merging,
      ...others.flatMap((id, n) => [
        asSeed()`update product_variants set was_price = price + ${n + 1} where product_id = ${id}`,
        asSeed()`update product_variants set stock_band = 'out' where product_id = ${id}`,
        asSeed()`update products set best_seller_rank = ${n} where id = ${id}`,
      ]),
    ]);
    expect(await wrongCounts()).toEqual([]);
    await asSeed()`delete from product_categories where product_id = any (${others.slice(0, 3)})`;
    await mergeCounts();
    expect(await wrongCounts()).toEqual([]);
    const [noted] = await asSeed()<{ n: number }[]>`
      select count(*)::int as n from private.catalogue_count_changes`;
    expect(noted?.n).toBe(0);
  });

  describe("of growing size", { timeout: 120_000 }, () => {
    const index = createPostgresIndex({ maxSmall: 100, maxCandidates: 50 });
    const [few, many] = isWholeRun ? [2000, 10_000] : [600, 3000];
    let owner: PoolSql;
    beforeAll(() => {
      owner = openPostgres(database.url(), { max: 1 });
    });
    afterAll(() => owner.end());

    /** Pages of tables and indexes that a question reads: a connection reports them when it ends. */
    async function pagesRead(ask: () => Promise<unknown>): Promise<number> {
      const total = async () => {
        await disconnect();
        await expect
          .poll(async () => {
            const [row] = await owner<{ n: number }[]>`
              select count(*)::int as n from pg_stat_activity
              where application_name = 'etalase visitor' and datname = current_database()`;
            return row?.n;
          })
          .toBe(0);
        const [row] = await owner<{ n: number }[]>`
          select sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0))::int as n
          from pg_statio_user_tables where schemaname in ('public', 'private')`;
        connect(database.url(), { max: 1 });
        return row?.n ?? 0;
      };
      // Once before, for what a connection reads only at first.
      const before = await total();
      await ask();
      return (await total()) - before;
    }

    const list = (query: string) => () =>
      index.find(readShopFilter(new URLSearchParams(query)), "id");
    const questions: Readonly<Record<string, () => Promise<unknown>>> = {
      list: list(""),
      "fiftieth page": list("page=50"),
      "by name": list("sort=name"),
      category: list("category=kaos&sort=price-desc"),
      colour: list("colour=putih"),
      "common word": list("q=mug"),
      "one product": list("q=truntum+emas+104"),
      suggestion: () => index.suggest("ka", 6),
    };

    test("a page, its counts, a search and a suggestion read as much among five times as many products", async () => {
      const measure = async () => {
        const read: Record<string, number> = {};
        for (const [name, ask] of Object.entries(questions)) read[name] = await pagesRead(ask);
        return read;
      };
      await addProducts(owner, 1, few);
      await mergeCounts();
      await countWords(60);
      await owner`vacuum analyze`;
      const atFew = await measure();
      await addProducts(owner, few + 1, many);
      await mergeCounts();
      await countWords(60);
      await owner`vacuum analyze`;
      const atMany = await measure();
      for (const [name, pages] of Object.entries(atMany)) {
        // Allows one more level of an index, and random differences of a filter.
        expect(pages, `${name}: ${JSON.stringify({ atFew, atMany })}`).toBeLessThan(
          1.5 * (atFew[name] ?? 0) + 200,
        );
      }
    });
  });
});

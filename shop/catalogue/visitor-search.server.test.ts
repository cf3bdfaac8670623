import { expect, test } from "vitest";
import { asCaller, asVisitor, type Caller, connect, disconnect } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { addProducts } from "#tests/support/builders/many-products.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { suggestProducts } from "./catalogue.server.ts";
import { listProducts } from "./list-products.server.ts";
import { textMatch } from "./search.server.ts";
import { readShopFilter } from "./shop-filter.ts";

const database = testDatabase({ demo: true });

const visitor: Caller = { dbRole: "anon", claims: {} };
const customer: Caller = {
  dbRole: "authenticated",
  claims: { sub: "7b1f3c52-56a1-4f5d-9a53-2b8c1f0a9d11", role: "authenticated" },
};

async function asOwner<T>(
  work: (owner: ReturnType<typeof openPostgres>) => Promise<T>,
): Promise<T> {
  const owner = openPostgres(database.url(), { max: 1 });
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

const list = (query: string) => listProducts(readShopFilter(new URLSearchParams(query)), "id");

/** PostgreSQL's statistics: full scans of `products`, and searches of its two text indexes. */
async function readCounts() {
  const [row] = await asSeed()<{ scans: number; words: number; trigrams: number }[]>`
    select seq_scan::int as scans,
      (select idx_scan::int from pg_stat_user_indexes where indexrelname = 'products_search') as words,
      (select idx_scan::int from pg_stat_user_indexes where indexrelname = 'products_search_text') as trigrams
    from pg_stat_user_tables where relid = 'public.products'::regclass`;
  if (!row) throw new Error("no statistics of products");
  return row;
}

/** A connection reports its statistics when it closes. */
async function countedDuring(work: () => Promise<unknown>) {
  await disconnect();
  connect(database.url(), { max: 1 });
  const before = await readCounts();
  await work();
  await disconnect();
  connect(database.url(), { max: 1 });
  await expect.poll(async () => (await readCounts()).trigrams).toBeGreaterThan(before.trigrams);
  const after = await readCounts();
  return {
    scans: after.scans - before.scans,
    words: after.words - before.words,
    trigrams: after.trigrams - before.trigrams,
  };
}

test("a visitor's search and suggestion are found by the text indexes among 3,000 products", async () => {
  await asOwner(async (owner) => {
    await addProducts(owner, 1, 3000);
    await owner`vacuum analyze`;
  });
  const suggested = await countedDuring(async () => {
    expect(await suggestProducts("teratai perak", "id")).toHaveLength(6);
  });
  expect(suggested.scans, "reads of all products").toBe(0);
  expect(suggested.words).toBe(1);
  const searched = await countedDuring(async () => {
    expect((await list("q=teratai+perak&sort=price-asc")).total).toBeGreaterThan(6);
  });
  expect(searched.scans, "reads of all products").toBe(0);
  expect(searched.words, "one search for the page, its total and all filters").toBe(1);
});

test("the plan of a search as anon has both text indexes and no sequential scan", async () => {
  const plan = await asOwner(async (owner) => {
    const [found] = await owner<{ body: string; settings: string[] }[]>`
      select prosrc as body, proconfig as settings from pg_proc where proname = 'search_products'`;
    if (!found) throw new Error("no function");
    return owner.begin(async (sql) => {
      for (const setting of found.settings) {
        const [name = "", value = ""] = setting.split("=");
        await sql`select set_config(${name}, ${value === '""' ? "" : value}, true)`;
      }
      await sql`set local role anon`;
      await sql.unsafe(
        `prepare search (tsquery, text) as ${found.body.replace(/\bprefixes\b/g, "$1").replace(/\btyped\b/g, "$2")}`,
      );
      const rows = await sql.unsafe<{ "QUERY PLAN": string }[]>(
        "explain execute search (to_tsquery('pg_catalog.simple', 'teratai:*'), 'teratai')",
      );
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    });
  });
  expect(plan).toContain("products_search ");
  expect(plan).toContain("products_search_text ");
  expect(plan).not.toContain("Seq Scan");
});

test("drafts, archived and scheduled products appear in no list, search or count", async () => {
  await asOwner(
    (owner) => owner`
      update public.products set
        status = case when slug ~ '1$' then 'draft' when slug ~ '2$' then 'archived' else status end,
        published_at = case when slug ~ '3$' then now() + interval '1 hour' else published_at end`,
  );
  for (const caller of [visitor, customer]) {
    const shown = await asCaller(
      caller,
      (sql) => sql<
        {
          policy: number;
          view: number;
          policy_shelves: number;
          view_shelves: number;
          strangers: number;
        }[]
      >`
        select (select count(*)::int from public.products) as policy, (select count(*)::int from catalogue.products) as view,
          (select count(*)::int from public.product_categories) as policy_shelves,
          (select count(*)::int from catalogue.product_categories) as view_shelves,
          (select count(*)::int from catalogue.products v left join public.products p using (id) where p.id is null)
            as strangers`,
    );
    expect(shown[0]).toMatchObject({
      view: shown[0]?.policy,
      view_shelves: shown[0]?.policy_shelves,
      strangers: 0,
    });
    const found = await asCaller(caller, async (sql) => {
      const match = textMatch(sql, "mug kawng");
      if (!match) throw new Error("nothing to search for");
      return {
        searched: await sql<{ slug: string }[]>`
          select slug from catalogue.search_products(${match.prefixes}, ${match.typed}) f left join public.products p using (id)`,
        nearest: await sql<{ slug: string }[]>`
          select slug from catalogue.nearest_products('mug kawng', 400) f left join public.products p using (id)`,
      };
    });
    for (const rows of Object.values(found)) {
      expect(rows.length).toBeGreaterThan(100);
      // A row that the policy hides has no slug here.
      expect(rows.filter(({ slug }) => slug === null || /[123]$/.test(slug))).toEqual([]);
    }
  }
});

/** The same list by a plain query on the rows that the policies show. */
async function expectedList(query: string): Promise<{ slugs: string[]; total: number }> {
  const sql = asVisitor();
  const filter = readShopFilter(new URLSearchParams(query));
  const words = filter.q.toLowerCase().split(" ").filter(Boolean);
  const isRanked = filter.sort === "popular" && words.length > 0;
  const isPopular = filter.sort === "popular" && words.length === 0;
  const rows = await sql<{ slug: string }[]>`
    select slug from (
      select p.*, p.search @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(" & ")}) as is_exact,
        extensions.word_similarity(${words.join(" ")}, p.search_text) as closeness
      from public.products p
    ) p
    where (is_exact or closeness >= 0.45 or ${words.length === 0})
      and (${filter.category}::text is null or exists (
        select from product_categories pc join categories c on c.id = pc.category_id
        where pc.product_id = p.id and c.slug = ${filter.category}))
      and (${filter.colours.length === 0} or colours && ${filter.colours as string[]})
      and (not ${filter.in_stock} or stock_band <> 'out')
    order by
      case when ${filter.sort} = 'price-desc' then price_from end desc,
      case when ${filter.sort} = 'newest' then published_at end desc,
      case when ${isRanked} then is_exact end desc, case when ${isRanked} then closeness end desc,
      case when ${isPopular} then stock_band = 'out' end, case when ${isPopular} then best_seller_rank end nulls last,
      case when ${isPopular} then published_at end desc, id`;
  return {
    slugs: rows.map(({ slug }) => slug).slice((filter.page - 1) * 24, filter.page * 24),
    total: rows.length,
  };
}

test.each([
  "",
  "page=40",
  "page=9999",
  "category=mug&page=3",
  "colour=putih,hitam&in_stock=1&sort=price-desc&page=5",
  "sort=newest&page=17",
  "q=teratai&sort=newest",
  "q=kavung",
  "q=mug+kawng&page=4",
  "q=batik&category=kaos",
  "q=zzzzqqq",
])("list and total of ?%s are those of a plain query under the policies", async (query) => {
  const expected = await expectedList(query);
  const page = await list(query);
  expect(page.products.map(({ slug }) => slug)).toEqual(expected.slugs);
  expect(page.total).toBe(expected.total);
});

test("each number beside a filter is the total of the list behind it", async () => {
  for (const query of ["", "category=kaos", "q=kavung", "colour=putih&in_stock=1"]) {
    const { facets } = await list(query);
    const totalWith = async (name: string, value: string) => {
      const params = new URLSearchParams(query);
      params.set(name, value);
      return (await list(params.toString())).total;
    };
    for (const name of ["category", "colour", "size"] as const) {
      for (const facet of facets[name]) {
        expect(await totalWith(name, facet.code), `${query} ${name} ${facet.code}`).toBe(
          facet.count,
        );
      }
    }
    expect(await totalWith("in_stock", "1")).toBe(facets.in_stock);
    expect(await totalWith("sale", "1")).toBe(facets.sale);
  }
});

test.each(["mug kavng", "xylophone", "zzzzqqq", "q"])(
  "an empty search for %s offers the most similar products in stock",
  async (typed) => {
    const expected = await asVisitor()<{ slug: string }[]>`
      select slug from public.products where stock_band <> 'out'
      order by extensions.word_similarity(${typed}, search_text) desc, id limit 4`;
    const nearest = await asVisitor()<{ slug: string }[]>`
      select slug from catalogue.nearest_products(${typed}, 4) join public.products using (id) order by place`;
    expect(nearest).toEqual(expected);
  },
);

import { beforeAll, expect, test } from "vitest";
import { readListState } from "#shop/staff/filters/list-state.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { listStaffProducts, type ProductList } from "./list-products.server.ts";
import { productFields, productSorts } from "./product-fields.ts";
import { productsPerPage } from "./product-filter.ts";

testDatabase({ demo: true });
const admin = demoPerson("admin@etalase.test");
async function list(query: string, actor = admin): Promise<ProductList> {
  const state = readListState(new URLSearchParams(query), productFields, productSorts);
  if (!state.ok) throw new Error(JSON.stringify(state.problem));
  const listed = await listStaffProducts(actor, state.value, "id");
  if (!listed.ok) throw new Error(JSON.stringify(listed.problem));
  return listed.value;
}

beforeAll(async () => {
  await asSeed()`
    insert into products (slug, name, created_at)
    select 'uji-' || n, jsonb_build_object('id', 'Barang uji ' || n, 'en', ''), now() + n * interval '1 second'
    from generate_series(1, 120) n`;
  await asSeed()`
    insert into product_variants (product_id, sku, price, weight_grams)
    select id, slug, 1000, 100 from products where slug like 'uji-%'`;
});

test("the pages follow one another both ways without a gap or a repeat", async () => {
  const [all] = await asSeed()<{ ids: string[] }[]>`
    select array_agg(id::text order by created_at desc, id desc) as ids from products`;
  const pages: string[][] = [];
  let page = await list("");
  for (;;) {
    pages.push(page.products.map(({ id }) => id));
    if (page.after === null) break;
    page = await list(`after=${page.after}`);
  }
  expect(pages.flat()).toEqual(all?.ids);
  const back: string[][] = [];
  for (;;) {
    back.unshift(page.products.map(({ id }) => id));
    if (page.before === null) break;
    page = await list(`before=${page.before}`);
  }
  expect(back.flat().slice(-productsPerPage)).toEqual(pages.flat().slice(-productsPerPage));
  expect(new Set(back.flat()).size).toBe(all?.ids.length);
});

test("views and searches find what they name, and counts agree with the lists", async () => {
  const drafts = await list("filter=status.any:draft&q=barang+uji");
  expect(drafts.counts).toBeNull();
  expect((await list("")).counts?.draft).toBeGreaterThanOrEqual(120);
  expect(drafts.products).toHaveLength(productsPerPage);
  expect(drafts.products[0]).toMatchObject({
    name: "Barang uji 120",
    state: "draft",
    missing: ["picture", "english"],
  });
  const [variant] = await asSeed()<{ sku: string; product_id: string }[]>`
    select sku, product_id from product_variants order by sku limit 1`;
  const found = await list(`q=${variant?.sku}`);
  expect(found.products.map(({ id }) => id)).toEqual([variant?.product_id]);
  const published = await list("filter=status.any:published");
  expect(published.products.length).toBe(
    Math.min(published.counts?.published ?? 0, productsPerPage),
  );
});

test("hostile addresses open a list", async () => {
  for (const query of ["after=x", `q=${"'".repeat(300)}`, "q=%F0%9F%91%8D", "before=' or 1=1"]) {
    expect((await list(query)).products).toBeDefined();
  }
});

test("staff without the permission see nothing", async () => {
  expect((await list("", { ...admin, permissions: [] })).products).toEqual([]);
});

test("each field finds the products that a reading of every row finds", async () => {
  const [category] = await asSeed()<
    { id: string }[]
  >`select id from categories order by slug limit 1`;
  await asSeed()`update products set brand = 'Kopi Pagi' where slug = 'uji-7'`;
  await asSeed()`update products set name = name || '{"en": "Thing"}' where slug = 'uji-8'`;
  await asSeed()`update product_variants set weight_grams = 0 where sku = 'uji-9'`;
  const cases: readonly (readonly [string, string])[] = [
    ["status.none:draft|archived", "p.status = 'published'"],
    [
      `category.any:${category?.id}`,
      `exists (select from product_categories c where c.product_id = p.id and c.category_id = '${category?.id}')`,
    ],
    [
      `category.none:${category?.id}`,
      `not exists (select from product_categories c where c.product_id = p.id and c.category_id = '${category?.id}')`,
    ],
    ["price.gte:100000", "p.price_from >= 100000"],
    ["and(price.gte:50000,price.lte:120000)", "p.price_from between 50000 and 120000"],
    ["or(price.lte:1000,price.gte:200000)", "(p.price_from <= 1000 or p.price_from >= 200000)"],
    [
      "stock.gte:1",
      "exists (select from product_variants v join stock_items k on k.variant_id = v.id where v.product_id = p.id and not v.archived and k.available >= 1)",
    ],
    ["band.any:out", "p.stock_band = 'out'"],
    ["missing.any:english", "coalesce(p.name ->> 'en', '') = ''"],
    ["missing.any:picture", "not exists (select from product_images i where i.product_id = p.id)"],
    [
      "missing.any:weight",
      "exists (select from product_variants v where v.product_id = p.id and v.weight_grams = 0 and not v.archived)",
    ],
    [
      "missing.none:english|weight",
      "p.name ->> 'en' <> '' and not exists (select from product_variants v where v.product_id = p.id and v.weight_grams = 0 and not v.archived)",
    ],
    ["brand.starts:KOPI", "p.brand = 'Kopi Pagi'"],
    ["brand.is:kopi pagi", "p.brand = 'Kopi Pagi'"],
    ["created.until:2020-01-01", "false"],
    ["updated.from:2020-01-01", "true"],
  ];
  for (const [filter, condition] of cases) {
    for (const sort of productSorts) {
      const found: string[] = [];
      let page = await list(`${new URLSearchParams({ filter, sort })}`);
      found.push(...page.products.map(({ id }) => id));
      while (page.after !== null) {
        page = await list(`${new URLSearchParams({ filter, sort, after: page.after })}`);
        found.push(...page.products.map(({ id }) => id));
      }
      const rows = await asSeed().unsafe(`select id from products p where ${condition}`);
      expect([filter, sort, found.toSorted()]).toEqual([
        filter,
        sort,
        rows.map(({ id }) => id).toSorted(),
      ]);
    }
  }
});

test("a day lasts until midnight in the shop's time zone", async () => {
  await asSeed()`update products set created_at = '2025-03-01 16:59:59+00' where slug = 'uji-1'`;
  await asSeed()`update products set created_at = '2025-03-01 17:00:00+00' where slug = 'uji-2'`;
  const slugs = async (filter: string) =>
    (await list(`filter=${filter}`)).products.map(({ name }) => name);
  expect(await slugs("and(created.from:2025-03-01,created.until:2025-03-01)")).toEqual([
    "Barang uji 1",
  ]);
  expect(await slugs("and(created.from:2025-03-02,created.until:2025-03-02)")).toEqual([
    "Barang uji 2",
  ]);
  expect(await slugs("and(created.from:2025-03-01T23:59,created.until:2025-03-01T23:59)")).toEqual([
    "Barang uji 1",
  ]);
});

import { beforeAll, expect, test } from "vitest";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { listStaffProducts } from "./list-products.server.ts";
import { productsPerPage, readProductFilter } from "./product-filter.ts";

testDatabase({ demo: true });
const admin = demoPerson("admin@etalase.test");
const list = (query: string) =>
  listStaffProducts(admin, readProductFilter(new URLSearchParams(query)), "id");

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
  const drafts = await list("view=draft&q=barang+uji");
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
  const published = await list("view=published");
  expect(published.products.length).toBe(
    Math.min(published.counts?.published ?? 0, productsPerPage),
  );
});

test("hostile addresses open a list", async () => {
  for (const query of [
    "after=x",
    "view=%00",
    `q=${"'".repeat(300)}`,
    "q=%F0%9F%91%8D",
    "before=' or 1=1",
  ]) {
    expect((await list(query)).products).toBeDefined();
  }
});

test("staff without the permission see nothing", async () => {
  const nobody = { ...admin, permissions: [] };
  const filter = readProductFilter(new URLSearchParams());
  expect((await listStaffProducts(nobody, filter, "id")).products).toEqual([]);
});

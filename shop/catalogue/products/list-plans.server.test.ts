import { beforeAll, expect, test } from "vitest";
import { asShop } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { readListState } from "#shop/staff/filters/list-state.ts";
import { addProducts } from "#tests/support/builders/many-products.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { listStaffProducts, productCondition } from "./list-products.server.ts";
import { type ProductField, productFields, productSorts } from "./product-fields.ts";

/* One connection: PostgreSQL then reports the scans of a statement before the next one. */
const { url } = testDatabase({ demo: true, max: 1 });
const admin = demoPerson("admin@etalase.test");
const products = 12_000;
const rareCategory = crypto.randomUUID();

beforeAll(async () => {
  const owner = openPostgres(url(), { max: 1, connection: { "shop.actor": "job:seed" } });
  try {
    await addProducts(owner, 1, products);
    await owner`
      insert into stock_items (variant_id, on_hand)
      select v.id, 5 from product_variants v where not exists (select from stock_items s where s.variant_id = v.id)`;
    // A few products of each kind among many.
    await owner`
      insert into categories (id, slug, name) values (${rareCategory}, 'langka', '{"id": "Langka", "en": ""}')`;
    await owner`
      insert into products (slug, name, brand) select 'langka-' || n, '{"id": "Langka", "en": ""}', 'Merek Langka'
      from generate_series(1, 5) n`;
    await owner`
      insert into product_variants (product_id, sku, price, weight_grams)
      select id, slug, 900000000, 0 from products where slug like 'langka-%'`;
    await owner`
      insert into product_categories (product_id, category_id)
      select id, ${rareCategory} from products where slug like 'langka-%'`;
    // Many gaps of another kind, so that the table of gaps is worth an index.
    await owner`update products set name = name || '{"en": ""}' where slug ~ '[05]$'`;
    await owner`
      update products set stock_band = case when slug like 'langka-%' then 'low' else 'in' end where stock_band <> 'out'`;
    await owner`vacuum analyze`;
  } finally {
    await owner.end();
  }
}, 120_000);

/** Scans so far: of each index, and of whole tables with thousands of rows. */
async function scans(): Promise<{ indexes: Map<string, number>; tables: Map<string, number> }> {
  // The connection of the list itself: each reports its scans only when asked.
  const sql = asShop();
  await sql`select pg_stat_force_next_flush()`;
  const indexes = await sql<{ name: string; n: number }[]>`
    select indexrelname as name, idx_scan::int as n from pg_stat_user_indexes`;
  const tables = await sql<{ name: string; n: number }[]>`
    select relname as name, seq_scan::int as n from pg_stat_user_tables where n_live_tup > 5000`;
  const map = (rows: readonly { name: string; n: number }[]) =>
    new Map(rows.map(({ name, n }) => [name, n]));
  return { indexes: map(indexes), tables: map(tables) };
}

async function scansOf(query: Readonly<Record<string, string>>) {
  const state = readListState(new URLSearchParams(query), productFields, productSorts);
  if (!state.ok) throw new Error(JSON.stringify(state.problem));
  const before = await scans();
  const listed = await listStaffProducts(admin, state.value, "id");
  if (!listed.ok) throw new Error(listed.problem.code);
  const after = await scans();
  const grown = (one: Map<string, number>, other: Map<string, number>) =>
    [...other].flatMap(([name, n]) => (n > (one.get(name) ?? 0) ? [name] : []));
  return {
    found: listed.value.products.length,
    indexes: grown(before.indexes, after.indexes),
    tables: grown(before.tables, after.tables),
  };
}

const filters: Readonly<Record<ProductField, string>> = {
  status: "status.any:draft",
  category: `category.any:${rareCategory}`,
  price: "price.gte:900000000",
  stock: "stock.lte:0",
  band: "band.any:low",
  missing: "missing.any:weight",
  brand: "brand.starts:merek",
  created: "created.until:2020-01-01",
  updated: "updated.until:2020-01-01",
};

test.each(Object.entries(filters))(
  "a rare value of the field %s is found by the index that the field names",
  async (field, filter) => {
    const { indexes, tables, found } = await scansOf({ filter });
    expect(tables).toEqual([]);
    expect(indexes).toContain(productFields[field as ProductField].index);
    expect(found).toBeLessThan(50);
  },
);

test.each([
  ["newest", "products_created"],
  ["updated", "products_updated"],
  ["name", "products_name"],
  ["price", "products_price"],
  ["price_down", "products_price"],
])("the order %s reads the index %s and no whole table", async (sort, index) => {
  const { indexes, tables, found } = await scansOf({ sort });
  expect([tables, found]).toEqual([[], 50]);
  expect(indexes).toContain(index);
});

test("a rare word is found by the text index, and a common one in the list's own order", async () => {
  const rare = await scansOf({ q: "langka" });
  expect([rare.tables, rare.found]).toEqual([[], 5]);
  expect(rare.indexes).toContain("products_search");
  const common = await scansOf({ q: "k" });
  expect([common.tables, common.found]).toEqual([[], 50]);
  expect(common.indexes).not.toContain("products_search");
});

test("categories whose products stand behind many others are read from the index of the order alone", async () => {
  const sql = asShop();
  const dear = await sql<{ id: string }[]>`
    select k.category_id as id from product_categories k join products p on p.id = k.product_id
    where k.category_id <> ${rareCategory} group by 1 order by min(p.price_from) desc limit 3`;
  const filter = `category.any:${dear.map(({ id }) => id).join("|")}`;
  const state = readListState(new URLSearchParams({ filter }), productFields, productSorts);
  if (!state.ok) throw new Error(JSON.stringify(state.problem));
  const { where } = await productCondition(sql, state.value, "UTC");
  const plan = await sql<{ "QUERY PLAN": string }[]>`
    explain (costs off) select p.id from products p where ${where} order by p.price_from, p.id limit 51`;
  const lines = plan.map((line) => line["QUERY PLAN"]).join("\n");
  expect(lines).toContain("Index Only Scan using products_price");
  expect(lines).not.toContain("product_categories");
});

test("a word without statistics is found by the text index, also in a shop of a million products", async () => {
  const owner = openPostgres(url(), { max: 1 });
  try {
    await owner`update pg_class set reltuples = 1000000 where oid = 'public.products'::regclass`;
  } finally {
    await owner.end();
  }
  // PostgreSQL expects 5,000 products of it.
  const { found, indexes, tables } = await scansOf({ q: "zzzzqqq" });
  expect([found, tables]).toEqual([0, []]);
  expect(indexes).toContain("products_search");
  expect(indexes).not.toContain("products_created");
});

test.each([
  "or(price.lte:20000,band.any:low,missing.any:weight)",
  "and(status.any:published,stock.gte:1,price.gte:50000)",
  "and(or(missing.any:english,missing.any:weight),status.none:archived)",
])("%s reads no whole table", async (filter) => {
  expect((await scansOf({ filter, sort: "updated" })).tables).toEqual([]);
});

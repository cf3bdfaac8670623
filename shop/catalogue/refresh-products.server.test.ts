import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

const database = testDatabase({ demo: true });
let owner: ReturnType<typeof openPostgres>;
beforeAll(() => {
  owner = openPostgres(database.url(), { max: 1 });
});
afterAll(() => owner.end());

interface Work {
  /** Rows of `products` that were updated. */
  readonly products: number;
  /** Rows of `product_variants` that were read, inserted or updated. */
  readonly variants: number;
}

/** The work of one statement that saves this many variants of one product, then rolled back. */
async function workOfSaving(count: number, save: "insert" | "update"): Promise<Work> {
  const undo = new Error("undo");
  let work: Work = { products: 0, variants: 0 };
  await owner
    .begin(async (sql) => {
      const [product] = await sql<{ id: string }[]>`
        insert into public.products (slug, name) values ('many-variants', '{"id": "Banyak", "en": "Many"}')
        returning id`;
      const read = async () => {
        const rows = await sql<{ table: string; updated: number; touched: number }[]>`
          select relname as table, n_tup_upd::int as updated,
            (n_tup_ins + n_tup_upd + coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as touched
          from pg_stat_xact_user_tables where relname in ('products', 'product_variants')`;
        return {
          products: rows.find(({ table }) => table === "products")?.updated ?? 0,
          variants: rows.find(({ table }) => table === "product_variants")?.touched ?? 0,
        };
      };
      const insert = () => sql`
        insert into public.product_variants (product_id, sku, price, weight_grams, options)
        select ${product?.id ?? ""}, 'MANY-' || n, 1000 + n, 100, jsonb_build_object('n', n::text)
        from generate_series(1, ${count}::int) n`;
      if (save === "update") await insert();
      const before = await read();
      if (save === "insert") await insert();
      else {
        await sql`
          update public.product_variants set price = price + 1 where product_id = ${product?.id ?? ""}`;
      }
      const after = await read();
      const [saved] = await sql<{ variant_count: number; price_from: number }[]>`
        select variant_count, price_from from public.products where id = ${product?.id ?? ""}`;
      expect(saved?.variant_count).toBe(count);
      expect(Number(saved?.price_from)).toBe(save === "insert" ? 1_001 : 1_002);
      work = {
        products: after.products - before.products,
        variants: after.variants - before.variants,
      };
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return work;
}

test.each(["insert", "update"] as const)(
  "one statement that saves 2,000 variants (%s) refreshes their product once and is linear",
  async (save) => {
    const few = await workOfSaving(200, save);
    const many = await workOfSaving(2_000, save);
    expect(few.products).toBe(1);
    expect(many.products).toBe(1);
    // Ten times the variants cause ten times the row operations, not a hundred times.
    expect(many.variants).toBeLessThan(12 * few.variants);
  },
);

test("a variant that moves to another product leaves the first one up to date", async () => {
  const sql = asSeed();
  const rows = await sql<{ id: string; variant_count: number }[]>`
    select id, variant_count from products where variant_count > 1 order by id limit 2`;
  const [from, to] = rows;
  if (!from || !to) throw new Error("the demo shop has two products with several variants");
  const counts = async () => {
    const now = await sql<{ id: string; variant_count: number }[]>`
      select id, variant_count from products where id in (${from.id}, ${to.id})`;
    return [from, to].map(({ id }) => now.find((row) => row.id === id)?.variant_count);
  };
  const [moved] = await sql<{ id: string }[]>`
    update product_variants set product_id = ${to.id}, options = '{"colour": "moved"}'
    where id = (select id from product_variants where product_id = ${from.id} and not archived order by id limit 1)
    returning id`;
  expect(moved).toBeDefined();
  expect(await counts()).toEqual([from.variant_count - 1, to.variant_count + 1]);
});

test("a statement that changes no row of the catalogue logs nothing", async () => {
  const sql = asSeed();
  const count = async () =>
    (await sql<{ count: number }[]>`select count(*)::int as count from private.changes`)[0]
      ?.count ?? 0;
  const rowsOf = async (statement: () => Promise<unknown>) => {
    const before = await count();
    await statement();
    return (await count()) - before;
  };
  expect(await rowsOf(() => sql`update products set name = name where false`)).toBe(0);
  expect(await rowsOf(() => sql`delete from categories where false`)).toBe(0);
  expect(await rowsOf(() => sql`update shop_settings set name = name`)).toBe(1);
  expect(await rowsOf(() => sql`update product_variants set position = position`)).toBe(1);
  expect(await rowsOf(() => owner`truncate public.collection_products`)).toBe(1);
});

test("the threshold of low stock is a setting of the shop", async () => {
  const sql = asSeed();
  const bands = async () => {
    const rows = await sql<{ id: string; stock_band: string; available: number }[]>`
      select v.id, v.stock_band, s.available from product_variants v join stock_items s on s.variant_id = v.id`;
    return rows;
  };
  const expected = (available: number, low: number) =>
    available <= 0 ? "out" : available <= low ? "low" : "in";
  const [shop] = await sql<
    { low_stock_pieces: number }[]
  >`select low_stock_pieces from shop_settings`;
  expect(shop?.low_stock_pieces).toBe(5);
  for (const low of [12, 0, 5]) {
    await sql`update shop_settings set low_stock_pieces = ${low}`;
    for (const row of await bands()) expect(row.stock_band).toBe(expected(row.available, low));
  }
  await sql`update shop_settings set low_stock_pieces = 7`;
  const [one] = await sql<{ variant_id: string; available: number }[]>`
    select variant_id, available from stock_items where available > 10 order by variant_id limit 1`;
  if (!one) throw new Error("the demo shop has a variant with more than ten pieces");
  await sql`
    insert into stock_movements (variant_id, kind, quantity, reason)
    values (${one.variant_id}, 'adjusted', ${7 - one.available}, 'test')`;
  expect((await bands()).find(({ id }) => id === one.variant_id)?.stock_band).toBe("low");
  await sql`
    insert into stock_movements (variant_id, kind, quantity) values (${one.variant_id}, 'received', 1)`;
  expect((await bands()).find(({ id }) => id === one.variant_id)?.stock_band).toBe("in");
  await expect(sql`update shop_settings set low_stock_pieces = -1`).rejects.toThrow(
    "low_stock_pieces_invalid",
  );
});

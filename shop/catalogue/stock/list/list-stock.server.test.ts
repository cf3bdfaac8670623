import { expect, test } from "vitest";
import { inTransaction } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { changeStock } from "#shop/catalogue/stock/change-stock.server.ts";
import { notifyLowStock } from "#shop/catalogue/stock/notify-low-stock.server.ts";
import { findStockDifferences } from "#shop/catalogue/stock/reconcile-stock.server.ts";
import { repairStock } from "#shop/catalogue/stock/repair-stock.server.ts";
import {
  demoPerson,
  giveStaffRole,
  setStock,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { searchVariants } from "./find-variants.server.ts";
import { listStock, stockQuery, sumStock } from "./list-stock.server.ts";
import { readStockFilter, stockRowsPerPage } from "./stock-filter.ts";

const database = testDatabase({ demo: true });
const admin = demoPerson("admin@etalase.test");
const staff = demoPerson("staff@etalase.test");
const list = (query = "") => listStock(admin, readStockFilter(new URLSearchParams(query)), "id");

test("the pages of the stock follow one another both ways without a gap or a repeat", async () => {
  const [all] = await asSeed()<{ skus: string[] }[]>`
    select array_agg(v.sku order by v.sku) as skus from product_variants v join products p on p.id = v.product_id
    where not v.archived and p.status <> 'archived'`;
  const pages: string[][] = [];
  let page = await list();
  for (;;) {
    pages.push(page.rows.map(({ sku }) => sku));
    if (page.after === null) break;
    page = await list(`after=${encodeURIComponent(page.after)}`);
  }
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flat()).toEqual(all?.skus);
  page = await list(`before=${encodeURIComponent(page.before ?? "")}`);
  expect(page.rows.map(({ sku }) => sku)).toEqual(pages.at(-2));
});

test("the stock is found by barcode, by the beginning of a SKU and by a product's name", async () => {
  const id = await variantInStock();
  await asSeed()`update product_variants set barcode = '4006381333931' where id = ${id}`;
  const [variant] = await asSeed()<{ sku: string; barcode: string; name: string }[]>`
    select v.sku, v.barcode, p.name ->> 'id' as name from product_variants v join products p on p.id = v.product_id
    where v.id = ${id}`;
  if (!variant) throw new Error("no variant");
  const byBarcode = await list(`q=${variant.barcode}`);
  expect(byBarcode.rows.map(({ sku }) => sku)).toEqual([variant.sku]);
  const bySku = await list(`q=${encodeURIComponent(variant.sku.slice(0, -1).toLowerCase())}`);
  expect(bySku.rows.map(({ sku }) => sku)).toContain(variant.sku);
  const byName = await list(`q=${encodeURIComponent(variant.name)}`);
  expect(byName.rows.map(({ sku }) => sku)).toContain(variant.sku);
  expect((await list("q=%25%5F%5C")).rows).toEqual([]);
});

test("the whole stock is worth its pieces at price and at cost, and costs are for those who may see them", async () => {
  const sql = asSeed();
  const admin = demoPerson("admin@etalase.test");
  const [first, second] = await sql<{ id: string }[]>`
    select v.id from product_variants v join products p on p.id = v.product_id join stock_items i on i.variant_id = v.id
    where not v.archived and p.status <> 'archived' and i.on_hand > 0 order by v.sku limit 2`;
  if (!first || !second) throw new Error("no stock");
  for (const [id, cost] of [
    [first.id, 10_000],
    [second.id, 20_000],
    [first.id, 12_500],
  ] as const) {
    await sql`insert into variant_costs (variant_id, cost, actor_id) values (${id}, ${cost}, ${admin.id})`;
  }
  const [wanted] = await sql<
    { pieces: number; at_price: number; at_cost: number; known: number }[]
  >`
    select sum(i.on_hand)::int as pieces, sum(i.on_hand * v.price)::bigint as at_price,
      sum(case v.id when ${first.id} then i.on_hand * 12500 when ${second.id} then i.on_hand * 20000 end)::int as at_cost,
      sum(i.on_hand) filter (where v.id in (${first.id}, ${second.id}))::int as known
    from stock_items i join product_variants v on v.id = i.variant_id join products p on p.id = v.product_id
    where not v.archived and p.status <> 'archived'`;
  if (!wanted) throw new Error("no sum");
  const { known, ...sums } = wanted;
  expect(await sumStock(admin)).toEqual({ ...sums, without_cost: sums.pieces - known });
  expect(await sumStock({ ...admin, permissions: ["stock.read"] })).toEqual({
    pieces: sums.pieces,
    at_price: sums.at_price,
  });
  expect(await sumStock({ ...admin, permissions: [] })).toBeNull();
});

test("staff without the permission see no stock", async () => {
  const nobody = { ...admin, permissions: [] };
  expect((await listStock(nobody, readStockFilter(new URLSearchParams()), "id")).rows).toEqual([]);
});

test("the limit of a product replaces the shop's, and the views follow it", async () => {
  const id = await variantInStock();
  await setStock(id, 8);
  const bandOf = async () =>
    (
      await asSeed()<{ stock_band: string }[]>`
      select stock_band from product_variants where id = ${id}`
    )[0]?.stock_band;
  expect(await bandOf()).toBe("in");
  expect((await changeStock(admin, id, { kind: "low", low_at: 8 })).ok).toBe(true);
  expect(await bandOf()).toBe("low");
  // The shop's own limit no longer concerns this product.
  await asSeed()`update shop_settings set low_stock_pieces = 3`;
  expect(await bandOf()).toBe("low");
  await setStock(id, 9);
  expect(await bandOf()).toBe("in");
  await changeStock(admin, id, { kind: "low", low_at: null });
  await setStock(id, 4);
  expect(await bandOf()).toBe("in");
  await setStock(id, 3);
  expect(await bandOf()).toBe("low");
  expect(await changeStock(staff, id, { kind: "low", low_at: 1 })).toEqual({
    ok: false,
    problem: "not_permitted",
  });
});

const notices = () =>
  asSeed()<{ recipient: string; subject: string; text: string }[]>`
    select recipient, subject, text from private.outbox where dedupe_key like 'low-stock:%' order by recipient, created_at`;

test("staff with stock.adjust get one mail for all that crossed its limit, once per crossing", async () => {
  await asSeed()`update shop_settings set low_stock_pieces = 5`;
  await notifyLowStock();
  await asSeed()`delete from private.outbox`;
  const [a, b, c] = await asSeed()<{ id: string; sku: string }[]>`
    select v.id, v.sku from product_variants v join products p on p.id = v.product_id
    where p.status = 'published' and not v.archived order by v.sku desc limit 3`;
  if (!a || !b || !c) throw new Error("too few variants");
  for (const { id } of [a, b, c]) await setStock(id, 20);
  await notifyLowStock();
  expect(await notices()).toEqual([]);

  await setStock(a.id, 4);
  await setStock(a.id, 3);
  await setStock(b.id, 0);
  await setStock(c.id, 2);
  await setStock(c.id, 20);
  await Promise.all([notifyLowStock(), notifyLowStock()]);
  const first = await notices();
  // The demo shop's USER has the role `sales`, which may not change stock.
  expect(first.map(({ recipient }) => recipient)).toEqual(["admin@etalase.test"]);
  expect(first[0]?.subject).toBe("1 varian habis, 1 varian menipis");
  expect(first[0]?.text).toContain(a.sku);
  expect(first[0]?.text).toContain(b.sku);
  expect(first[0]?.text).not.toContain(c.sku);

  await setStock(a.id, 2);
  await notifyLowStock();
  expect(await notices()).toHaveLength(1);
  await giveStaffRole(staff, "warehouse");
  await setStock(a.id, 0);
  await notifyLowStock();
  expect((await notices()).map(({ recipient }) => recipient)).toEqual([
    "admin@etalase.test",
    "admin@etalase.test",
    "staff@etalase.test",
  ]);
  await giveStaffRole(staff, "sales");
});

test("with the setting off no notice is sent, and switching it on sends none late", async () => {
  const id = await variantInStock();
  await setStock(id, 30);
  await notifyLowStock();
  const before = (await notices()).length;
  await asSeed()`update shop_settings set low_stock_mails = false`;
  await setStock(id, 1);
  await notifyLowStock();
  await asSeed()`update shop_settings set low_stock_mails = true`;
  await notifyLowStock();
  expect(await notices()).toHaveLength(before);
});

test("figures that differ from their ledger are corrected, and the history of the product says so", async () => {
  const id = await variantInStock();
  const owner = openPostgres(database.url(), { max: 1 });
  try {
    await owner`update public.stock_items set on_hand = on_hand + 7, held = held + 1 where variant_id = ${id}`;
  } finally {
    await owner.end();
  }
  const { differences } = await findStockDifferences();
  expect(differences.map(({ variant_id, figure }) => [variant_id, figure])).toEqual([
    [id, "held"],
    [id, "on_hand"],
  ]);
  expect(await repairStock(staff, [id])).toEqual({ ok: false, problem: "not_permitted" });
  expect(await repairStock(admin, [id])).toEqual({ ok: true, value: 1 });
  expect((await findStockDifferences()).differences).toEqual([]);
  expect(await repairStock(admin, [id])).toEqual({ ok: true, value: 0 });
  const [entry] = await asSeed()<{ actor_id: string; changes: object }[]>`
    select actor_id, changes from audit_entries where action = 'stock.repaired'`;
  expect(entry?.actor_id).toBe(admin.id);
  expect(Object.keys(entry?.changes ?? {}).sort()).toEqual(["held", "on_hand"]);
});

longProof("a page of 100,000 variants walks an index", { timeout: 60_000 }, async () => {
  const owner = openPostgres(database.url(), { max: 1 });
  try {
    // Without the triggers, which take a minute for so many and do not concern the plan.
    await owner.begin(async (sql) => {
      await sql`alter table public.products disable trigger user`;
      await sql`alter table public.product_variants disable trigger user`;
      await sql`alter table public.stock_items disable trigger user`;
      await sql`
        with made as (
          insert into public.products (slug, name, status)
          select 'banyak-' || n, jsonb_build_object('id', 'Banyak ' || n, 'en', ''), 'draft' from generate_series(1, 20000) n
          returning id, slug), variants as (
          insert into public.product_variants (product_id, sku, options, price, weight_grams, stock_band)
          select id, slug || '-' || m, jsonb_build_object('size', m), 1000, 100, 'out' from made, generate_series(1, 5) m
          returning id)
        insert into public.stock_items (variant_id) select id from variants`;
      await sql`alter table public.products enable trigger user`;
      await sql`alter table public.product_variants enable trigger user`;
      await sql`alter table public.stock_items enable trigger user`;
    });
    await owner`analyze public.product_variants`;
    await owner`analyze public.products`;
    await owner`analyze public.stock_items`;
  } finally {
    await owner.end();
  }
  const planOf = (query: string) =>
    inTransaction(async (sql) => {
      const filter = readStockFilter(new URLSearchParams(query));
      const search = await searchVariants(sql, filter.q);
      const lines = await sql<{ "QUERY PLAN": string }[]>`
        explain (analyze) ${stockQuery(sql, filter, search.where, "id")}`;
      return lines.map((line) => line["QUERY PLAN"]).join("\n");
    });
  for (const [query, index] of [
    ["", "sku_taken"],
    ["after=banyak-3000-5", "sku_taken"],
    ["before=banyak-3000-5", "sku_taken"],
    ["view=low", "product_variants_low"],
    ["view=out&after=banyak-3000-5", "product_variants_out"],
    ["q=banyak-3011-1", "product_variants_sku_prefix"],
  ] as const) {
    const plan = await planOf(query);
    expect(plan, query).toContain(index);
    expect(plan, query).not.toMatch(/Seq Scan on (product_variants|stock_items|products)/);
  }
  expect((await list("q=banyak-3011")).rows).toHaveLength(5);
  expect((await list("view=out")).rows).toHaveLength(stockRowsPerPage);
});

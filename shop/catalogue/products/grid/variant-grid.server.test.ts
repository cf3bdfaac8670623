import { expect, test } from "vitest";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import type { GridChange } from "./grid-change.ts";
import { type GridRow, listVariants, saveVariantRows } from "./variant-grid.server.ts";

testDatabase({ demo: true, max: 4 });
const admin = demoPerson("admin@etalase.test");
const changeOf = (row: GridRow, part: Partial<GridChange>): GridChange => ({
  id: row.id,
  version: row.version,
  price: row.price,
  was_price: row.was_price,
  seen: row.on_hand,
  counted: row.on_hand,
  ...part,
});

async function allRows(q = ""): Promise<GridRow[]> {
  const found: GridRow[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const page: Awaited<ReturnType<typeof listVariants>> = await listVariants(
      admin,
      { q, after },
      "id",
    );
    found.push(...page.rows);
    ({ after } = page);
  }
  return found;
}

test("the pages hold every offered variant once, in the order of their SKUs", async () => {
  const rows = await allRows();
  const [all] = await asSeed()<{ skus: string[] }[]>`
    select array_agg(v.sku order by v.sku) as skus from product_variants v join products p on p.id = v.product_id
    where not v.archived and p.status <> 'archived'`;
  expect(rows.map(({ sku }) => sku)).toEqual(all?.skus);
  const mugs = await allRows("mug jakarta");
  expect(mugs.length).toBeGreaterThan(0);
  expect(new Set(mugs.map(({ product }) => product))).toEqual(new Set(["Mug Jakarta"]));
});

test("fifty prices are saved at once; a row that somebody else changed keeps their price", async () => {
  const rows = (await allRows()).slice(0, 50);
  const [first] = rows;
  if (!first) throw new Error("no variants");
  await saveVariantRows(admin, crypto.randomUUID(), [
    changeOf(first, { price: 7_000, was_price: null }),
  ]);
  const saved = await saveVariantRows(
    admin,
    crypto.randomUUID(),
    rows.map((row) => changeOf(row, { price: 12_000, was_price: 15_000 })),
  );
  expect(saved).toEqual({ ok: true, value: { kept: [first.id] } });
  const after = (await allRows()).slice(0, 50);
  expect(after.map(({ price }) => price)).toEqual([7_000, ...Array(49).fill(12_000)]);
  const [entries] = await asSeed()`
    select count(*)::int as n from audit_entries
    where actor_id = ${admin.id} and action = 'product_variants.changed' and changes ? 'price'`;
  expect(entries).toEqual({ n: 50 });
});

test("counted stock is booked once, and nothing is stored when it would fall below zero", async () => {
  const [row] = await allRows();
  if (!row) throw new Error("no variants");
  const key = crypto.randomUUID();
  const counted = [changeOf(row, { counted: row.on_hand + 4 })];
  await Promise.all([saveVariantRows(admin, key, counted), saveVariantRows(admin, key, counted)]);
  const [now] = await allRows();
  expect(now?.on_hand).toBe(row.on_hand + 4);
  const gone = changeOf(now ?? row, { price: 1_000, was_price: null, seen: 1_000_000, counted: 0 });
  expect(await saveVariantRows(admin, crypto.randomUUID(), [gone])).toEqual({
    ok: false,
    problem: { code: "stock_below_zero", sku: row.sku },
  });
  expect((await allRows())[0]).toEqual(now);
});

test("staff without prices change none", async () => {
  const [row] = await allRows();
  if (!row) throw new Error("no variants");
  const staff = demoPerson("staff@etalase.test");
  expect(await saveVariantRows(staff, crypto.randomUUID(), [changeOf(row, { price: 1 })])).toEqual({
    ok: false,
    problem: { code: "not_permitted" },
  });
});

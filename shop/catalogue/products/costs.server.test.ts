import { beforeAll, expect, test } from "vitest";
import { previewSale } from "#shop/catalogue/sales/read-sales.server.ts";
import { saveSale } from "#shop/catalogue/sales/save-sale.server.ts";
import { changeStock } from "#shop/catalogue/stock/change-stock.server.ts";
import { findCost, findCosts, saveCosts } from "#shop/catalogue/stock/costs.server.ts";
import { listStock } from "#shop/catalogue/stock/list/list-stock.server.ts";
import { findVariantStock } from "#shop/catalogue/stock/read-stock.server.ts";
import type { StockChange } from "#shop/catalogue/stock/stock-change.ts";
import type { Person } from "#shop/kernel/access.ts";
import { listAuditEntries } from "#shop/staff/read-audit.server.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findStaffProduct } from "./find-product.server.ts";
import { findMargins } from "./margins.server.ts";
import { marginOf } from "./margins.ts";

testDatabase({ demo: true, max: 6 });
const admin = demoPerson("admin@etalase.test");
let variant: { id: string; product_id: string; price: number };
beforeAll(async () => {
  const [found] = await asSeed()<{ id: string; product_id: string; price: number }[]>`
    select v.id, v.product_id, v.price from product_variants v join products p on p.id = v.product_id
    where p.status = 'published' and v.was_price is null and not v.archived order by v.id limit 1`;
  if (!found) throw new Error("no variant");
  variant = found;
  const [stock] = await asSeed()<{ on_hand: number }[]>`
    select on_hand from stock_items where variant_id = ${found.id}`;
  if (stock?.on_hand) {
    await asSeed()`
      insert into stock_movements (variant_id, kind, quantity, reason)
      values (${found.id}, 'adjusted', ${-stock.on_hand}, 'test')`;
  }
});

const receive = (actor: Person, quantity: number, unit_cost?: number, key = crypto.randomUUID()) =>
  changeStock(actor, variant.id, {
    kind: "receive",
    key,
    quantity,
    note: "",
    ...(unit_cost === undefined ? {} : { unit_cost }),
  } as StockChange);

test("received pieces make the moving average, also two deliveries at once, and a repeat counts once", async () => {
  await receive(admin, 10, 10_000);
  expect(await findCost(admin, variant.id)).toBe(10_000);
  const key = crypto.randomUUID();
  await receive(admin, 30, 14_000, key);
  await receive(admin, 30, 14_000, key);
  expect(await findCost(admin, variant.id)).toBe(13_000);
  // (40 × 13,000 + 10 × 23,000 + 10 × 33,000) / 60 in either order.
  await Promise.all([receive(admin, 10, 23_000), receive(admin, 10, 33_000)]);
  expect(await findCost(admin, variant.id)).toBe(18_000);
  await receive(admin, 40);
  expect(await findCost(admin, variant.id)).toBe(18_000);
  await saveCosts(admin, variant.product_id, { [variant.id]: 20_000 });
  await receive(admin, 100, 10_000);
  expect(await findCost(admin, variant.id)).toBe(15_000);
});

test("a cost is typed, repeated without a row, and refused for another product's variant", async () => {
  const rows = async () =>
    (await asSeed()`select from variant_costs where variant_id = ${variant.id}`).length;
  await saveCosts(admin, variant.product_id, { [variant.id]: 12_500 });
  const before = await rows();
  await saveCosts(admin, variant.product_id, { [variant.id]: 12_500 });
  expect(await rows()).toBe(before);
  expect(await saveCosts(admin, variant.product_id, { [crypto.randomUUID()]: 1 })).toEqual({
    ok: false,
    problem: "not_found",
  });
  const refusal = asSeed()`update variant_costs set cost = 1 where variant_id = ${variant.id}`;
  await expect(refusal).rejects.toThrow(/permission denied|never change/);
});

test("a margin is what the price without PPN leaves, and a sale below cost says so", async () => {
  const tax = { goods: { rate_basis_points: 1200, base_numerator: 11, base_denominator: 12 } };
  expect(marginOf(111_000, 60_000, "goods", tax)).toEqual({ amount: 40_000, percent: 40 });
  expect(marginOf(111_000, 60_000, "goods", null)).toEqual({ amount: 51_000, percent: 46 });
  expect(marginOf(0, 10, "goods", null)).toEqual({ amount: -10, percent: null });
  const margins = await findMargins(admin, variant.product_id);
  await saveCosts(admin, variant.product_id, { [variant.id]: variant.price });
  const id = crypto.randomUUID();
  const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 16);
  await saveSale(admin, {
    id,
    version: 0,
    name: "Rugi",
    kind: "percent",
    value: 20,
    category_ids: [],
    product_ids: [variant.product_id],
    starts_at: day(1),
    ends_at: day(2),
  });
  const preview = await previewSale(admin, id, "id");
  const row = preview.rows.find(({ variant_id }) => variant_id === variant.id);
  const price = row?.price ?? 0;
  expect(price).toBeGreaterThan(0);
  const { fields } = (await findStaffProduct(admin, variant.product_id)) ?? {};
  expect(row?.margin).toBe(
    marginOf(price, variant.price, fields?.tax_class ?? "", margins?.tax ?? null).amount,
  );
  expect(preview.below_cost).toBe(1);
});

test("staff without the permission see no cost anywhere, and write none", async () => {
  const sentinel = 987_654_321;
  await saveCosts(admin, variant.product_id, { [variant.id]: sentinel });
  await asSeed()`
    insert into staff_roles (id, name, permissions)
    values ('tanpa-modal', 'Tanpa modal', '{products.read,products.edit,prices.edit,stock.read,stock.adjust,audit.read}')`;
  await asSeed()`
    update profiles set staff_role = 'tanpa-modal' from auth.users u
    where u.id = profiles.id and u.email = 'staff@etalase.test'`;
  const staff = {
    ...demoPerson("staff@etalase.test"),
    permissions: [
      "products.read",
      "products.edit",
      "prices.edit",
      "stock.read",
      "stock.adjust",
      "audit.read",
    ],
  } as unknown as Person;
  expect(await findCosts(staff, variant.product_id)).toBeNull();
  expect(await findCost(staff, variant.id)).toBeNull();
  expect(await findMargins(staff, variant.product_id)).toBeNull();
  expect(await saveCosts(staff, variant.product_id, { [variant.id]: 1 })).toMatchObject({
    problem: "not_permitted",
  });
  expect(await receive(staff, 1, 5)).toMatchObject({ problem: "not_permitted" });
  const sale = await asSeed()<{ id: string }[]>`select id from sales where name = 'Rugi'`;
  const seen = JSON.stringify([
    await findStaffProduct(staff, variant.product_id),
    await findVariantStock(staff, variant.id, null, "id"),
    await listStock(staff, { view: null, q: "", after: null, before: null }, "id"),
    await previewSale(staff, sale[0]?.id ?? "", "id"),
    await listAuditEntries(
      staff,
      { q: "", filter: null, sort: "newest", after: null, before: null } as never,
      "id",
    ),
  ]);
  expect(seen).not.toContain(String(sentinel));
  const [own] = await asSeed()<{ sku: string; on_hand: number }[]>`
    select v.sku, s.on_hand from product_variants v join stock_items s on s.variant_id = v.id where v.id = ${variant.id}`;
  expect(seen).not.toContain(String(sentinel * (own?.on_hand ?? 1)));
  const found = await listStock(
    admin,
    { view: null, q: own?.sku ?? "", after: null, before: null },
    "id",
  );
  expect(found.rows.find(({ variant_id }) => variant_id === variant.id)?.value).toBe(
    sentinel * (own?.on_hand ?? 0),
  );
  // Nor is the figure in what the log and the drafts store.
  const [stored] = await asSeed()<{ n: number }[]>`
    select (select count(*)::int from audit_entries where changes::text like ${`%${sentinel}%`})
      + (select count(*)::int from private.product_drafts where form::text like ${`%${sentinel}%`}) as n`;
  expect(stored?.n).toBe(0);
});

test("costs of an address that names no product are not found", async () => {
  expect(await saveCosts(admin, "mug-jakarta", {})).toEqual({ ok: false, problem: "not_found" });
});

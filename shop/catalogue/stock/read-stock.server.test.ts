import { beforeAll, expect, test } from "vitest";
import { demoPerson, stockOf, variantInStock } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { changeStock } from "./change-stock.server.ts";
import { findVariantStock, movementsPerPage } from "./read-stock.server.ts";

testDatabase({ demo: true });
const admin = demoPerson("admin@etalase.test");
let variant = "";
beforeAll(async () => {
  variant = await variantInStock();
});

const receive = (quantity: number, key: string = crypto.randomUUID()) =>
  changeStock(admin, variant, { kind: "receive", key, quantity, note: "Nota 12" });

test("the ledger explains each figure, on every page of it", async () => {
  const before = await stockOf(variant);
  for (let n = 1; n <= movementsPerPage; n++) await receive(n);
  const adjusted = await changeStock(admin, variant, {
    kind: "adjust",
    key: crypto.randomUUID(),
    quantity: -2,
    reason: "damaged",
    note: "",
  });
  expect(adjusted.ok).toBe(true);
  const first = await findVariantStock(admin, variant, null, "id");
  expect(first?.stock.on_hand).toBe(before.on_hand + 1275 - 2);
  expect(first?.movements[0]).toMatchObject({
    kind: "adjusted",
    quantity: -2,
    reason: "damaged",
    actor: "Sari Wulandari",
    on_hand: before.on_hand + 1275 - 2,
  });
  expect(first?.movements.at(-1)).toMatchObject({ quantity: 2, on_hand: before.on_hand + 3 });
  const second = await findVariantStock(admin, variant, first?.older ?? 0, "id");
  expect(second?.movements[0]).toMatchObject({ quantity: 1, on_hand: before.on_hand + 1 });
});

test("the same submission twice is booked once", async () => {
  const before = await stockOf(variant);
  const key = crypto.randomUUID();
  await Promise.all([receive(5, key), receive(5, key)]);
  expect((await stockOf(variant)).on_hand).toBe(before.on_hand + 5);
});

test("stock on hand never falls below zero, and staff without the permission change none", async () => {
  const before = await stockOf(variant);
  const gone = {
    kind: "adjust",
    key: crypto.randomUUID(),
    quantity: -1_000_000,
    reason: "lost",
    note: "",
  } as const;
  expect(await changeStock(admin, variant, gone)).toEqual({
    ok: false,
    problem: "stock_below_zero",
  });
  expect(await changeStock(demoPerson("staff@etalase.test"), variant, gone)).toEqual({
    ok: false,
    problem: "not_permitted",
  });
  expect(await stockOf(variant)).toEqual(before);
});

test("reserved pieces are not sold", async () => {
  const before = await stockOf(variant);
  await changeStock(admin, variant, { kind: "limits", safety: 3 });
  expect((await stockOf(variant)).available).toBe(before.available - 3);
  const [item] = await asSeed()`select safety from stock_items where variant_id = ${variant}`;
  expect(item).toEqual({ safety: 3 });
});

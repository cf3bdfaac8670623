import { beforeAll, beforeEach, expect, test } from "vitest";
import { findStockDifferences } from "#shop/catalogue/stock/reconcile-stock.server.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { shipOrder } from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import {
  demoPerson,
  giveStaffRole,
  openTestProviders,
  orderInput,
  payWith,
  setStock,
  stockOf,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { applyStocktake, decideLines } from "./apply-stocktake.server.ts";
import { countLine } from "./count-line.server.ts";
import { countPasted } from "./count-pasted.server.ts";
import {
  createStocktake,
  listStocktakes,
  moveStocktake,
  startStocktake,
} from "./create-stocktake.server.ts";
import { findStocktake, listLines, summariseStocktake } from "./read-stocktake.server.ts";

testDatabase({ demo: true, max: 10 });
beforeAll(openTestProviders);

const admin = demoPerson("admin@etalase.test");
const customer = demoPerson("customer@etalase.test");
const permitted = { permissions: admin.permissions };
const second = { ...demoPerson("staff@etalase.test"), ...permitted };
beforeAll(() => giveStaffRole(second, "warehouse"));

interface Counted {
  id: string;
  sku: string;
}
let variants: Counted[] = [];
let taken: string;

/** A stocktake of all variants whose counting has begun. */
async function begin(part: { is_blind?: boolean; recount_over?: number | null } = {}) {
  const id = crypto.randomUUID();
  await createStocktake(admin, {
    id,
    name: "Opname uji",
    scope: "all",
    category_id: null,
    query: "",
    is_blind: true,
    recount_over: null,
    ...part,
  });
  expect(await startStocktake(admin, id)).toEqual({ ok: true, value: null });
  return id;
}
const scan = (person: typeof admin, code: string, key: string = crypto.randomUUID()) =>
  countLine(person, taken, { how: "scan", key, code });
const state = (person: typeof admin, variant_id: string, pieces: number) =>
  countLine(person, taken, { how: "figure", key: crypto.randomUUID(), variant_id, pieces });
async function lineOf(sku: string) {
  const found = await findStocktake(admin, taken, "id");
  if (!found) throw new Error("no stocktake");
  const filter = { q: sku, view: null, after: null, before: null };
  const { lines } = await listLines(admin, found, filter, "id");
  return lines.find((line) => line.sku === sku);
}
/** Sells and sends pieces. */
async function sell(variant_id: string, quantity: number): Promise<void> {
  const input = await orderInput(customer, { lines: [{ variant_id, quantity }] });
  const placed = await placeOrder(customer, input, {
    idempotencyKey: crypto.randomUUID(),
    language: "id",
  });
  if (!placed.ok) throw new Error(JSON.stringify(placed.problem));
  const { id } = placed.value.order;
  await payWith(placed.value.payment?.id ?? "");
  await settlePayment(placed.value.payment?.id ?? "");
  const [line] = (await findOrder(customer, id))?.lines ?? [];
  const shipped = await shipOrder(admin, {
    order_id: id,
    courier: "JNE",
    service: "REG",
    tracking_number: crypto.randomUUID(),
    lines: [{ order_line_id: line?.id ?? "", quantity }],
  } as never);
  if (!shipped.ok) throw new Error(JSON.stringify(shipped));
}

beforeEach(async () => {
  variants = await asSeed()<Counted[]>`
    select v.id, v.sku from product_variants v join products p on p.id = v.product_id
    where not v.archived and p.status = 'published' and not p.personalisable order by v.sku limit 4`;
  for (const { id } of variants) await setStock(id, 20);
  taken = await begin();
});
const variantAt = (index: number): Counted => {
  const variant = variants[index];
  if (!variant) throw new Error("too few variants");
  return variant;
};

test("sales during the count stay right, with two counters who scan at once", {
  timeout: 60_000,
}, async () => {
  const { id, sku } = variantAt(0);
  const { on_hand } = await stockOf(id);
  // Sold before the count is over, sent after it: 20 on the shelf while it is counted.
  const scans = [...Array(8)].flatMap(() => [scan(admin, sku), scan(second, sku.toLowerCase())]);
  expect((await Promise.all(scans)).every(({ ok }) => ok)).toBe(true);
  expect(await lineOf(sku)).toMatchObject({ counted: 16, own: 8, counters: 2, position: null });
  await Promise.all([sell(id, 2), moveStocktake(admin, taken, "review")]);
  await sell(id, 1);
  expect(await applyStocktake(admin, taken)).toEqual({ ok: true, value: 1 });
  // 16 of 20 pieces were there; three of them were sold since.
  expect((await stockOf(id)).on_hand).toBe(on_hand - 4 - 3);
  expect((await findStockDifferences()).differences).toEqual([]);
});

test("pieces that leave between two counts of a line ask for a recount, which is right", {
  timeout: 60_000,
}, async () => {
  const { id, sku } = variantAt(1);
  const { on_hand } = await stockOf(id);
  await state(admin, id, 10);
  await sell(id, 1);
  await state(second, id, 9);
  await moveStocktake(admin, taken, "review");
  expect(await lineOf(sku)).toMatchObject({ has_moved: true, needs_recount: true });
  expect(await applyStocktake(admin, taken)).toEqual({
    ok: false,
    problem: { code: "recount_needed" },
  });
  await decideLines(admin, taken, "recount", null);
  expect(await lineOf(sku)).toMatchObject({ counted: null, round: 2 });
  await state(second, id, on_hand - 1);
  await moveStocktake(admin, taken, "review");
  expect(await applyStocktake(admin, taken)).toEqual({ ok: true, value: 0 });
  expect((await stockOf(id)).on_hand).toBe(on_hand - 1);
});

test("a difference over the limit needs a second count, and a line may be left out", async () => {
  await moveStocktake(admin, taken, "dropped");
  taken = await begin({ recount_over: 3, is_blind: false });
  const [a, b] = [variantAt(0), variantAt(1)];
  await state(admin, a.id, 12);
  await state(admin, b.id, 11);
  await moveStocktake(admin, taken, "review");
  expect(await summariseStocktake(admin, taken)).toMatchObject({
    counted: 2,
    recount: 2,
    missing_pieces: 17,
  });
  await decideLines(admin, taken, "leave-out", [b.id]);
  await decideLines(admin, taken, "recount", [a.id]);
  await state(admin, a.id, 12);
  await moveStocktake(admin, taken, "review");
  const before = await stockOf(b.id);
  expect(await applyStocktake(admin, taken)).toEqual({ ok: true, value: 1 });
  expect(await stockOf(a.id)).toMatchObject({ on_hand: 12 });
  expect(await stockOf(b.id)).toEqual(before);
});

test("a stocktake is applied once, however many approve it together", async () => {
  const { id } = variantAt(2);
  await state(admin, id, 26);
  await moveStocktake(admin, taken, "review");
  const answers = await Promise.all([1, 2, 3].map(() => applyStocktake(admin, taken)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const movements = await asSeed()`
    select actor_id, quantity, note from stock_movements where dedupe_key = ${`stocktake:${taken}:${id}`}`;
  expect(movements).toEqual([{ actor_id: admin.id, quantity: 6, note: "Opname uji" }]);
  expect(await state(admin, id, 1)).toEqual({ ok: false, problem: "stocktake_state" });
  expect(await moveStocktake(admin, taken, "dropped")).toEqual({
    ok: false,
    problem: "stocktake_state",
  });
});

test("stock never falls below zero: a count that missed pieces which were sent is refused by SKU", {
  timeout: 60_000,
}, async () => {
  const { id, sku } = variantAt(3);
  await state(admin, id, 1);
  await sell(id, 2);
  await moveStocktake(admin, taken, "review");
  const before = await stockOf(id);
  expect(await applyStocktake(admin, taken)).toEqual({
    ok: false,
    problem: { code: "stock_below_zero", skus: [sku] },
  });
  expect(await stockOf(id)).toEqual(before);
  expect((await findStocktake(admin, taken, "id"))?.state).toBe("review");
});

test("a repeated scan counts once, and a corrected figure replaces the person's own alone", async () => {
  const { id, sku } = variantAt(0);
  const key = crypto.randomUUID();
  await Promise.all([scan(admin, sku, key), scan(admin, sku, key)]);
  expect(await lineOf(sku)).toMatchObject({ counted: 1 });
  await state(second, id, 7);
  await state(admin, id, 5);
  expect(await lineOf(sku)).toMatchObject({ counted: 12, own: 5 });
  await state(admin, id, 0);
  expect(await lineOf(sku)).toMatchObject({ counted: 7, own: 0 });
  expect(await scan(admin, "tidak-ada")).toEqual({ ok: false, problem: "code_unknown" });
});

test("a piece outside of the stocktake is named, and an empty scope is refused", async () => {
  const { sku } = variantAt(0);
  const [other] = await asSeed()<{ sku: string }[]>`
    select sku from product_variants where not archived order by sku desc limit 1`;
  const input = { name: "Satu", category_id: null, is_blind: true, recount_over: null };
  const make = async (query: string) => {
    taken = crypto.randomUUID();
    await createStocktake(admin, { ...input, id: taken, scope: "search", query });
    return startStocktake(admin, taken);
  };
  expect((await make(sku)).ok).toBe(true);
  expect((await scan(admin, sku)).ok).toBe(true);
  expect(await scan(admin, other?.sku ?? "")).toEqual({ ok: false, problem: "not_in_stocktake" });
  expect(await make("zzzz tidak ada")).toEqual({ ok: false, problem: "stocktake_empty" });
});

test("the list goes through every stocktake in both ways, the newest first", async () => {
  await asSeed()`
    insert into stocktakes (id, name, scope, created_at)
    select gen_random_uuid(), 'Halaman ' || n, 'all', '2020-01-01'::timestamptz + n / 2 * interval '1 second'
    from generate_series(1, 120) n`;
  const [all] = await asSeed()<{ n: number }[]>`select count(*)::int as n from stocktakes`;
  const seen: string[] = [];
  const pages: string[][] = [];
  let page = await listStocktakes(admin, { after: null, before: null });
  for (;;) {
    pages.push(page.stocktakes.map(({ id }) => id));
    seen.push(...page.stocktakes.map(({ id }) => id));
    if (page.after === null) break;
    page = await listStocktakes(admin, { after: page.after, before: null });
  }
  expect(new Set(seen).size).toBe(all?.n);
  expect(seen).toHaveLength(all?.n ?? 0);
  const back = await listStocktakes(admin, { after: null, before: page.before });
  expect(back.stocktakes.map(({ id }) => id)).toEqual(pages.at(-2));
});

test("counting needs stock.adjust and approving stocktakes.approve", async () => {
  const { id } = variantAt(0);
  await state(second, id, 3);
  await moveStocktake(second, taken, "review");
  expect(await applyStocktake(second, taken)).toEqual({
    ok: false,
    problem: { code: "not_permitted" },
  });
  await moveStocktake(admin, taken, "counting");
  await giveStaffRole(second, "reader");
  expect(await state(second, id, 4)).toEqual({ ok: false, problem: "not_permitted" });
  await giveStaffRole(second, "warehouse");
});

test("pasted counts are saved for one person, in full or not at all, and once per key", async () => {
  taken = await begin();
  const [a, b] = variants;
  if (!a || !b) throw new Error("no variants");
  const key = crypto.randomUUID();
  const paste = (text: string, skips = false, person = admin) =>
    countPasted(person, taken, { key, text, skips });
  const own = async (sku: string) => (await lineOf(sku))?.own;

  // An unknown SKU, a spoiled number and a variant that occurs twice block the whole paste.
  const text = `SKU\tJumlah\n${a.sku.toLowerCase()}\t7\nTIDAK-ADA\t3\n${b.sku}\tlima`;
  expect(await paste(text)).toEqual({
    ok: false,
    problem: { code: "pasted_unmatched", lines: [`${b.sku} lima`, "TIDAK-ADA 3"] },
  });
  expect(await paste(`${a.sku}\t7\n${b.sku}\t1\n${b.sku}\t2`)).toMatchObject({
    problem: { lines: [`${b.sku} 1`, `${b.sku} 2`] },
  });
  expect([await own(a.sku), await own(b.sku)]).toEqual([null, null]);

  expect(await paste(text, true)).toEqual({ ok: true, value: 1 });
  expect(await paste(text, true)).toEqual({ ok: true, value: 1 });
  expect([await own(a.sku), await own(b.sku)]).toEqual([7, null]);
  expect(await paste("TIDAK-ADA\t3", true)).toMatchObject({ problem: { code: "pasted_nothing" } });
  const outsider = { ...customer, permissions: [] };
  expect(await paste(text, true, outsider)).toMatchObject({ problem: { code: "not_permitted" } });

  // A figure that was pasted replaces what this person counted before.
  await scan(admin, a.sku);
  expect(await own(a.sku)).toBe(8);
  const again = { key: crypto.randomUUID(), text: `${a.sku}\t5`, skips: false };
  expect(await countPasted(admin, taken, again)).toEqual({ ok: true, value: 1 });
  expect(await own(a.sku)).toBe(5);
  await moveStocktake(admin, taken, "review");
  expect(
    await countPasted(admin, taken, { ...again, key: crypto.randomUUID(), text: `${b.sku}\t5` }),
  ).toMatchObject({ problem: { code: "stocktake_state" } });
  await moveStocktake(admin, taken, "dropped");
});

import { beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { findProduct } from "#shop/catalogue/find-product.server.ts";
import { visitor } from "#shop/kernel/access.ts";
import { quoteCart } from "#shop/orders/cart/quote-cart.server.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import {
  demoPerson,
  makeCustomer,
  openTestProviders,
  orderInput,
  setStock,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findPriceHistory } from "./price-history.server.ts";
import { findSale, listSales, previewSale } from "./read-sales.server.ts";
import type { SaleInput } from "./sale.ts";
import { saveSale, scheduleSale, stopSale } from "./save-sale.server.ts";
import { runSyncSales } from "./sync-sales.server.ts";

const database = testDatabase({ demo: true, max: 10 });
beforeAll(openTestProviders);
const admin = demoPerson("admin@etalase.test");
const customer = demoPerson("customer@etalase.test");

interface Row {
  id: string;
  product_id: string;
  slug: string;
  sku: string;
  price: number;
  was_price: number | null;
}
let a: Row;
let b: Row;
beforeEach(async () => {
  await asSeed()`delete from sales`;
  await runSyncSales();
  const found = await asSeed()<Row[]>`
    select distinct on (p.id) v.id, p.id as product_id, p.slug, v.sku, v.price, v.was_price
    from product_variants v join products p on p.id = v.product_id
    where not v.archived and p.status = 'published' and v.was_price is null order by p.id, v.position limit 2`;
  [a, b] = found as unknown as [Row, Row];
  for (const { id } of [a, b]) await setStock(id, 15);
});

/** As the form sends it: wall-clock time of the shop in Jakarta, in minutes from now. */
const inMinutes = (minutes: number) =>
  new Date(Date.now() + (7 * 60 + minutes) * 60_000).toISOString().slice(0, 16);

async function draft(part: Partial<SaleInput> = {}): Promise<string> {
  const id = crypto.randomUUID();
  const saved = await saveSale(admin, {
    id,
    version: 0,
    name: "Obral uji",
    kind: "percent",
    value: 20,
    product_ids: [a.product_id],
    category_ids: [],
    starts_at: inMinutes(-1),
    ends_at: inMinutes(60),
    ...part,
  });
  expect(saved).toEqual({ ok: true, value: null });
  return id;
}
const priceOf = async (variant: Row) => {
  const lines = [{ variant_id: variant.id, quantity: 1 }];
  const [line] = (await quoteCart({ actor: visitor }, { lines }, "id")).lines;
  return { price: line?.unit_price, was: line?.was_price };
};
const shownOf = async (variant: Row) =>
  (await findProduct(variant.slug, "id"))?.variants.find(({ id }) => id === variant.id);
const lowered = (price: number) => Math.floor((price * 80 + 50) / 100);
/** Moves a sale in time; only the owner of the tables may. */
async function moveSale(id: string, lower: string, upper: string): Promise<void> {
  const owner = openPostgres(database.url(), { max: 1 });
  try {
    await owner`
      update public.sale_prices set period = tstzrange(now() + ${lower}::interval, now() + ${upper}::interval)
      where sale_id = ${id}`;
  } finally {
    await owner.end();
  }
}

test("a sale lowers the price in cart and catalogue, shows the price before, and ends on demand", async () => {
  const id = await draft();
  expect((await scheduleSale(admin, id)).ok).toBe(true);
  expect(await priceOf(a)).toEqual({ price: lowered(a.price), was: a.price });
  expect(await priceOf(b)).toEqual({ price: b.price, was: null });
  await expect
    .poll(() => shownOf(a))
    .toMatchObject({ price: lowered(a.price), was_price: a.price });
  const [product] = await asSeed()<{ price_from: number }[]>`
    select price_from from products where id = ${a.product_id}`;
  expect(product?.price_from).toBe(lowered(a.price));
  expect(await stopSale(admin, id, "withdraw")).toMatchObject({ ok: false });
  expect(await stopSale(admin, id, "end")).toEqual({ ok: true, value: null });
  expect(await priceOf(a)).toEqual({ price: a.price, was: null });
  await expect.poll(() => shownOf(a)).toMatchObject({ price: a.price, was_price: null });
});

test("at the boundary an order pays what is right, although the catalogue still shows the other price", async () => {
  const id = await draft();
  await scheduleSale(admin, id);
  const lines = [{ variant_id: a.id, quantity: 2 }];
  const order = async (input: Awaited<ReturnType<typeof orderInput>>) =>
    placeOrder(customer, input, { idempotencyKey: crypto.randomUUID(), language: "id" });

  const lineOf = async (orderId: string) =>
    (await asSeed()`select unit_price, was_price from order_lines where order_id = ${orderId}`)[0];

  // The buyer sees the sale; it ends; the job has not run.
  const seen = await orderInput(customer, { lines });
  await moveSale(id, "-1 hour", "-1 second");
  const [marked] = await asSeed()<{ sale_price: number | null }[]>`
    select sale_price from product_variants where id = ${a.id}`;
  expect(marked?.sale_price).toBe(lowered(a.price));
  expect(await order(seen)).toMatchObject({ ok: false, problem: { code: "total_changed" } });
  const full = await order(await orderInput(customer, { lines }));
  expect(full.ok && (await lineOf(full.value.order.id))).toMatchObject({ unit_price: a.price });

  // It begins again; the job has not run either.
  await runSyncSales();
  const dear = await orderInput(customer, { lines });
  await moveSale(id, "-1 second", "1 hour");
  expect(await order(dear)).toMatchObject({ ok: false, problem: { code: "total_changed" } });
  const cheap = await order(await orderInput(customer, { lines }));
  expect(cheap.ok && (await lineOf(cheap.value.order.id))).toMatchObject({
    unit_price: lowered(a.price),
    was_price: a.price,
  });
});

test("the job marks what has begun and unmarks what is over", async () => {
  const id = await draft({ starts_at: inMinutes(30) });
  await scheduleSale(admin, id);
  expect(await priceOf(a)).toEqual({ price: a.price, was: null });
  const shown = async () =>
    (
      await asSeed()<{ shown_price: number }[]>`
      select shown_price from product_variants where id = ${a.id}`
    )[0]?.shown_price;
  await runSyncSales();
  expect(await shown()).toBe(a.price);
  await moveSale(id, "-1 second", "1 hour");
  await Promise.all([runSyncSales(), runSyncSales()]);
  expect(await shown()).toBe(lowered(a.price));
  await moveSale(id, "-1 hour", "-1 second");
  await runSyncSales();
  expect(await shown()).toBe(a.price);
  const history = await findPriceHistory(admin, a.product_id, a.id, "id");
  expect(history?.changes.slice(0, 2)).toMatchObject([
    { cause: "sale_ended", price: a.price, sale: null, actor: "" },
    { cause: "sale_began", price: lowered(a.price), was_price: a.price, sale: "Obral uji" },
  ]);
});

test("a second sale of a variant at the same time is refused by name, also when both are scheduled at once", async () => {
  const ids = await Promise.all([draft({ name: "Satu" }), draft({ name: "Dua" })]);
  expect((await previewSale(admin, ids[0], "id")).clashes).toBe(0);
  const answers = await Promise.all(ids.map((id) => scheduleSale(admin, id)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const refused = answers.find((answer) => !answer.ok);
  expect(refused).toMatchObject({ problem: { code: "sale_overlap" } });
  const later = await draft({ starts_at: inMinutes(60), ends_at: inMinutes(90) });
  expect((await scheduleSale(admin, later)).ok).toBe(true);
});

test("a price that is changed in a sale is the price after it", async () => {
  const id = await draft();
  await scheduleSale(admin, id);
  await asSeed()`update product_variants set price = ${a.price + 5000} where id = ${a.id}`;
  expect(await priceOf(a)).toEqual({ price: lowered(a.price), was: a.price + 5000 });
  // Lower than the sale: the buyer pays the lower one.
  await asSeed()`update product_variants set price = 1000 where id = ${a.id}`;
  expect(await priceOf(a)).toEqual({ price: 1000, was: null });
  await stopSale(admin, id, "end");
  await asSeed()`update product_variants set price = ${a.price} where id = ${a.id}`;
  expect(await priceOf(a)).toEqual({ price: a.price, was: null });
});

test("variants that a sale would not make cheaper take no part, and an empty sale is refused", async () => {
  const id = await draft({ kind: "fixed", value: 900_000_000 });
  const preview = await previewSale(admin, id, "id");
  expect(preview.unchanged).toBe(preview.variants);
  expect(await scheduleSale(admin, id)).toEqual({ ok: false, problem: { code: "sale_empty" } });
  const past = await draft({ starts_at: inMinutes(-90), ends_at: inMinutes(-60) });
  expect(await scheduleSale(admin, past)).toEqual({ ok: false, problem: { code: "sale_over" } });
});

test("sales need prices.edit, and two people who save one see each other", async () => {
  const id = await draft();
  const staff = demoPerson("staff@etalase.test");
  expect(await scheduleSale(staff, id)).toEqual({ ok: false, problem: { code: "not_permitted" } });
  const sale = await findSale(admin, id);
  if (!sale) throw new Error("no sale");
  const { status: _, products: __, ...input } = sale;
  expect(await saveSale(admin, { ...input, name: "Baru" })).toEqual({ ok: true, value: null });
  expect(await saveSale(admin, { ...input, name: "Lama" })).toEqual({
    ok: false,
    problem: { code: "changed_meanwhile" },
  });
});

test("the history of prices only grows, names who changed them, and knows the lowest of 30 days", async () => {
  const owner = openPostgres(database.url(), { max: 1 });
  try {
    await owner`alter table public.price_changes disable trigger never_changes`;
    await owner`
      update public.price_changes set at = now() - interval '90 days' where variant_id = ${b.id}`;
    await owner`alter table public.price_changes enable trigger never_changes`;
    await expect(
      owner`delete from public.price_changes where variant_id = ${b.id}`,
    ).rejects.toThrow(/never change/);
  } finally {
    await owner.end();
  }
  const change = (price: number) =>
    inTransaction(async (sql) => {
      await sql`select set_config('shop.actor', ${`person:${admin.id}`}, true)`;
      await sql`update product_variants set price = ${price} where id = ${b.id}`;
    });
  await change(b.price - 3000);
  await change(b.price + 9000);
  const found = await findPriceHistory(admin, b.product_id, b.id, "id");
  expect(found?.changes.slice(0, 2).map(({ price }) => price)).toEqual([
    b.price + 9000,
    b.price - 3000,
  ]);
  expect(found?.changes[0]?.actor).not.toBe("");
  expect(found?.lowest).toEqual({ until_now: b.price - 3000, before_current: b.price - 3000 });
  await change(b.price);
});

test("the list goes through every sale in both ways, newest first", async () => {
  await asSeed()`
    insert into sales (id, name, kind, value, product_ids, starts_at, ends_at, created_at)
    select gen_random_uuid(), 'Lama ' || n, 'percent', 10, array[${a.product_id}]::uuid[], now(), now() + interval '1 hour',
      now() - n * interval '1 minute'
    from generate_series(1, 120) n`;
  const names: string[] = [];
  let page = await listSales(admin, { after: null, before: null });
  names.push(...page.sales.map(({ name }) => name));
  while (page.after !== null) {
    page = await listSales(admin, { after: page.after, before: null });
    names.push(...page.sales.map(({ name }) => name));
  }
  expect(names).toEqual(Array.from({ length: 120 }, (_, index) => `Lama ${index + 1}`));
  page = await listSales(admin, { after: null, before: page.before });
  expect(page.sales.map(({ name }) => name)).toEqual(names.slice(50, 100));
});

test("a sale whose scheduler lost the right does not begin, and staff are notified", async () => {
  const { person } = await makeCustomer("penjadwal-obral");
  const setRole = (role: string) =>
    asSeed()`update profiles set role = ${role} where id = ${person.id}`;
  await setRole("ADMIN");
  const scheduler = { ...person, role: "ADMIN", permissions: admin.permissions } as const;
  const id = await draft({ starts_at: inMinutes(30) });
  const lasting = await draft({
    starts_at: inMinutes(30),
    name: "Obral lain",
    product_ids: [b.product_id],
  });
  expect(await scheduleSale(scheduler, id)).toMatchObject({ ok: true });
  expect(await scheduleSale(admin, lasting)).toMatchObject({ ok: true });
  await setRole("CUSTOMER");
  await runSyncSales();
  expect((await findSale(admin, id))?.status).toBe("upcoming");
  for (const sale of [id, lasting]) {
    await asSeed()`update sales set starts_at = now() + interval '30 seconds' where id = ${sale}`;
  }
  await runSyncSales();
  expect((await findSale(admin, id))?.status).toBe("draft");
  expect((await findSale(admin, lasting))?.status).toBe("upcoming");
  expect(await asSeed()`select from sale_prices where sale_id = ${id}`).toHaveLength(0);
  expect(
    await asSeed()`select kind, subject_id from private.staff_events where kind = 'sale_withdrawn'`,
  ).toEqual([{ kind: "sale_withdrawn", subject_id: id }]);
  // A colleague schedules it.
  expect(await scheduleSale(admin, id)).toMatchObject({ ok: true });
});

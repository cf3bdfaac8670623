import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { inTransaction, withCommit } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { quoteCart } from "#shop/orders/cart/quote-cart.server.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { shipOrder } from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import {
  demoPerson,
  makeCustomer,
  openTestProviders,
  orderInput,
  payWith,
  provenAdmin,
  setStock,
  stockOf,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findStockDifferences } from "./reconcile-stock.server.ts";
import { allocateHolds, releaseAllocated, shipStock } from "./stock.server.ts";

const database = testDatabase({ demo: true, max: 10 });
beforeAll(openTestProviders);

const customer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");

async function order(key: string, lines: { variant_id: string; quantity: number }[]) {
  const input = await orderInput(customer, { lines });
  return placeOrder(customer, input, { idempotencyKey: key, language: "id" });
}
async function placed(key: string, lines: { variant_id: string; quantity: number }[]) {
  const answer = await order(key, lines);
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
  return { id: answer.value.order.id, payment: answer.value.payment?.id ?? "" };
}
async function pay(payment: string): Promise<void> {
  await payWith(payment);
  await settlePayment(payment);
}

test("pieces counted missing while an order waits do not stop its payment", async () => {
  const variant_id = await variantInStock();
  await setStock(variant_id, 5);
  const { id, payment } = await placed("counted", [{ variant_id, quantity: 5 }]);
  await setStock(variant_id, -3);
  await pay(payment);
  expect(await findOrder(customer, id)).toMatchObject({ status: "placed", payment_status: "paid" });
  expect(await stockOf(variant_id)).toMatchObject({ held: 0, available: -3 });
  await setStock(variant_id, 20);
  expect((await findStockDifferences()).differences).toEqual([]);
});

test("two lines of one variant share its stock, and each is allocated and counted once", async () => {
  const variant_id = await variantInStock();
  await setStock(variant_id, 5);
  const twice = (a: number, b: number) => [
    { variant_id, quantity: a },
    { variant_id, quantity: b },
  ];
  expect(await order("too-many", twice(3, 3))).toMatchObject({
    ok: false,
    problem: { code: "cart_problems" },
  });
  const { id, payment } = await placed("fits", twice(2, 3));
  expect(await stockOf(variant_id)).toMatchObject({ held: 5, available: 0 });
  await pay(payment);
  const before = await stockOf(variant_id);
  await inTransaction((sql) => withCommit(sql, allocateHolds(sql, id)));
  await inTransaction((sql) => withCommit(sql, allocateHolds(sql, id)));
  expect(await stockOf(variant_id)).toEqual(before);
  const [first] = (await findOrder(customer, id))?.lines ?? [];
  const shipped = await shipOrder(staff, {
    order_id: id,
    courier: "JNE",
    service: "REG",
    tracking_number: "A1",
    lines: [{ order_line_id: first?.id ?? "", quantity: 1 }],
  });
  if (!shipped.ok) throw new Error(shipped.problem);
  await inTransaction((sql) => shipStock(sql, id, shipped.value.shipment_id, staff.id));
  expect(await stockOf(variant_id)).toMatchObject({
    on_hand: before.on_hand - 1,
    allocated: before.allocated - 1,
    available: 0,
  });

  await setStock(variant_id, 3);
  const other = await placed("canceled", twice(1, 2));
  await pay(other.payment);
  await cancelOrder(customer, other.id, "customer");
  await cancelOrder(customer, other.id, "customer");
  await inTransaction((sql) => releaseAllocated(sql, other.id));
  expect(await stockOf(variant_id)).toMatchObject({ available: 3 });
  expect(await findBreaches()).toEqual([]);
});

test("reserved stock is not sold; backorders are accepted up to their limit", async () => {
  const variant_id = await variantInStock();
  await setStock(variant_id, 3);
  await asSeed()`update stock_items set safety = 1 where variant_id = ${variant_id}`;
  const problems = async (quantity: number) =>
    (
      await quoteCart({ actor: customer }, { lines: [{ variant_id, quantity }] }, "id")
    ).problems.map(({ code }) => code);
  expect(await problems(3)).toEqual(["not_enough_stock"]);
  expect(await problems(2)).toEqual([]);

  await asSeed()`update stock_items set backorder_limit = 4 where variant_id = ${variant_id}`;
  expect(await problems(7)).toEqual(["not_enough_stock"]);
  const quote = await quoteCart(
    { actor: customer },
    { lines: [{ variant_id, quantity: 6 }] },
    "id",
  );
  expect(quote.lines[0]).toMatchObject({ backordered: 4 });
  const { on_hand } = await stockOf(variant_id);
  const { id, payment } = await placed("ahead", [{ variant_id, quantity: 6 }]);
  await pay(payment);
  expect(await stockOf(variant_id)).toMatchObject({ on_hand, available: 0 });
  // Pieces on backorder cannot be sent.
  expect(
    await shipOrder(staff, { order_id: id, courier: "JNE", service: "", tracking_number: "B1" }),
  ).toEqual({ ok: false, problem: "pieces_missing" });
  await cancelOrder(await provenAdmin(), id, "inventory");
  expect(await stockOf(variant_id)).toMatchObject({ on_hand, available: 6 });
  await asSeed()`update stock_items set safety = 0, backorder_limit = 0 where variant_id = ${variant_id}`;
  expect(await findBreaches()).toEqual([]);
});

test("concurrent orders never exceed stock plus backorders", async () => {
  const variant_id = await variantInStock();
  await setStock(variant_id, 4);
  await asSeed()`update stock_items set backorder_limit = 3 where variant_id = ${variant_id}`;
  const buyers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => makeCustomer(`ahead-${n}`)),
  );
  const inputs = await Promise.all(
    buyers.map(({ person, addressId }) =>
      orderInput(person, { lines: [{ variant_id, quantity: 1 }], address_id: addressId }),
    ),
  );
  const answers = await Promise.all(
    buyers.map(({ person }, index) =>
      placeOrder(person, inputs[index] as (typeof inputs)[number], {
        idempotencyKey: "ahead",
        language: "id",
      }),
    ),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(7);
  await asSeed()`
    insert into stock_movements (variant_id, kind, quantity) values (${variant_id}, 'received', 50)`;
  await asSeed()`update stock_items set backorder_limit = 0 where variant_id = ${variant_id}`;
  expect(await findBreaches()).toEqual([]);
});

test("rule 7: the reconcile command compares on_hand with the movements and reports a manual change", async () => {
  const run = () =>
    promisify(execFile)(process.execPath, ["server/commands/reconcile.ts"], {
      env: { ...process.env, DATABASE_URL: database.url(), LOG_LEVEL: "silent" },
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    );
  const well = await run();
  expect(well.code).toBe(0);
  expect(well.stdout).toMatch(
    /^\d+ variants, \d+ movements: 0 differences\n\d+ orders: 0 differences\n\d+ recipients: 0 differences\n$/,
  );

  const variant_id = await variantInStock();
  const owner = openPostgres(database.url(), { max: 1 });
  await owner`update public.stock_items set on_hand = on_hand + 7, held = held + 2 where variant_id = ${variant_id}`;
  await owner.end();
  const { differences } = await findStockDifferences();
  expect(differences.map(({ figure, stored, proven }) => [figure, stored - proven])).toEqual([
    ["held", 2],
    ["on_hand", 7],
  ]);
  const broken = await run();
  expect(broken.code).toBe(1);
  expect(broken.stdout).toContain("2 differences");
  expect(broken.stdout).toMatch(/^\S+: on_hand is \d+, its movements add up to \d+$/m);
});

test("the ledger of stock outlives its variant: one with movements is archived, one without can be deleted", async () => {
  const sql = asSeed();
  const variant_id = await variantInStock();
  const movements = () => sql`select id from stock_movements where variant_id = ${variant_id}`;
  const before = await movements();
  expect(before.length).toBeGreaterThan(0);
  await expect(sql`delete from product_variants where id = ${variant_id}`).rejects.toThrow(
    "stock_movements_variant_id_fkey",
  );
  await expect(
    sql`delete from products where id = (select product_id from product_variants where id = ${variant_id})`,
  ).rejects.toThrow("stock_movements_variant_id_fkey");
  await sql`update product_variants set archived = true where id = ${variant_id}`;
  expect(await movements()).toEqual(before);
  await sql`update product_variants set archived = false where id = ${variant_id}`;

  const [unused] = await sql<{ id: string }[]>`
    insert into product_variants (product_id, sku, price, weight_grams, options)
    select product_id, 'NEVER-SOLD', 1000, 100, '{"colour": "never"}' from product_variants where id = ${variant_id}
    returning id`;
  await sql`delete from product_variants where id = ${unused?.id ?? ""}`;
  expect(await sql`select from stock_items where variant_id = ${unused?.id ?? ""}`).toHaveLength(0);
});

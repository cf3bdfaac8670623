import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { violatedConstraint } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import type { PriceRule } from "#shop/designs/document/print-spec.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { CartLine } from "#shop/orders/cart/cart.ts";
import { quoteCart } from "#shop/orders/cart/quote-cart.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { findPriceDifferences } from "#shop/orders/reconcile-prices.server.ts";
import { refundOrder } from "#shop/orders/refunds/refund-order.server.ts";
import { reorderDesign } from "#shop/production/customisations/reorder-design.server.ts";
import { addVersion, printBy } from "#tests/support/builders/design-versions.ts";
import { makePromotion } from "#tests/support/builders/promotions.ts";
import {
  makeCustomer,
  openTestProviders,
  orderInput,
  payWith,
  provenAdmin,
  setStock,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { placeOrder } from "./place-order.server.ts";

const database = testDatabase({ demo: true, max: 20 });
beforeAll(openTestProviders);

const label = { id: "Cetak tim", en: "Team print" };
const price: readonly PriceRule[] = [
  { kind: "setup", label: { id: "Persiapan", en: "Set-up" }, amount: 45_000 },
  {
    kind: "quantity",
    label,
    steps: [
      { from: 1, amount: 35_000 },
      { from: 12, amount: 22_001 },
    ],
  },
];
/** Two sizes of one shirt, and what they are printed by. */
let sizes: string[] = [];
let spec = "";
let staff: Person;

beforeAll(async () => {
  const rows = await asSeed()<{ id: string }[]>`
    select v.id from product_variants v join products p on p.id = v.product_id
    where p.slug = 'kaos-nama-tim' order by v.position limit 2`;
  sizes = rows.map(({ id }) => id);
  for (const id of sizes) await setStock(id, 60);
  spec = await printBy(sizes[0] ?? "", { price });
  await asSeed()`update variant_specs set spec_id = ${spec} where variant_id = ${sizes[1] ?? ""}`;
  staff = await provenAdmin();
});

const team = (design_id: string, ...pieces: readonly number[]): CartLine[] =>
  pieces.map((quantity, index) => ({ variant_id: sizes[index] ?? "", quantity, design_id }));

async function paid(person: Person, address_id: string, lines: CartLine[], promo_codes?: string[]) {
  const input = await orderInput(person, {
    lines,
    address_id,
    ...(promo_codes ? { promo_codes } : {}),
  });
  const placed = await placeOrder(person, input, { idempotencyKey: randomUUID(), language: "id" });
  if (!placed.ok || !placed.value.payment) throw new Error(JSON.stringify(placed));
  await payWith(placed.value.payment.id);
  await settlePayment(placed.value.payment.id);
  const order = await findOrder(person, placed.value.order.id);
  if (!order) throw new Error("no order");
  return order;
}

test("a design is set up once in an order, its sizes share the quantity table, and a promotion lowers the goods only", async () => {
  const { person, addressId } = await makeCustomer("Kapten");
  const design = await addVersion(spec, ["Garuda"]);
  const code = `SEMUA${Date.now()}`;
  await makePromotion(code, { type: "percent", value: 100 });
  const order = await paid(person, addressId, team(design, 4, 8), [code]);
  const plain = 149_000;
  expect(order.lines).toMatchObject([
    { quantity: 4, unit_price: plain + 22_001, setup_fee: 0, total: 0 },
    { quantity: 8, unit_price: plain + 22_001, setup_fee: 45_000, total: 45_000 },
  ]);
  expect(order.lines[1]?.charges).toEqual([
    { kind: "plain", label: { id: "Harga barang", en: "Item" }, count: 1, amount: plain },
    { kind: "setup", label: { id: "Persiapan", en: "Set-up" }, count: 1, amount: 45_000 },
    { kind: "quantity", label, count: 12, amount: 22_001 },
  ]);
  expect(order.subtotal).toBe(12 * (plain + 22_001) + 45_000);
  expect(order.total).toBe(45_000 + order.shipping);
  const [{ tax = 0 } = {}] = await asSeed()<{ tax: number }[]>`
    select tax_included as tax from order_lines where order_id = ${order.id} and position = 1`;
  expect(tax).toBe(Math.round((45_000 * 11) / 111));
  expect(await findBreaches()).toEqual([]);
});

test("the set-up is given back with the last piece of its line, and not before", async () => {
  const { person, addressId } = await makeCustomer("Bendahara");
  const order = await paid(person, addressId, team(await addVersion(spec, ["Elang"]), 3));
  const line = order.lines[0];
  const back = async (quantity: number) => {
    const done = await refundOrder(staff, {
      order_id: order.id,
      key: randomUUID(),
      lines: [{ order_line_id: line?.id ?? "", quantity }],
      shipping: 0,
      fee: 0,
      goodwill: 0,
      channel: "original",
      reason: "other",
      note: "",
      restock: true,
      notify: false,
    });
    if (!done.ok) throw new Error(done.problem);
    const [row] = await asSeed()<{ goods: number }[]>`
      select goods from refunds where id = ${done.value.refund_id}`;
    return row?.goods;
  };
  expect(await back(2)).toBe(2 * (149_000 + 35_000));
  expect(await back(1)).toBe(149_000 + 35_000 + 45_000);
  expect(await findBreaches()).toEqual([]);
});

test("an approved print is ordered again without another set-up, for 90 days and by its buyer only", async () => {
  const { person, addressId } = await makeCustomer("Panitia");
  const first = await paid(person, addressId, team(await addVersion(spec, ["Rajawali"]), 2));
  const [made] = await asSeed()<{ id: string }[]>`
    select id from customisations where order_id = ${first.id}`;
  const again = await reorderDesign(person, made?.id ?? "", randomUUID());
  if (!again.ok) throw new Error(again.problem);
  const feeFor = async (actor: Person, line: CartLine) =>
    (await quoteCart({ actor }, { lines: [line] }, "id")).lines[0]?.setup_fee;
  const [line] = again.value;
  if (!line) throw new Error("nothing to order again");
  expect(await feeFor(person, line)).toBe(0);
  const { person: other } = await makeCustomer("Tetangga");
  const copied = await addVersion(spec, ["Rajawali"]);
  expect(await feeFor(other, { ...line, design_id: copied })).toBe(45_000);
  await asSeed()`update orders set placed_at = now() - interval '91 days' where id = ${first.id}`;
  expect(await feeFor(person, line)).toBe(45_000);
});

test("prices are added again, and each deliberate fault is found by name", async () => {
  const { person, addressId } = await makeCustomer("Auditor");
  const order = await paid(person, addressId, team(await addVersion(spec, ["Kancil"]), 3, 2));
  expect((await findPriceDifferences()).differences).toEqual([]);
  const [first = "", second = ""] = order.lines.map(({ id }) => id);
  const owner = openPostgres(database.url(), { max: 1 });
  const change = async (sign: 1 | -1) => {
    await owner`
      update public.order_line_charges set amount = amount + ${sign} where order_line_id = ${first} and kind = 'quantity'`;
    await owner`
      update public.order_line_charges set amount = amount - ${sign * 5_000} where order_line_id = ${first} and kind = 'setup'`;
    await owner`
      update public.order_lines set unit_price = unit_price - ${sign * 7}, total = total - ${sign * 7} * quantity
      where id = ${second}`;
  };
  await change(1);
  const unit = 149_000 + 35_000;
  const named = { order: order.number };
  expect((await findPriceDifferences(1)).differences).toEqual([
    { ...named, line: null, figure: "goods", stored: order.subtotal, proven: order.subtotal - 14 },
    { ...named, line: 0, figure: "setup_fee", stored: 45_000, proven: 40_000 },
    { ...named, line: 0, figure: "unit_price", stored: unit, proven: unit + 1 },
    { ...named, line: 1, figure: "unit_price", stored: unit - 7, proven: unit },
  ]);
  await change(-1);
  await owner.end();
  expect((await findPriceDifferences()).differences).toEqual([]);
});

test("the database refuses parts that do not add up to their line", async () => {
  const { person, addressId } = await makeCustomer("JuruHitung");
  const order = await paid(person, addressId, team(await addVersion(spec, ["Merak"]), 1));
  const forged = asSeed()`
    insert into order_line_charges (order_line_id, position, kind, label, count, amount)
    values (${order.lines[0]?.id ?? ""}, 9, 'piece', '{"id": "Lagi", "en": ""}', 1, 1)`;
  expect(await forged.then(() => null, violatedConstraint)).toBe("line_charges_wrong");
});

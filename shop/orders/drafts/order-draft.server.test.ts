import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { exportData } from "#shop/customers/export-data.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { prorate } from "#shop/kernel/money.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { findPriceDifferences } from "#shop/orders/reconcile-prices.server.ts";
import { makeStaff } from "#tests/support/builders/limits.ts";
import {
  makeCustomer,
  openTestProviders,
  orderInput,
  regularMethodId,
  setStock,
  stockOf,
  variantInStock,
  withProof,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import type { DraftForm } from "./draft.ts";
import { orderDraft } from "./order-draft.server.ts";
import { quoteDraft } from "./quote-draft.server.ts";
import { saveDraft } from "./save-draft.server.ts";

testDatabase({ demo: true, max: 10 });

let seller: Person;
let variant = "";
let price = 0;

beforeAll(async () => {
  openTestProviders();
  seller = await makeStaff("penjual", "sales");
  variant = await variantInStock();
  const [row] = await asSeed()<{ price: number }[]>`
    select price from product_variants where id = ${variant}`;
  price = row?.price ?? 0;
  await asSeed()`delete from sale_prices`;
  await asSeed()`update promotions set enabled = false where automatic`;
});
beforeEach(async () => {
  await asSeed()`update stock_holds set status = 'released' where status = 'active'`;
  await setStock(variant, 20);
});

const line = (quantity: string, typed = "") => ({
  kind: "variant" as const,
  variant_id: variant,
  label: "Barang",
  quantity,
  price: typed,
});

const form = (change: Partial<DraftForm> = {}): DraftForm => ({
  source: "whatsapp",
  buyer: { name: "Ibu Ratna", phone: "0812-3456-7890", email: "", account_id: null },
  lines: [line("2")],
  promo_codes: [],
  discount: null,
  is_pickup: false,
  address: {
    street: "Jl. Braga 1",
    landmark: "",
    region_code: "3273191001",
    region_name: "Bandung",
    postal_code: "40111",
  },
  shipping_method_id: regularMethodId,
  shipping_price: null,
  note: "",
  staff_note: "",
  ...change,
});

async function savedDraft(change: Partial<DraftForm> = {}) {
  const id = randomUUID();
  expect(await saveDraft(seller, id, 0, form(change))).toEqual({
    ok: true,
    value: { revision: 1 },
  });
  const quote = await quoteDraft(seller, form(change), "id");
  if (!quote.ok) throw new Error(quote.problem.code);
  return { id, quote: quote.value };
}

const finishing = (expected_total: number, finish: "link" | "cash" = "link", revision = 1) => ({
  revision,
  finish,
  expected_total,
  hold_hours: 24,
  deposit_percent: null,
});

async function orderedDraft(change: Partial<DraftForm> = {}, finish: "link" | "cash" = "link") {
  const { id, quote } = await savedDraft(change);
  const made = await orderDraft(seller, id, finishing(quote.total, finish));
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  return { id, quote, orderId: made.value.order_id };
}

const orderOf = async (id: string) => {
  const [order] = await asSeed()`
    select number, status, payment_status, source, recipient, email, phone, subtotal, discount, total, paid_total, note,
      round(extract(epoch from expires_at - created_at) / 3600)::int as hours,
      (select count(*)::int from payments where order_id = orders.id) as attempts,
      (select count(*)::int from private.outbox where dedupe_key like 'order:%' || orders.id || '%') as mails
    from orders where id = ${id}`;
  return order;
};

test("an order has the language of its buyer; a draft without one is in Indonesian", async () => {
  const buyer = { ...form().buyer, language: "en" } as const;
  for (const [change, language] of [
    [{ buyer }, "en"],
    [{}, "id"],
  ] as const) {
    const { orderId } = await orderedDraft(change);
    const [order] = await asSeed()`select language from orders where id = ${orderId}`;
    expect(order).toEqual({ language });
  }
});

test("a draft becomes an order at the agreed price, with its pieces held for the chosen time and no mail", async () => {
  const { id, quote, orderId } = await orderedDraft({ lines: [line("3", "50.000")] });
  expect(quote.subtotal).toBe(150_000);
  expect(await orderOf(orderId)).toMatchObject({
    number: expect.stringMatching(/\d/),
    status: "awaiting_payment",
    source: "whatsapp",
    recipient: "Ibu Ratna",
    email: "",
    phone: "+6281234567890",
    subtotal: 150_000,
    total: quote.total,
    hours: 24,
    attempts: 0,
    mails: 0,
  });
  expect(await stockOf(variant)).toMatchObject({ held: 3, available: 17 });
  const [draft] = await asSeed()`select state, order_id from order_drafts where id = ${id}`;
  expect(draft).toEqual({ state: "ordered", order_id: orderId });
  const [event] = await asSeed()`
    select kind, actor_id from order_events where order_id = ${orderId} order by id limit 1`;
  expect(event).toEqual({ kind: "placed", actor_id: seller.id });
});

test("the order has the region's full name, not the search label with its postal code", async () => {
  const address = form().address ?? { region_code: "" };
  const [region] = await asSeed()<{ full_name: string }[]>`
    select full_name from regions where code = ${address.region_code}`;
  const labelled = { ...form().address, region_name: "Braga, Kota Bandung 40111" };
  const { orderId } = await orderedDraft({ address: labelled as DraftForm["address"] });
  const [order] = await asSeed()<{ address: object }[]>`
    select address from orders where id = ${orderId}`;
  expect(order?.address).toMatchObject({
    region_name: region?.full_name,
    postal_code: "40111",
    street: "Jl. Braga 1",
  });
});

test("concurrent requests for one draft make one order", async () => {
  const { id, quote } = await savedDraft();
  const input = finishing(quote.total);
  const made = await Promise.all([1, 2, 3].map(() => orderDraft(seller, id, input)));
  const ids = made.map((one) => (one.ok ? one.value.order_id : one.problem.code));
  expect(new Set(ids).size).toBe(1);
  const [counted] = await asSeed()`
    select count(*)::int as orders from orders where idempotency_key = ${`draft:${id}`}`;
  expect(counted).toEqual({ orders: 1 });
});

test("when the last piece was sold, nothing is stored and the draft stays open", async () => {
  const { id, quote } = await savedDraft();
  await setStock(variant, 1);
  const before = await asSeed()`select count(*)::int as n from orders`;
  expect(await orderDraft(seller, id, finishing(quote.total))).toMatchObject({
    ok: false,
    problem: { code: "cart_problems", quote: { problems: [{ code: "not_enough_stock" }] } },
  });
  expect(await asSeed()`select count(*)::int as n from orders`).toEqual(before);
  const [draft] = await asSeed()`select state, revision from order_drafts where id = ${id}`;
  expect(draft).toEqual({ state: "open", revision: 1 });
  expect(await stockOf(variant)).toMatchObject({ held: 0 });
});

test("when buyers and staff order the last piece concurrently, one of them gets it", async () => {
  const { id, quote } = await savedDraft({ lines: [line("1")] });
  const other = await savedDraft({ lines: [line("1")] });
  await setStock(variant, 1);
  const made = await Promise.all([
    orderDraft(seller, id, finishing(quote.total)),
    orderDraft(seller, other.id, finishing(other.quote.total)),
  ]);
  expect(made.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await stockOf(variant)).toMatchObject({ held: 1, available: 0 });
});

test("a staff discount is prorated over the lines to the rupiah, and custom lines hold no stock", async () => {
  const custom = {
    kind: "custom" as const,
    name: "Ongkos potong",
    quantity: "3",
    price: "3.333",
    weight_grams: "",
    tax_class: "goods" as const,
  };
  const discount = { kind: "percent" as const, value: "7", reason: "Langganan" };
  const { orderId } = await orderedDraft({ lines: [line("2"), custom], discount });
  const goods = [2 * price, 9_999];
  const whole = Math.floor(((goods[0] ?? 0) + 9_999) * 7 + 50) / 100;
  const shares = prorate(Math.floor(whole), goods);
  const lines = await asSeed()`
    select l.variant_id, l.sku, l.discount, d.amount, d.reason from order_lines l
    left join order_staff_discounts d on d.order_line_id = l.id where order_id = ${orderId} order by position`;
  expect(lines).toMatchObject([
    { variant_id: variant, discount: shares[0], amount: shares[0], reason: "Langganan" },
    { variant_id: null, sku: "-", discount: shares[1], amount: shares[1] },
  ]);
  expect(await orderOf(orderId)).toMatchObject({ discount: Math.floor(whole) });
  const seen = await findOrder(seller, orderId);
  expect(seen?.promos).toEqual([{ code: "dari toko", discount: Math.floor(whole) }]);
  const { differences } = await findPriceDifferences();
  expect(differences).toEqual([]);
  expect(await stockOf(variant)).toMatchObject({ held: 2 });
});

test("cash at the counter settles in the request, without a buyer", async () => {
  const { orderId, quote } = await orderedDraft(
    {
      source: "counter",
      buyer: { name: "", phone: "", email: "", account_id: null },
      is_pickup: true,
      address: null,
      shipping_method_id: null,
    },
    "cash",
  );
  expect(await orderOf(orderId)).toMatchObject({
    status: "placed",
    payment_status: "paid",
    recipient: "Pembeli kasir",
    phone: "",
    paid_total: quote.total,
    mails: 0,
  });
  const ledger = await asSeed()`
    select p.provider, p.method, t.kind, t.amount from payment_transactions t join payments p on p.id = t.payment_id
    where t.order_id = ${orderId}`;
  expect(ledger).toEqual([
    { provider: "counter", method: "cash", kind: "charge", amount: quote.total },
  ]);
  expect(await stockOf(variant)).toMatchObject({ allocated: expect.any(Number), held: 0 });
});

test("another revision, another total and a draft without a phone number are refused", async () => {
  const { id, quote } = await savedDraft();
  const refusal = async (input: Parameters<typeof orderDraft>[2], of = id) => {
    const made = await orderDraft(seller, of, input);
    return made.ok ? "made" : made.problem;
  };
  expect(await refusal(finishing(quote.total, "link", 2))).toEqual({ code: "draft_changed" });
  expect(await refusal(finishing(quote.total - 1))).toMatchObject({
    code: "total_changed",
    quote: { total: quote.total },
  });
  const nameless = await savedDraft({
    buyer: { name: "Ratna", phone: "", email: "r@contoh.test", account_id: null },
  });
  expect(await refusal(finishing(quote.total), nameless.id)).toEqual({
    code: "draft_incomplete",
    fields: { "buyer.phone": "required" },
  });
});

test("a buyer's data export has their draft, and the erasure deletes it", async () => {
  const { person } = await makeCustomer("Pembeli terhapus");
  const { id, orderId } = await orderedDraft({
    buyer: { name: "Tono", phone: "081200001111", email: "", account_id: person.id },
    discount: { kind: "rupiah", value: "1.000", reason: "Tono langganan" },
  });
  const exported = await exportData(await withProof(person));
  if (!exported.ok) throw new Error(exported.problem);
  let document = "";
  for await (const part of exported.value) document += part;
  expect(document).toContain('"source":"whatsapp"');
  expect(JSON.parse(document)).toMatchObject({
    order_drafts: [{ content: { buyer: { name: "Tono" } } }],
  });
  await asSeed()`update orders set status = 'canceled' where id = ${orderId}`;
  await asSeed()`select private.erase_person(${person.id})`;
  const drafts = await asSeed()`select from order_drafts where id = ${id}`;
  expect(drafts).toHaveLength(0);
  const reasons = await asSeed()`
    select d.reason from order_staff_discounts d join order_lines l on l.id = d.order_line_id
    where l.order_id = ${orderId}`;
  expect(reasons).toEqual([{ reason: "" }]);
});

test("deleting an account also deletes an open draft for it; an unknown account is no buyer", async () => {
  const { person } = await makeCustomer("pembeli-draf");
  const buyer = { name: "Pembeli", phone: "0812-1111-2222", email: "", account_id: person.id };
  const [{ id: first }, { id: changed }, { id: unknown }] = [
    await savedDraft({ buyer }),
    await savedDraft(),
    await savedDraft({ buyer: { ...buyer, account_id: randomUUID() } }),
  ];
  expect(await saveDraft(seller, changed, 1, form({ buyer }))).toMatchObject({ ok: true });
  await asSeed()`select private.erase_person(${person.id}::uuid)`;
  const left = await asSeed()<{ id: string }[]>`
    select id from order_drafts where id in ${asSeed()([first, changed, unknown])}`;
  expect(left).toEqual([{ id: unknown }]);
});

test("staff cannot make an order for their own account while a colleague can", async () => {
  const buyer = { name: "Penjual", phone: "0812-3333-4444", email: "", account_id: seller.id };
  const discount = { kind: "percent" as const, value: "100", reason: "Contoh" };
  for (const change of [{ buyer }, { buyer, discount }]) {
    const { id, quote } = await savedDraft(change);
    const made = await orderDraft(seller, id, finishing(quote.total));
    expect(made).toEqual({ ok: false, problem: { code: "own_order" } });
    const [draft] = await asSeed()`select state, order_id from order_drafts where id = ${id}`;
    expect(draft).toEqual({ state: "open", order_id: null });
  }
  expect(await asSeed()`select from orders where customer_id = ${seller.id}`).toEqual([]);
});

test("a buyer cannot order with a payment method of the counter", async () => {
  const { person, addressId } = await makeCustomer("Pembeli web");
  const input = await orderInput(person, {
    lines: [{ variant_id: variant, quantity: 1 }],
    address_id: addressId,
  });
  const placed = await placeOrder(
    person,
    { ...input, payment_method: "counter:cash" },
    { idempotencyKey: randomUUID(), language: "id" },
  );
  expect(placed).toMatchObject({ ok: false, problem: { code: "payment_method_not_available" } });
});

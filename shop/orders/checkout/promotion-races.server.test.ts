import * as v from "valibot";
import { afterEach, beforeAll, expect, test } from "vitest";
import { completeProfile } from "#shop/customers/profile.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { optionalEmailSchema } from "#shop/kernel/contact-schemas.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { expireOrder } from "#shop/orders/fulfilment/expire-order.server.ts";
import { payAgain } from "#shop/orders/payments/attempts/pay-again.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { makeBatch, makePromotion } from "#tests/support/builders/promotions.ts";
import {
  makeCustomer,
  openTestProviders,
  orderInput,
  payWith,
  provenAdmin,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import type { PlacedOrder } from "./checkout.ts";
import { placeOrder } from "./place-order.server.ts";

testDatabase({ demo: true, max: 20 });
beforeAll(openTestProviders);
afterEach(async () => expect(await findBreaches()).toEqual([]));

let staff: Person;
beforeAll(async () => {
  staff = await provenAdmin();
});
type Buyer = Awaited<ReturnType<typeof makeCustomer>>;

const crowd = (name: string, size: number) =>
  Promise.all(Array.from({ length: size }, (_, index) => makeCustomer(`${name}-${index}`)));

/** All buyers get the price with their code, then all place their orders at once. */
async function rush(buyers: readonly Buyer[], codes: readonly string[]) {
  const variant_id = await variantInStock(40);
  await asSeed()`
    insert into stock_movements (variant_id, kind, quantity, reason) values (${variant_id}, 'adjusted', 300, 'test')`;
  const inputs = await Promise.all(
    buyers.map(({ person, addressId }, index) =>
      orderInput(person, {
        lines: [{ variant_id, quantity: 1 }],
        address_id: addressId,
        promo_codes: [codes[index % codes.length] ?? ""],
      }),
    ),
  );
  return Promise.all(
    buyers.map(({ person }, index) => {
      const input = inputs[index];
      if (!input) throw new Error("no input");
      return placeOrder(person, input, { idempotencyKey: `rush-${index}`, language: "id" });
    }),
  );
}

type Answers = Awaited<ReturnType<typeof rush>>;
const won = (answers: Answers) => answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
const lost = (answers: Answers) =>
  answers.flatMap((answer) => (answer.ok ? [] : [answer.problem.code]));

async function buy(
  buyer: Buyer,
  code: string,
  key: string,
): Promise<PlacedOrder["order"] & { payment: string }> {
  const variant_id = await variantInStock();
  const input = await orderInput(buyer.person, {
    lines: [{ variant_id, quantity: 1 }],
    address_id: buyer.addressId,
    promo_codes: [code],
  });
  const placed = await placeOrder(buyer.person, input, { idempotencyKey: key, language: "id" });
  if (!placed.ok) throw new Error(JSON.stringify(placed.problem));
  return { ...placed.value.order, payment: placed.value.payment?.id ?? "" };
}

async function usesOf(id: string): Promise<{ used: number; spent: number }> {
  const [row] = await asSeed()<{ used: number; spent: number }[]>`
    select used, spent from promotions where id = ${id}`;
  return row ?? { used: -1, spent: -1 };
}

async function codeProblems(person: Person, code: string, addressId: string) {
  const { quoteCart } = await import("#shop/orders/cart/quote-cart.server.ts");
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const quote = await quoteCart(
    { actor: person },
    { lines, promo_codes: [code], address_id: addressId },
    "id",
  );
  return quote.problems.map((problem) => problem.code);
}

test("rule 4, R14, T13: two hundred buyers of a code with one use make one order with it", async () => {
  const id = await makePromotion("SATUSAJA", { usage_limit: 1 });
  const answers = await rush(await crowd("one", 200), ["SATUSAJA"]);
  expect(won(answers)).toHaveLength(1);
  expect(new Set(lost(answers))).toEqual(new Set(["promo_exhausted"]));
  expect(await usesOf(id)).toEqual({ used: 1, spent: 10_000 });
});

test("one mailbox uses a first-order promotion once, in any spelling of its address", async () => {
  const id = await makePromotion("PEMULA", { first_order_only: true });
  const buyers = await crowd("first", 6);
  for (const [index, { person }] of buyers.entries()) {
    const email = `pembeli.baru+${index}@pelanggan.test`;
    await asSeed()`update auth.users set email = ${email} where id = ${person.id}`;
  }
  const answers = await rush(buyers, ["PEMULA"]);
  expect(won(answers)).toHaveLength(1);
  expect(await usesOf(id)).toEqual({ used: 1, spent: 10_000 });
});

test("a single-use code works once for all customers, and again when that order expires", async () => {
  const id = await makePromotion("");
  const [code = ""] = await makeBatch(staff, id, { count: 1, prefix: "SEKALI-" });
  const buyers = await crowd("single", 20);
  const answers = await rush(buyers, [code]);
  const [winner] = won(answers);
  expect(won(answers)).toHaveLength(1);
  const at = answers.findIndex((answer) => answer.ok);
  const owner = buyers[at] as Buyer;
  await cancelOrder(owner.person, winner?.order.id ?? "", "customer");
  await cancelOrder(owner.person, winner?.order.id ?? "", "customer");
  expect(await usesOf(id)).toEqual({ used: 0, spent: 0 });
  await buy(buyers[(at + 1) % 20] as Buyer, code, "after");
  expect(await usesOf(id)).toEqual({ used: 1, spent: 10_000 });
});

test("T13: a limit of ten over ten codes of one promotion is ten", async () => {
  const codes = Array.from({ length: 10 }, (_, n) => `SEPULUH${n}`);
  const id = await makePromotion("", { usage_limit: 10, codes });
  expect(won(await rush(await crowd("ten", 60), codes))).toHaveLength(10);
  expect((await usesOf(id)).used).toBe(10);
});

test("T13: twenty tabs of one customer use a code as often as one customer may", async () => {
  const id = await makePromotion("SEKALI", { per_customer_limit: 2 });
  const buyer = await makeCustomer("tabs");
  const answers = await rush(Array<Buyer>(20).fill(buyer), ["SEKALI"]);
  expect(won(answers)).toHaveLength(2);
  expect(new Set(lost(answers))).toEqual(new Set(["promo_exhausted"]));
  expect((await usesOf(id)).used).toBe(2);
});

test("one mailbox or telephone is one customer, however many accounts it has", async () => {
  const id = await makePromotion("PERTAMA", { per_customer_limit: 1 });
  const [one, other, third] = await Promise.all([
    makeCustomer("siti"),
    makeCustomer("rahma"),
    makeCustomer("budi"),
  ]);
  const spell = (buyer: Buyer, email: string, phone: string) =>
    Promise.all([
      asSeed()`update auth.users set email = ${email} where id = ${buyer.person.id}`,
      asSeed()`update addresses set phone = ${phone} where id = ${buyer.addressId}`,
    ]);
  await spell(one, "siti.rahma@gmail.com", "+6281200000001");
  await spell(other, "sitirahma+lagi@gmail.com", "+6281200000002");
  await spell(third, "budi@contoh.test", "+6281200000001");
  await buy(one, "PERTAMA", "siti");
  expect(await codeProblems(other.person, "PERTAMA", other.addressId)).toEqual([
    "promo_already_used",
  ]);
  expect(await codeProblems(third.person, "PERTAMA", third.addressId)).toEqual([
    "promo_already_used",
  ]);
  expect((await usesOf(id)).used).toBe(1);
});

test.each([
  ["SEKALI-A", "\u200bsiti.ulang@contoh.example"],
  ["SEKALI-B", "siti.ulang@contoh.example."],
  ["SEKALI-C", "mailto:SITI.ULANG@contoh.example"],
])(
  "%s: a guest with the pasted address %j is the customer who used the code",
  async (code, pasted) => {
    await makePromotion(code, { per_customer_limit: 1 });
    const buyers = await Promise.all([makeCustomer(`a-${code}`), makeCustomer(`b-${code}`)]);
    for (const [index, email] of ["siti.ulang@contoh.example", pasted].entries()) {
      const { person } = buyers[index] as Buyer;
      await asSeed()`
        update auth.users set email = null, email_confirmed_at = null, is_anonymous = true where id = ${person.id}`;
      await completeProfile(person, {
        full_name: "Siti",
        phone: null,
        contact_email: v.parse(optionalEmailSchema, email),
      });
    }
    const [first, second] = buyers as [Buyer, Buyer];
    await buy(first, code, `first-${code}`);
    expect(await codeProblems(second.person, code, second.addressId)).toEqual([
      "promo_already_used",
    ]);
  },
);

test("I5: concurrent orders stay within a budget", async () => {
  const id = await makePromotion("ANGGARAN", { value: 15_000, budget: 100_000 });
  const answers = await rush(await crowd("budget", 60), ["ANGGARAN"]);
  expect(won(answers)).toHaveLength(6);
  expect(await usesOf(id)).toEqual({ used: 6, spent: 90_000 });
});

test("expiry releases a code's use once, a late payment claims it again, a refund does not release it", async () => {
  const id = await makePromotion("TERLAMBAT", { usage_limit: 1 });
  const buyer = await makeCustomer("late");
  const order = await buy(buyer, "TERLAMBAT", "late");
  await asSeed()`update orders set expires_at = now() - interval '1 hour' where id = ${order.id}`;
  // The provider's payment stays open, as if the provider were down at the expiry: the buyer pays late.
  await asSeed()`update payments set provider_payment_id = 'unreachable' where id = ${order.payment}`;
  await Promise.all([expireOrder(order.id), expireOrder(order.id), expireOrder(order.id)]);
  expect(await usesOf(id)).toEqual({ used: 0, spent: 0 });
  await asSeed()`
    update payments set provider_payment_id = (
      select id from private.builtin_payments where idempotency_key = ${order.payment}) where id = ${order.payment}`;
  await payWith(order.payment);
  await Promise.all([settlePayment(order.payment), settlePayment(order.payment)]);
  expect(await usesOf(id)).toEqual({ used: 1, spent: 10_000 });
  expect(await codeProblems(buyer.person, "TERLAMBAT", buyer.addressId)).toEqual([
    "promo_limit_reached",
  ]);
  await cancelOrder(buyer.person, order.id, "customer");
  expect(await usesOf(id)).toEqual({ used: 1, spent: 10_000 });
});

test("a delivery code is not used up when delivery is free anyway", async () => {
  const id = await makePromotion("ONGKIR", { class: "shipping", type: "free_shipping", value: 0 });
  const buyer = await makeCustomer("free");
  await asSeed()`update shipping_rates set free_from = 0, max_subsidy = null`;
  await buy(buyer, "ONGKIR", "free");
  expect((await usesOf(id)).used).toBe(0);
  await asSeed()`update shipping_rates set free_from = null`;
  await buy(buyer, "ONGKIR", "paid");
  expect((await usesOf(id)).used).toBe(1);
});

test("a promotion's payment method condition still holds when the method is changed", async () => {
  await makePromotion("KARTU", { payment_methods: ["builtin:card"] });
  const buyer = await makeCustomer("method");
  const order = await buy(buyer, "KARTU", "method");
  expect(await payAgain(buyer.person, order.id, "builtin:qris")).toEqual({
    ok: false,
    problem: "payment_method_not_available",
  });
  expect((await payAgain(buyer.person, order.id, "builtin:card")).ok).toBe(true);
});

test("a later change of its promotion and its delivery does not change what a placed order may be paid with", async () => {
  const id = await makePromotion("BEKU", { payment_methods: ["builtin:card"] });
  const free = await makePromotion("BEBAS");
  const buyer = await makeCustomer("frozen");
  const limited = await buy(buyer, "BEKU", "frozen-limited");
  const open = await buy(await makeCustomer("frozen-open"), "BEBAS", "frozen-open");
  await asSeed()`update promotions set payment_methods = '{builtin:qris}' where id in (${id}, ${free})`;
  await asSeed()`update shipping_methods set payment_methods = '{builtin:qris}'`;
  const [owner] = await asSeed()<{ id: string }[]>`
    select customer_id as id from orders where id = ${open.id}`;
  const other = { ...buyer.person, id: owner?.id ?? "" };
  expect(await payAgain(buyer.person, limited.id, "builtin:qris")).toEqual({
    ok: false,
    problem: "payment_method_not_available",
  });
  expect((await payAgain(buyer.person, limited.id, "builtin:card")).ok).toBe(true);
  expect((await payAgain(other, open.id, "builtin:card")).ok).toBe(true);
  await asSeed()`update shipping_methods set payment_methods = '{}'`;
});

test("deleting an account removes its mailbox and telephone from promotion limits", async () => {
  const id = await makePromotion("PAMIT", { per_customer_limit: 1 });
  const buyer = await makeCustomer("gone");
  const order = await buy(buyer, "PAMIT", "gone");
  const keys = () => asSeed()<{ customer_key: string }[]>`
    select customer_key from private.promo_customer_uses where promotion_id = ${id}`;
  expect((await keys()).map(({ customer_key }) => customer_key.split(":")[0]).sort()).toEqual([
    "email",
    "phone",
    "user",
  ]);
  await cancelOrder(buyer.person, order.id, "customer");
  expect(await keys()).toEqual([]);
  const retained = await buy(buyer, "PAMIT", "kept");
  await payWith(retained.payment);
  await settlePayment(retained.payment);
  await asSeed()`select private.erase_person(${buyer.person.id})`;
  expect((await keys()).map(({ customer_key }) => customer_key.split(":")[0])).toEqual([
    "deleted",
    "deleted",
    "deleted",
  ]);
  const [row] = await asSeed()<{ customer_keys: string[] }[]>`
    select customer_keys from promo_redemptions where promotion_id = ${id} and status = 'claimed'`;
  expect(row?.customer_keys).toEqual([]);
});

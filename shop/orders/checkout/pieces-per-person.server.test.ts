import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import { quoteCart } from "#shop/orders/cart/quote-cart.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { expireOrder } from "#shop/orders/fulfilment/expire-order.server.ts";
import { payAgain } from "#shop/orders/payments/attempts/pay-again.server.ts";
import {
  makeCustomer,
  openTestProviders,
  orderInput,
  setStock,
  stockOf,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { maxUnpaidOrders } from "./checkout.ts";
import { placeOrder } from "./place-order.server.ts";

testDatabase({ demo: true, max: 20 });
beforeAll(openTestProviders);
afterEach(async () => expect(await findBreaches()).toEqual([]));

const max = 6;
let variant_id = "";
let buyers = 0;

beforeEach(async () => {
  variant_id = await variantInStock(40);
  await asSeed()`update shop_settings set max_pieces = ${max}`;
  await asSeed()`delete from private.rate_limits`;
  return async () => {
    const unpaid = await asSeed()<{ id: string }[]>`
      update orders set expires_at = now() - interval '1 day' where status = 'awaiting_payment' returning id`;
    for (const { id } of unpaid) await expireOrder(id);
  };
});

const buyer = () => makeCustomer(`pembeli-${buyers++}`);

async function order(
  { person, addressId }: { person: Person; addressId: string },
  quantity: number,
  more: { payment_method?: string; network?: string; email?: string } = {},
) {
  const input = await orderInput(person, {
    lines: [{ variant_id, quantity }],
    address_id: addressId,
    payment_method: more.payment_method ?? "builtin:card",
  });
  return () =>
    placeOrder(person, input, {
      idempotencyKey: crypto.randomUUID(),
      language: "id",
      network: more.network,
    });
}

const codeOf = (answer: Awaited<ReturnType<typeof placeOrder>>) =>
  answer.ok ? "placed" : answer.problem.code;

test("an order below a variant's minimum pieces is refused, however its lines are split", async () => {
  const { person, addressId } = await buyer();
  await asSeed()`update product_variants set min_pieces = 5 where id = ${variant_id}`;
  const cart = (...quantities: number[]) => ({
    lines: quantities.map((quantity) => ({ variant_id, quantity })),
  });
  const quote = await quoteCart({ actor: person }, cart(2, 2), "id");
  expect(quote.problems).toEqual([{ code: "too_few_pieces", line: 0, min_pieces: 5 }]);
  const input = await orderInput(person, { ...cart(4), address_id: addressId });
  const refused = await placeOrder(person, input, { idempotencyKey: "few", language: "id" });
  expect(refused).toMatchObject({
    ok: false,
    problem: { code: "cart_problems", quote: { problems: [{ code: "too_few_pieces" }] } },
  });
  expect((await quoteCart({ actor: person }, cart(2, 3), "id")).problems).toEqual([]);
  await expect(
    asSeed()`update product_variants set max_pieces = 4 where id = ${variant_id}`,
  ).rejects.toMatchObject({ constraint: "variant_pieces_crossed" });
  await asSeed()`update product_variants set min_pieces = 1 where id = ${variant_id}`;
});

test("an order has no more pieces of a variant than the merchant allows, however its lines are split", async () => {
  const { person, addressId } = await buyer();
  const split = { lines: [4, 3].map((quantity) => ({ variant_id, quantity })) };
  const quote = await quoteCart({ actor: person }, split, "id");
  expect(quote.problems).toEqual([{ code: "too_many_pieces", line: 1, max_pieces: max }]);
  expect(quote.lines[0]).toMatchObject({ max_pieces: max });
  const input = await orderInput(person, { ...split, address_id: addressId });
  const refused = await placeOrder(person, input, { idempotencyKey: "split", language: "id" });
  expect(refused).toMatchObject({
    ok: false,
    problem: { code: "cart_problems", quote: { problems: [{ code: "too_many_pieces" }] } },
  });

  await asSeed()`update product_variants set max_pieces = 7 where id = ${variant_id}`;
  expect((await quoteCart({ actor: person }, split, "id")).problems).toEqual([]);
  await asSeed()`update product_variants set max_pieces = null where id = ${variant_id}`;
});

test("orders placed while the merchant lowers the maximum are placed or refused with a code", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, buyer));
  const requests = await Promise.all(people.map((one) => order(one, max)));
  const [answers] = await Promise.all([
    Promise.all(requests.map((send) => send())),
    asSeed()`update shop_settings set max_pieces = ${max - 1}`,
  ]);
  for (const answer of answers) expect(["placed", "cart_problems"]).toContain(codeOf(answer));
});

test("the database refuses an order of too many pieces from every role", async () => {
  const placed = await (await order(await buyer(), max))();
  if (!placed.ok) throw new Error(placed.problem.code);
  await asSeed()`update shop_settings set max_pieces = ${max - 1}`;
  await expect(
    asSeed()`
      with copy as (
        insert into orders (customer_id, language, email, recipient, phone, address, status, subtotal, discount, shipping,
          tax_included, total, shipping_name, courier, service, earliest, latest, terms_version, idempotency_key, request_hash)
        select customer_id, language, email, recipient, phone, address, 'draft', subtotal, discount, shipping, tax_included,
          total, shipping_name, courier, service, earliest, latest, terms_version, 'copy', request_hash
        from orders where id = ${placed.value.order.id} returning id, customer_id
      ), line as (
        insert into order_lines (order_id, customer_id, position, variant_id, product_slug, sku, name, options, quantity,
          unit_price, discount, total, tax_included, weight_grams)
        select copy.id, copy.customer_id, 0, l.variant_id, l.product_slug, l.sku, l.name, l.options, l.quantity,
          l.unit_price, l.discount, l.total, l.tax_included, l.weight_grams
        from order_lines l, copy where l.order_id = ${placed.value.order.id} returning order_id
      )
      insert into stock_holds (order_id, variant_id, quantity) select order_id, ${variant_id}, 1 from line`,
  ).rejects.toMatchObject({ constraint: "too_many_pieces" });
});

test("twelve orders that one account sends at once hold no more pieces than one order may", async () => {
  const one = await buyer();
  const before = await stockOf(variant_id);
  const requests = await Promise.all(Array.from({ length: 12 }, () => order(one, 2)));
  const answers = await Promise.all(requests.map((send) => send()));
  expect(answers.map(codeOf).filter((code) => code === "placed")).toHaveLength(max / 2);
  expect(new Set(answers.map(codeOf))).toEqual(new Set(["placed", "too_many_unpaid_pieces"]));
  expect((await stockOf(variant_id)).held - before.held).toBe(max);
});

test("accounts with one e-mail address or one telephone number count as one person", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, buyer));
  for (const [index, { person, addressId }] of people.entries()) {
    if (index % 2 === 1) {
      await asSeed()`update addresses set phone = '+6281299990000' where id = ${addressId}`;
    } else {
      await asSeed()`update auth.users set email = null where id = ${person.id}`;
      await asSeed()`update profiles set contact_email = 'orang.sama+x@gmail.com' where id = ${person.id}`;
    }
  }
  const requests = await Promise.all(people.map((one) => order(one, max)));
  const answers = await Promise.all(requests.map((send) => send()));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(2);
});

test("one network holds no more unpaid pieces than five people may", async () => {
  await setStock(variant_id, 200);
  const people = await Promise.all(Array.from({ length: 8 }, buyer));
  const requests = await Promise.all(
    people.map((one) => order(one, max, { network: "203.0.113.9" })),
  );
  const answers = await Promise.all(requests.map((send) => send()));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(5);
  const refused = people[answers.findIndex(({ ok }) => !ok)];
  if (!refused) throw new Error("nobody was refused");
  const elsewhere = await order(refused, max, { network: "198.51.100.4" });
  expect(codeOf(await elsewhere())).toBe("placed");
});

test("paid and expired orders no longer count for a person, and the network is deleted", async () => {
  const one = await buyer();
  const first = await (await order(one, max, { network: "203.0.113.9" }))();
  if (!first.ok) throw new Error(first.problem.code);
  expect(codeOf(await (await order(one, 1))())).toBe("too_many_unpaid_pieces");
  await asSeed()`update orders set expires_at = now() - interval '1 day' where id = ${first.value.order.id}`;
  await expireOrder(first.value.order.id);
  expect(codeOf(await (await order(one, max))())).toBe("placed");
  const retained = await asSeed()`
    select from private.unpaid_buyers where order_id = ${first.value.order.id}`;
  expect(retained).toHaveLength(0);
});

test("parallel orders of one account do not pass the limit of unpaid orders", async () => {
  await asSeed()`update shop_settings set max_pieces = 99`;
  const one = await buyer();
  const requests = await Promise.all(
    Array.from({ length: maxUnpaidOrders * 2 }, () => order(one, 1)),
  );
  const answers = await Promise.all(requests.map((send) => send()));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(maxUnpaidOrders);
});

test("an order that leaves little stock waits a shorter time, with every payment method, and says so", async () => {
  await asSeed()`update shop_settings set scarce_pieces = 3, scarce_payment_minutes = 25`;
  const one = await buyer();
  await setStock(variant_id, 8);
  const lines = [{ variant_id, quantity: 4 }];
  expect(await quoteCart({ actor: one.person }, { lines }, "id")).toMatchObject({
    scarce_payment_minutes: null,
  });
  await setStock(variant_id, 7);
  expect(await quoteCart({ actor: one.person }, { lines }, "id")).toMatchObject({
    scarce_payment_minutes: 25,
  });
  const placed = await (await order(one, 4, { payment_method: "builtin:va_bca" }))();
  if (!placed.ok) throw new Error(placed.problem.code);
  const minutesOf = async () => {
    const [row] = await asSeed()<{ of_order: number; of_payment: number }[]>`
      select extract(epoch from o.expires_at - o.created_at)::int / 60 as of_order,
        extract(epoch from p.expires_at - o.created_at)::int / 60 as of_payment
      from orders o join payments p on p.order_id = o.id where o.id = ${placed.value.order.id}
      order by p.created_at desc limit 1`;
    return row;
  };
  expect(await minutesOf()).toEqual({ of_order: 25, of_payment: 25 });
  expect(await findOrder(one.person, placed.value.order.id)).toMatchObject({ is_scarce: true });
  // Another payment method does not extend the time.
  expect((await payAgain(one.person, placed.value.order.id, "builtin:va_bni")).ok).toBe(true);
  expect(await minutesOf()).toEqual({ of_order: 25, of_payment: 25 });
  // A bank transfer does, unless the shop limits it too.
  await asSeed()`update shop_settings set scarce_transfers = true`;
  expect((await payAgain(one.person, placed.value.order.id, "transfer:bank")).ok).toBe(true);
  expect(await minutesOf()).toEqual({ of_order: 25, of_payment: 25 });
  await asSeed()`update shop_settings set scarce_transfers = false`;
  expect((await payAgain(one.person, placed.value.order.id, "builtin:va_bni")).ok).toBe(true);
  expect((await payAgain(one.person, placed.value.order.id, "transfer:bank")).ok).toBe(true);
  expect(await minutesOf()).toEqual({ of_order: 1440, of_payment: 1440 });
  expect(await findOrder(one.person, placed.value.order.id)).toMatchObject({ is_scarce: false });
});

test("orders of guests with the address of an account do not count for the account", async () => {
  await asSeed()`update shop_settings set max_pieces = ${max}`;
  const owner = await buyer();
  const email = `${crypto.randomUUID()}@contoh.test`;
  await asSeed()`
    update auth.users set email = ${email}, email_confirmed_at = now() where id = ${owner.person.id}`;
  const guest = async () => {
    const one = await buyer();
    await asSeed()`
      update auth.users set email = null, email_confirmed_at = null, is_anonymous = true where id = ${one.person.id}`;
    await asSeed()`update profiles set contact_email = ${email} where id = ${one.person.id}`;
    return one;
  };
  const [first, second] = [await guest(), await guest()];
  expect(codeOf(await (await order(first, max))())).toBe("placed");
  // Guests with one address are one person.
  expect(codeOf(await (await order(second, 1))())).toBe("too_many_unpaid_pieces");
  expect(codeOf(await (await order(owner, max))())).toBe("placed");
  expect(codeOf(await (await order(owner, 1))())).toBe("too_many_unpaid_pieces");
});

test("unpaid orders of guests that an account claims do not count toward its limit", async () => {
  await asSeed()`update shop_settings set max_pieces = 99`;
  const email = `${crypto.randomUUID()}@contoh.test`;
  const one = await buyer();
  await asSeed()`
    update auth.users set email = null, email_confirmed_at = null, is_anonymous = true where id = ${one.person.id}`;
  await asSeed()`update profiles set contact_email = ${email} where id = ${one.person.id}`;
  for (let n = 0; n < maxUnpaidOrders; n++) {
    expect(codeOf(await (await order(one, 1))())).toBe("placed");
  }
  expect(codeOf(await (await order(one, 1))())).toBe("too_many_unpaid");
  const owner = await buyer();
  await asSeed()`
    update auth.users set email = ${email}, email_confirmed_at = null where id = ${owner.person.id}`;
  await asSeed()`update auth.users set email_confirmed_at = now() where id = ${owner.person.id}`;
  const [claimed] = await asSeed()<{ n: number }[]>`
    select count(*)::int as n from orders where customer_id = ${owner.person.id}`;
  expect(claimed?.n).toBe(maxUnpaidOrders);
  expect(codeOf(await (await order(owner, 1))())).toBe("placed");
});

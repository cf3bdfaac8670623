import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#db/client.server.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { paidOrder } from "#tests/support/builders/orders.ts";
import {
  makeCustomer,
  openTestProviders,
  orderInput,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase({ demo: true, max: 20 });
beforeAll(openTestProviders);

test("rule 1: statuses derived from the ledgers cannot be written directly, even by the shop", async () => {
  const { id } = await paidOrder("turunan", [1]);
  const sql = asSeed();
  for (const change of [
    sql`payment_status = 'refunded'`,
    sql`fulfilment_status = 'delivered'`,
    sql`paid_total = 0`,
    sql`refunded_total = 5`,
  ]) {
    await expect(sql`update orders set ${change} where id = ${id}`).rejects.toThrow(
      /follows the ledgers/,
    );
  }
});

test("a payment status follows the sum of the ledger", async () => {
  const { id, paymentId } = await paidOrder("uang", [1]);
  const sql = asSeed();
  const [order] = await sql<{ total: number }[]>`select total from orders where id = ${id}`;
  const total = order?.total ?? 0;
  const status = async () =>
    (await sql<{ payment_status: string }[]>`select payment_status from orders where id = ${id}`)[0]
      ?.payment_status;
  const move = (kind: string, amount: number) => sql`
    insert into payment_transactions (payment_id, order_id, kind, amount, provider_reference)
    values (${paymentId}, ${id}, ${kind}, ${amount}, ${crypto.randomUUID()})`;
  expect(await status()).toBe("paid");
  await move("refund_reversed", 10);
  expect(await status()).toBe("overcharged");
  await move("refund", 10);
  expect(await status()).toBe("paid");
  await move("refund", 1);
  expect(await status()).toBe("partially_refunded");
  await move("chargeback", total - 1);
  expect(await status()).toBe("refunded");
  await expect(move("refund", 1)).rejects.toMatchObject({
    constraint: "refund_exceeds_payment",
  });
});

test("less than the total is partly paid; an expired authorisation leaves an order voided", async () => {
  const { person, addressId } = await makeCustomer("sebagian");
  const sql = asSeed();
  const place = async (key: string) => {
    const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
    const input = await orderInput(person, { lines, address_id: addressId });
    const placed = await placeOrder(person, input, { idempotencyKey: key, language: "id" });
    if (!placed.ok || !placed.value.payment) throw new Error("not placed");
    return { id: placed.value.order.id, paymentId: placed.value.payment.id };
  };
  const statusOf = async (id: string) =>
    (await sql<{ payment_status: string }[]>`select payment_status from orders where id = ${id}`)[0]
      ?.payment_status;
  const part = await place("part");
  await sql`
    insert into payment_transactions (payment_id, order_id, kind, amount, provider_reference)
    values (${part.paymentId}, ${part.id}, 'charge', 1000, 'x')`;
  expect(await statusOf(part.id)).toBe("partially_paid");
  const held = await place("held");
  await sql`update payments set status = 'authorized' where id = ${held.paymentId}`;
  expect(await statusOf(held.id)).toBe("authorized");
  await sql`update payments set status = 'canceled' where id = ${held.paymentId}`;
  expect(await statusOf(held.id)).toBe("voided");
});

test("rule 10: order numbers have a prefix, no gap and no duplicate, also with concurrent failures", async () => {
  const sql = asSeed();
  await sql`update shop_settings set order_prefix = 'UJI-'`;
  const [before] = await sql<{ last: number }[]>`select last from order_counter`;
  const { person, addressId } = await makeCustomer("nomor");
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const input = await orderInput(person, { lines, address_id: addressId });
  const good = Array.from({ length: 8 }, (_, n) =>
    placeOrder(person, input, { idempotencyKey: `good-${n}`, language: "id" }),
  );
  // These transactions draw a number, then fail.
  const bad = Array.from({ length: 20 }, () =>
    inTransaction(async (tx) => {
      await tx`select private.next_order_number()`;
      throw new Error("failed");
    }).catch((error: Error) => error.message),
  );
  const placed = await Promise.all(good);
  expect(new Set(await Promise.all(bad))).toEqual(new Set(["failed"]));
  const numbers = placed.map((result) => (result.ok ? result.value.order.number : ""));
  const first = (before?.last ?? 0) + 1;
  expect(numbers.toSorted()).toEqual(
    Array.from({ length: 8 }, (_, n) => `UJI-${first + n}`).toSorted(),
  );
  // A higher start applies from the next order on; a lower one changes nothing.
  const next = () =>
    inTransaction(
      async (tx) => (await tx`select private.next_order_number() as number`)[0]?.number,
    );
  await sql`update shop_settings set order_start = 50001`;
  expect(await next()).toBe("UJI-50001");
  await sql`update shop_settings set order_start = 1`;
  expect(await next()).toBe("UJI-50002");
});

test("a shop that hides its sales volume uses random order numbers, each once", async () => {
  const sql = asSeed();
  await sql`update shop_settings set order_prefix = 'ACAK-', order_numbering = 'random'`;
  const { person, addressId } = await makeCustomer("acak");
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const input = await orderInput(person, { lines, address_id: addressId });
  const placed = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      placeOrder(person, input, { idempotencyKey: `random-${n}`, language: "id" }),
    ),
  );
  const numbers = placed.map((result) => (result.ok ? result.value.order.number : ""));
  expect(new Set(numbers).size).toBe(8);
  for (const number of numbers) expect(number).toMatch(/^ACAK-[1-9]\d{7}$/);
  const values = numbers.map((number) => Number(number.slice(5)));
  expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(1_000);

  // The counter was incremented for each random number too.
  await sql`update shop_settings set order_numbering = 'counted'`;
  const counted = await placeOrder(person, input, { idempotencyKey: "counted", language: "id" });
  const [counter] = await sql<{ last: number }[]>`select last from order_counter`;
  expect(counted.ok && counted.value.order.number).toBe(`ACAK-${counter?.last}`);
  // Counting skips numbers that were drawn at random.
  const least = Math.min(...values);
  await sql`update shop_settings set order_start = ${least}`;
  await inTransaction(async (tx) => {
    const [next] = await tx`select private.next_order_number() as number`;
    expect(next?.number).toBe(`ACAK-${least + 1}`);
  });
});

test("an order that ended before shipping has a matching fulfilment status", async () => {
  const rows = await asSeed()`
    select 1 from orders where status in ('canceled', 'expired') and fulfilment_status <> 'canceled'`;
  expect(rows).toEqual([]);
});

import { beforeAll, beforeEach, expect, test } from "vitest";
import { directDatabaseUrl } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import {
  makeCustomer,
  openTestProviders,
  orderInput,
  payWith,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { placeOrder } from "./place-order.server.ts";

testDatabase({ demo: true, max: 20 });
beforeAll(async () => {
  openTestProviders();
  const variant_id = await variantInStock();
  await asSeed()`
    insert into stock_movements (variant_id, kind, quantity, reason) values (${variant_id}, 'adjusted', 500, 'test')`;
});
beforeEach(() => asSeed()`delete from private.rate_limits`);

interface Buyer {
  readonly person: Person;
  readonly addressId: string;
}

/** A guest, who has only a contact address. */
async function makeGuest(name: string, contact: string): Promise<Buyer> {
  const buyer = await makeCustomer(name);
  await asSeed()`
    update auth.users set email = null, email_confirmed_at = null, is_anonymous = true where id = ${buyer.person.id}`;
  await asSeed()`update profiles set contact_email = ${contact} where id = ${buyer.person.id}`;
  return buyer;
}

let keys = 0;
async function order(
  { person, addressId }: Buyer,
  { network = "203.0.113.7", key = `order-${keys++}`, payment_method = "builtin:va_bca" } = {},
) {
  const lines = [{ variant_id: await variantInStock(200), quantity: 1 }];
  const input = await orderInput(person, { lines, address_id: addressId, payment_method });
  return placeOrder(person, input, { idempotencyKey: key, language: "id", network });
}

async function orderAndCancel(buyer: Buyer, network?: string): Promise<string> {
  const placed = await order(buyer, network === undefined ? {} : { network });
  if (!placed.ok) return placed.problem.code;
  await cancelOrder(buyer.person, placed.value.order.id, "customer");
  return "canceled";
}

async function mailsTo(pattern: string): Promise<number> {
  const [row] = await asSeed()<{ count: number }[]>`
    select count(*)::int as count from private.outbox where recipient like ${pattern}`;
  return row?.count ?? -1;
}

const countOf = (answers: readonly string[], code: string) =>
  answers.filter((answer) => answer === code).length;

test("an order is refused when its guest changed the email address after the count", async () => {
  const guest = await makeGuest("penukar", "sendiri@tamu.test");
  const owner = openPostgres(directDatabaseUrl(), { max: 1 });
  const release = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  // The advisory lock that serialises a customer's orders.
  const lock = owner.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`orders:${guest.person.id}`}, 0))`;
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const placing = order(guest);
  await expect
    .poll(async () => {
      const rows = await asSeed()`
        select from pg_locks
        where pid in (select pid from pg_stat_activity where datname = current_database()) and locktype = 'advisory' and not granted`;
      return rows.length;
    })
    .toBeGreaterThan(0);
  await asSeed()`
    update profiles set contact_email = 'orang-lain@tamu.test' where id = ${guest.person.id}`;
  release.resolve();
  await lock;
  await owner.end();
  expect(await placing).toMatchObject({ ok: false, problem: { code: "too_many_orders" } });
  expect(await mailsTo("orang-lain@tamu.test")).toBe(0);
  expect((await order(guest)).ok).toBe(true);
});

test("one account orders and cancels thirty times a day, then waits; other accounts do not", async () => {
  const buyer = await makeCustomer("rajin");
  const answers: string[] = [];
  for (let index = 0; index < 33; index++) answers.push(await orderAndCancel(buyer));
  expect(countOf(answers, "canceled")).toBe(30);
  expect(answers.slice(30)).toEqual(Array(3).fill("too_many_orders"));
  const refused = await order(buyer);
  expect(refused).toMatchObject({ ok: false, problem: { code: "too_many_orders" } });
  if (!refused.ok && refused.problem.code === "too_many_orders") {
    expect(refused.problem.wait_seconds).toBeGreaterThan(0);
  }
  expect(await orderAndCancel(await makeCustomer("lain"))).toBe("canceled");
});

test("an address gets at most four mails a day about unpaid orders, whoever enters it", async () => {
  const guests = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      makeGuest(`iseng-${index}`, index % 2 ? `korban+${index}@contoh.test` : "korban@contoh.test"),
    ),
  );
  const answers = await Promise.all(
    guests.map(async (guest, index) => [
      await orderAndCancel(guest, `203.0.113.${index}`),
      await orderAndCancel(guest, `203.0.113.${index}`),
      await orderAndCancel(guest, `203.0.113.${index}`),
    ]),
  );
  expect(countOf(answers.flat(), "canceled")).toBe(10);
  expect(countOf(answers.flat(), "too_many_orders")).toBe(8);
  expect(await mailsTo("%orban%@contoh.test")).toBe(4);
});

test("one network places thirty orders an hour to unconfirmed addresses; confirmed accounts still order there", async () => {
  const guests = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      makeGuest(`tamu-${index}`, `tamu-${index}@contoh.test`),
    ),
  );
  const answers = await Promise.all(guests.map((guest) => orderAndCancel(guest)));
  expect(countOf(answers, "canceled")).toBe(30);
  expect(countOf(answers, "too_many_orders")).toBe(10);
  expect(await orderAndCancel(await makeCustomer("terkonfirmasi"))).toBe("canceled");
});

test("a paying guest gets every mail, and one with another's address does not use up that owner's mails", async () => {
  const owner = await makeCustomer("pemilik");
  const guest = await makeGuest("peniru", "pemilik@pelanggan.test");
  for (let index = 0; index < 12; index++) await orderAndCancel(guest);
  expect(await orderAndCancel(owner)).toBe("canceled");
  const [, canceled] = await asSeed()<{ subject: string }[]>`
    select subject from private.outbox o where o.recipient = 'pemilik@pelanggan.test'
      and exists (select from orders where customer_id = ${owner.person.id} and o.dedupe_key like '%' || orders.id || '%')`;
  expect(canceled).toBeDefined();

  const buyer = await makeGuest("pembayar", "pembayar@contoh.test");
  for (let index = 0; index < 4; index++) await orderAndCancel(buyer);
  const before = await mailsTo("pembayar@contoh.test");
  expect(before).toBe(4);
  const placed = await order(buyer, { payment_method: "builtin:card" });
  if (!placed.ok) throw new Error(placed.problem.code);
  await payWith(placed.value.payment?.id ?? "");
  await settlePayment(placed.value.payment?.id ?? "");
  expect(await mailsTo("pembayar@contoh.test")).toBe(before + 1);
});

test("refused orders and repeated requests do not count, and a burst stops at the limit", async () => {
  const guest = await makeGuest("serentak", "serentak@contoh.test");
  const input = await orderInput(guest.person, {
    lines: [{ variant_id: await variantInStock(200), quantity: 1 }],
    address_id: guest.addressId,
  });
  const place = (key: string, more = {}) =>
    placeOrder(
      guest.person,
      { ...input, ...more },
      { idempotencyKey: key, language: "id", network: "203.0.113.9" },
    );
  for (let index = 0; index < 15; index++) {
    expect(await place(`wrong-${index}`, { expected_total: 1 })).toMatchObject({
      problem: { code: "total_changed" },
    });
  }
  for (let index = 0; index < 15; index++) expect((await place("same")).ok).toBe(true);
  // One unpaid order less, so that only the limit of orders stops the burst.
  const same = await place("same");
  if (!same.ok) throw new Error(same.problem.code);
  await cancelOrder(guest.person, same.value.order.id, "customer");
  const burst = await Promise.all(Array.from({ length: 30 }, (_, n) => place(`burst-${n}`)));
  expect(burst.filter(({ ok }) => ok)).toHaveLength(9);
});

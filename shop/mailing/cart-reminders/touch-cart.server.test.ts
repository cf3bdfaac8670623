import { beforeAll, expect, test } from "vitest";
import { saveCart } from "#tests/support/builders/carts.ts";
import { chooseMails } from "#tests/support/builders/mailing-list.ts";
import { payFor } from "#tests/support/builders/orders.ts";
import {
  demoPerson,
  makeCustomer,
  openTestProviders,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { sumRecovered } from "./recovered-orders.server.ts";
import { remindCarts } from "./remind-carts.server.ts";
import { countSavedCart, restoreCart } from "./restore-cart.server.ts";
import { touchCart } from "./touch-cart.server.ts";

testDatabase({ demo: true, max: 20 });
beforeAll(openTestProviders);

const choose = (email: string, news: boolean) => chooseMails(email, { news });

async function shopper(name: string, news = true) {
  const { person, addressId } = await makeCustomer(name);
  const email = person.email ?? "";
  if (news) await choose(email, true);
  const line = { variant_id: await variantInStock(), quantity: 2 };
  const row = async () =>
    (
      await asSeed()<{ version: string; lines: unknown[]; reminders: number }[]>`
        select version, lines, reminders from private.saved_carts where customer_id = ${person.id}`
    )[0];
  const mails = () => asSeed()<{ text: string }[]>`
    select text from private.outbox where recipient = ${email} and dedupe_key like 'cart:%'`;
  const ago = (interval: string) => asSeed()`
    update private.saved_carts set active_at = active_at - ${interval}::interval,
      reminded_at = reminded_at - ${interval}::interval where customer_id = ${person.id}`;
  return { person, addressId, email, line, row, mails, ago };
}

test("reminders come after an hour, at most two, a day apart even when the cart changes", async () => {
  const { person, line, mails, ago } = await shopper("diingatkan");
  await saveCart(person, [line]);
  await ago("59 minutes");
  await remindCarts();
  expect(await mails()).toHaveLength(0);
  await ago("2 minutes");
  await Promise.all([remindCarts(), remindCarts()]);
  expect(await mails()).toHaveLength(1);
  await saveCart(person, [{ ...line, quantity: 5 }]);
  await ago("2 hours");
  await remindCarts();
  expect(await mails()).toHaveLength(1);
  await ago("23 hours");
  await remindCarts();
  expect(await mails()).toHaveLength(2);
  await saveCart(person, [{ ...line, quantity: 6 }]);
  await ago("25 hours");
  await remindCarts();
  expect(await mails()).toHaveLength(2);
});

test("a reminder's link restores the cart on any device, and the account keeps it", async () => {
  const { person, line, row, mails, ago } = await shopper("salinan");
  await saveCart(person, [line]);
  await ago("2 hours");
  await remindCarts();
  const token = /\/RestoreCart\/(\S+)/.exec((await mails())[0]?.text ?? "")?.[1] ?? "";
  expect(await countSavedCart(token)).toBe(2);
  for (let device = 0; device < 2; device++) {
    expect(await restoreCart(token)).toMatchObject({ owner: person.id, cart: { lines: [line] } });
  }
  expect(await row()).toMatchObject({ lines: [line] });
});

test("pricing a cart postpones its reminder", async () => {
  const { person, line, mails, ago } = await shopper("dilihat");
  await saveCart(person, [line]);
  await ago("2 hours");
  await touchCart(person);
  await remindCarts();
  expect(await mails()).toHaveLength(0);
  await ago("2 hours");
  await remindCarts();
  expect(await mails()).toHaveLength(1);
});

test("an order ends the reminders, and one after a reminder counts as recovered", async () => {
  const staff = demoPerson("staff@etalase.test");
  const { person, addressId, line, row, mails, ago } = await shopper("kembali");
  await saveCart(person, [line]);
  await ago("2 hours");
  await remindCarts();
  const before = await sumRecovered(staff);
  const order = await payFor(person, addressId, "kembali", [1]);
  expect(await row()).toBeDefined();
  await remindCarts();
  expect(await mails()).toHaveLength(1);
  const after = await sumRecovered(staff);
  expect(after.orders).toBe(before.orders + 1);
  const [paid] = await asSeed()<{ paid: number }[]>`
    select paid_total as paid from orders where id = ${order.id}`;
  expect(after.total).toBe(before.total + (paid?.paid ?? 0));
  expect(await sumRecovered(person)).toEqual({ orders: 0, total: 0 });

  const other = await shopper("tanpa-pengingat");
  await payFor(other.person, other.addressId, "tanpa-pengingat", [1]);
  expect((await sumRecovered(staff)).orders).toBe(after.orders);
});

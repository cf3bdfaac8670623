import { beforeAll, expect, test } from "vitest";
import { visitor } from "#shop/access.ts";
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
import { purgeCarts, remindCarts } from "./remind-carts.server.ts";
import { countSavedCart, restoreCart } from "./restore-cart.server.ts";
import { saveCart, takeCart } from "./saved-cart.server.ts";
import { snapshotCart } from "./snapshot-cart.server.ts";

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
      await asSeed()<{ version: string; lines: unknown[]; is_copy: boolean; reminders: number }[]>`
        select version, lines, is_copy, reminders from private.saved_carts where customer_id = ${person.id}`
    )[0];
  const mails = () => asSeed()<{ text: string }[]>`
    select text from private.outbox where recipient = ${email} and dedupe_key like 'cart:%'`;
  const ago = (interval: string) => asSeed()`
    update private.saved_carts set active_at = active_at - ${interval}::interval,
      reminded_at = reminded_at - ${interval}::interval where customer_id = ${person.id}`;
  return { person, addressId, email, line, row, mails, ago };
}

test("a device's cart is stored only for people who subscribed to reminders", async () => {
  const { person, line, row, email } = await shopper("terlihat");
  await snapshotCart(person, { lines: [line], promo_codes: ["HEMAT10"] });
  const first = await row();
  expect(first).toMatchObject({ lines: [line], is_copy: true });
  await snapshotCart(person, { lines: [line] });
  expect((await row())?.version).toBe(first?.version);
  await snapshotCart(person, { lines: [{ ...line, quantity: 3 }] });
  expect((await row())?.version).not.toBe(first?.version);
  // Removing all lines deletes the stored cart.
  await snapshotCart(person, { lines: [] });
  expect(await row()).toBeUndefined();

  await choose(email, false);
  await snapshotCart(person, { lines: [line] });
  expect(await row()).toBeUndefined();
  const silent = await shopper("tanpa-kabar", false);
  await snapshotCart(silent.person, { lines: [line] });
  expect(await silent.row()).toBeUndefined();
  await snapshotCart(visitor, { lines: [line] });
  const [copies] = await asSeed()`select count(*)::int as n from private.saved_carts where is_copy`;
  expect(copies).toEqual({ n: 0 });
});

test("reminders come after an hour, at most two, a day apart even when the cart changes", async () => {
  const { person, line, mails, ago } = await shopper("diingatkan");
  await snapshotCart(person, { lines: [line] });
  await ago("59 minutes");
  await remindCarts();
  expect(await mails()).toHaveLength(0);
  await ago("2 minutes");
  await Promise.all([remindCarts(), remindCarts()]);
  expect(await mails()).toHaveLength(1);
  await snapshotCart(person, { lines: [{ ...line, quantity: 5 }] });
  await ago("2 hours");
  await remindCarts();
  expect(await mails()).toHaveLength(1);
  await ago("23 hours");
  await remindCarts();
  expect(await mails()).toHaveLength(2);
  await snapshotCart(person, { lines: [{ ...line, quantity: 6 }] });
  await ago("25 hours");
  await remindCarts();
  expect(await mails()).toHaveLength(2);
});

test("its link copies the lines to any device and does not move the cart", async () => {
  const { person, line, row, mails, ago } = await shopper("salinan");
  await snapshotCart(person, { lines: [line] });
  await ago("2 hours");
  await remindCarts();
  const token = /\/RestoreCart\/(\S+)/.exec((await mails())[0]?.text ?? "")?.[1] ?? "";
  expect(await countSavedCart(token)).toBe(2);
  const devices = [crypto.randomUUID(), crypto.randomUUID()];
  for (const device of devices) {
    expect(await restoreCart(token, device)).toMatchObject({ lines: [line], is_copy: true });
  }
  expect(await takeCart(person, crypto.randomUUID())).toBeNull();
  // Signing out stores the device's cart with the account, once.
  const version = crypto.randomUUID();
  await saveCart(person, { version, lines: [line], promo_codes: [] });
  expect(await row()).toMatchObject({ version, lines: [line], is_copy: false });
  await snapshotCart(person, { lines: [{ ...line, quantity: 9 }] });
  expect(await row()).toMatchObject({ version, is_copy: false });
});

test("an order ends the reminders, and one after a reminder counts as recovered", async () => {
  const staff = demoPerson("staff@etalase.test");
  const { person, addressId, line, row, mails, ago } = await shopper("kembali");
  await snapshotCart(person, { lines: [line] });
  await ago("2 hours");
  await remindCarts();
  const before = await sumRecovered(staff);
  const order = await payFor(person, addressId, "kembali", [1]);
  expect(await row()).toBeUndefined();
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

test("snapshots are purged after a week and on unsubscribing", async () => {
  const old = await shopper("lama");
  await snapshotCart(old.person, { lines: [old.line] });
  await old.ago("8 days");
  const stopped = await shopper("berhenti-kabar");
  await snapshotCart(stopped.person, { lines: [stopped.line] });
  await choose(stopped.email, false);
  const stays = await shopper("tetap");
  await snapshotCart(stays.person, { lines: [stays.line] });
  await purgeCarts();
  expect([await old.row(), await stopped.row()]).toEqual([undefined, undefined]);
  expect(await stays.row()).toBeDefined();
});

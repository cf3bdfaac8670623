import { beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import {
  readAccountNews,
  switchCartReminders,
} from "#shop/consent/subscribe/subscribe-account.server.ts";
import { saveCart } from "#tests/support/builders/carts.ts";
import { chooseMails } from "#tests/support/builders/mailing-list.ts";
import { paidOrder } from "#tests/support/builders/orders.ts";
import { makeCustomer, openTestProviders, variantInStock } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { cartToken, readCartToken } from "./cart-link.server.ts";
import { purgeCarts, remindCarts } from "./remind-carts.server.ts";
import { countSavedCart, restoreCart } from "./restore-cart.server.ts";

testDatabase({ demo: true, max: 20 });
beforeAll(() => {
  openTestProviders();
  provideSecret(Buffer.alloc(32, "c"));
});

const mailsOf = (email: string) => asSeed()<{ text: string; headers: Record<string, string> }[]>`
  select text, headers from private.outbox where recipient = ${email} and dedupe_key like 'cart:%' order by created_at`;
const wants = (email: string, news: boolean) => chooseMails(email, { news });

/** A customer with a cart stored in the account. */
async function leaver(name: string) {
  const { person } = await makeCustomer(name);
  const version = crypto.randomUUID();
  const lines = [{ variant_id: await variantInStock(), quantity: 2 }];
  await saveCart(person, lines, version);
  const email = person.email ?? "";
  const ago = (interval: string) => asSeed()`
    update private.saved_carts set active_at = now() - ${interval}::interval where customer_id = ${person.id}`;
  const later = (interval: string) => asSeed()`
    update private.saved_carts set reminded_at = reminded_at - ${interval}::interval,
      active_at = active_at - ${interval}::interval where customer_id = ${person.id}`;
  return { person, email, version, ago, later };
}

test("rule 9: at most two reminders, a day apart, within a week, after an hour without changes", async () => {
  const { email, ago, later } = await leaver("dua-kali");
  await wants(email, true);
  await ago("59 minutes");
  await remindCarts();
  expect(await mailsOf(email)).toHaveLength(0);
  await ago("61 minutes");
  await Promise.all([remindCarts(), remindCarts(), remindCarts()]);
  expect(await mailsOf(email)).toHaveLength(1);
  await later("23 hours");
  await remindCarts();
  expect(await mailsOf(email)).toHaveLength(1);
  await later("1 hour");
  await remindCarts();
  expect(await mailsOf(email)).toHaveLength(2);
  await later("3 days");
  await remindCarts();
  const mails = await mailsOf(email);
  expect(mails).toHaveLength(2);
  expect(mails[0]?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");

  const week = await leaver("terlalu-lama");
  await wants(week.email, true);
  await week.ago("8 days");
  await remindCarts();
  expect(await mailsOf(week.email)).toHaveLength(0);
});

test("no reminder without consent or after unsubscribing", async () => {
  const silent = await leaver("tanpa-izin");
  await silent.ago("2 hours");
  const stopped = await leaver("berhenti");
  await wants(stopped.email, true);
  await stopped.ago("2 hours");
  await remindCarts();
  expect(await mailsOf(silent.email)).toHaveLength(0);
  expect(await mailsOf(stopped.email)).toHaveLength(1);
  await wants(stopped.email, false);
  await stopped.later("25 hours");
  await remindCarts();
  expect(await mailsOf(stopped.email)).toHaveLength(1);
});

test("the switch against reminders ends them alone; on again by the account, which has to get news", async () => {
  const { person, email, ago, later } = await leaver("saklar");
  await ago("2 hours");
  expect(await switchCartReminders(person, false, {})).toBe(false);
  await wants(email, true);
  expect(await readAccountNews(person)).toMatchObject({ isSubscribed: true, remindsOfCarts: true });
  await chooseMails(email, { cart_reminder: false });
  expect(await readAccountNews(person)).toMatchObject({
    isSubscribed: true,
    remindsOfCarts: false,
  });
  await remindCarts();
  expect(await mailsOf(email)).toHaveLength(0);
  // The link of a mail alone turns on nothing that was turned off.
  await chooseMails(email, { cart_reminder: true });
  await remindCarts();
  expect(await mailsOf(email)).toHaveLength(0);
  expect(await switchCartReminders(person, true, {})).toBe(true);
  await remindCarts();
  expect(await mailsOf(email)).toHaveLength(1);
  expect(await switchCartReminders(person, false, {})).toBe(true);
  await later("25 hours");
  await remindCarts();
  expect(await mailsOf(email)).toHaveLength(1);
  const said = await asSeed()`
    select e.topic, e.action, e.source from private.mail_choice_events e join private.mail_recipients r on r.id = e.recipient_id
    where r.email = ${email} and e.topic = 'cart_reminder' order by e.id`;
  expect(said).toEqual([
    { topic: "cart_reminder", action: "stopped", source: "page" },
    { topic: "cart_reminder", action: "asked", source: "page" },
    { topic: "cart_reminder", action: "confirmed", source: "account" },
    { topic: "cart_reminder", action: "stopped", source: "account" },
  ]);
});

test("reminders obey the cap and count against it; off, paused and caught up on are none", async () => {
  const { email, ago, later } = await leaver("batas");
  await wants(email, true);
  await ago("2 hours");
  const capped = async () =>
    (
      await asSeed()`
      select private.is_mail_capped(id, 'news') as is_capped from private.mail_recipients where email = ${email}`
    )[0];
  await asSeed()`update private.mail_caps set mails = 1, days = 7`;
  expect(await capped()).toEqual({ is_capped: false });
  await remindCarts();
  expect(await mailsOf(email)).toHaveLength(1);
  expect(await capped()).toEqual({ is_capped: true });
  await later("25 hours");
  await remindCarts();
  expect(await mailsOf(email)).toHaveLength(1);
  await asSeed()`update private.mail_caps set mails = 2`;

  await asSeed()`select private.switch_automation('left_cart', false, null)`;
  await remindCarts();
  expect(await mailsOf(email)).toHaveLength(1);
  // Due while it was off.
  await asSeed()`select private.switch_automation('left_cart', true, null)`;
  await remindCarts();
  expect(await mailsOf(email)).toHaveLength(1);
  await asSeed()`update private.mail_automations set on_since = 'epoch', tick_at = now() - interval '31 minutes'
    where slug = 'left_cart'`;
  await remindCarts();
  expect(await mailsOf(email)).toHaveLength(1);
  await asSeed()`select private.switch_automation('left_cart', true, null)`;
  await asSeed()`update private.mail_automations set on_since = 'epoch' where slug = 'left_cart'`;
  await Promise.all([remindCarts(), remindCarts()]);
  expect(await mailsOf(email)).toHaveLength(2);
});

test("no reminder after an order or to an unconfirmed address", async () => {
  const order = await paidOrder("sudah-beli", [1]);
  const email = order.person.email ?? "";
  await wants(email, true);
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  await saveCart(order.person, lines);
  await asSeed()`
    update private.saved_carts set active_at = now() - interval '2 hours' where customer_id = ${order.person.id}`;
  const unproved = await leaver("belum-terbukti");
  await wants(unproved.email, true);
  await unproved.ago("2 hours");
  await asSeed()`update auth.users set email_confirmed_at = null where id = ${unproved.person.id}`;
  await remindCarts();
  expect(await mailsOf(email)).toHaveLength(0);
  expect(await mailsOf(unproved.email)).toHaveLength(0);
});

test("the link opens the cart and cannot be forged", async () => {
  const { email, ago, version } = await leaver("tautan");
  await wants(email, true);
  await ago("2 hours");
  await remindCarts();
  const [mail] = await mailsOf(email);
  const token = /\/RestoreCart\/([\w-]{54})/.exec(mail?.text ?? "")?.[1] ?? "";
  expect(token).toBe(cartToken(version));
  expect(await countSavedCart(token)).toBe(2);
  expect(await restoreCart(token)).toMatchObject({ cart: { version, lines: [{ quantity: 2 }] } });
  for (const wrong of [
    "",
    token.slice(1),
    `${token.startsWith("0") ? "1" : "0"}${token.slice(1)}`,
    cartToken(crypto.randomUUID()),
  ]) {
    expect(await restoreCart(wrong), wrong).toBeUndefined();
  }
  provideSecret(Buffer.alloc(32, "d"));
  expect(readCartToken(token)).toBeUndefined();
  provideSecret(Buffer.alloc(32, "c"));
});

test("carts are purged after 90 days, carts of guests after 30, empty carts too", async () => {
  const cases = [
    { name: "a", age: "89 days", guest: false, lines: true, stays: true },
    { name: "b", age: "91 days", guest: false, lines: true, stays: false },
    { name: "c", age: "29 days", guest: true, lines: true, stays: true },
    { name: "d", age: "31 days", guest: true, lines: true, stays: false },
    { name: "e", age: "89 days", guest: false, lines: false, stays: true },
    { name: "f", age: "91 days", guest: false, lines: false, stays: false },
  ];
  for (const { name, age, guest, lines } of cases) {
    const { person, ago } = await leaver(`sapu-${name}`);
    await asSeed()`update auth.users set is_anonymous = ${guest} where id = ${person.id}`;
    if (!lines) {
      await asSeed()`update private.saved_carts set lines = '[]' where customer_id = ${person.id}`;
    }
    await ago(age);
  }
  await purgeCarts();
  const left = await asSeed()<{ email: string }[]>`
    select u.email from private.saved_carts k join auth.users u on u.id = k.customer_id
    where u.email like 'sapu-%' order by u.email`;
  expect(left.map(({ email }) => email.slice(5, 6))).toEqual(
    cases.filter(({ stays }) => stays).map(({ name }) => name),
  );
});

import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#db/client.server.ts";
import { offersGuestCheckout } from "#shop/customers/guest-checkout.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { findTrackedOrder, makeOrderLink } from "#shop/orders/order-link.server.ts";
import { listMyOrders } from "#shop/orders/read-orders.server.ts";
import { paidOrder } from "#tests/support/builders/orders.ts";
import { openTestProviders } from "#tests/support/builders/shop.ts";
import { testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase({ demo: true });
const backend = testBackend({ auth: { anonymous: offersGuestCheckout } });
beforeAll(openTestProviders);

const password = "empat lembar nota tamu";

/** A guest's order with an unconfirmed address. */
async function guestOrder(
  email: string,
): Promise<{ guest: Person; orderId: string; link: string }> {
  const order = await paidOrder(`guest-${randomUUID().slice(0, 8)}`, [1]);
  const { person } = order;
  await asSeed()`
    update auth.users set is_anonymous = true, email = null, email_confirmed_at = null where id = ${person.id}`;
  await asSeed()`update orders set email = ${email} where id = ${order.id}`;
  const link = await inTransaction((sql) => makeOrderLink(sql, order.id, "id"));
  return { guest: person, orderId: order.id, link: link.slice(link.lastIndexOf("/") + 1) };
}

/** Signs up and stays unconfirmed. */
async function signUp(email: string) {
  const client = backend().client();
  const { error } = await client.auth.signUp({ email, password });
  expect(error).toBeNull();
  const [user] = await asSeed()<{ id: string }[]>`select id from auth.users where email = ${email}`;
  const id = user?.id ?? "";
  const person: Person = {
    kind: "person",
    id,
    email,
    role: "CUSTOMER",
    permissions: [],
    claims: { sub: id, role: "authenticated" },
  } as Person;
  const confirm = async () => {
    const { code } = await backend().mailTo(email);
    const confirmed = await client.auth.verifyOtp({ email, token: code, type: "email" });
    expect(confirmed.error).toBeNull();
  };
  return { person, confirm };
}

async function ownersOf(orderId: string): Promise<Set<string | null>> {
  const rows = await asSeed()<{ customer_id: string | null }[]>`
    select customer_id from orders where id = ${orderId}
    union all select customer_id from order_lines where order_id = ${orderId}
    union all select customer_id from order_events where order_id = ${orderId}
    union all select customer_id from payments where order_id = ${orderId}`;
  return new Set(rows.map(({ customer_id }) => customer_id));
}

test("whether guests may buy is read from the shop's settings at each request", async () => {
  const allowed = async () =>
    (await backend().client().auth.signInAnonymously()).error?.code ?? "signed in";
  const announced = async () => {
    const answer = await fetch(`${backend().url}/auth/v1/settings`, {
      headers: { apikey: backend().keys.publishable },
    });
    return ((await answer.json()) as { external: { anonymous_users: boolean } }).external
      .anonymous_users;
  };
  expect([await allowed(), await announced()]).toEqual(["signed in", true]);
  await asSeed()`update shop_settings set guest_checkout = false`;
  expect([await allowed(), await announced()]).toEqual(["anonymous_provider_disabled", false]);
  await asSeed()`update shop_settings set guest_checkout = true`;
  expect([await allowed(), await announced()]).toEqual(["signed in", true]);
});

test("an unconfirmed address claims no guest's order, the confirmed one claims all of it", async () => {
  const email = "tamu-pulang@contoh.test";
  const { guest, orderId, link } = await guestOrder("Tamu-Pulang@contoh.test");
  const other = await guestOrder("tamu-lain@contoh.test");
  const { person, confirm } = await signUp(email);
  expect(await ownersOf(orderId)).toEqual(new Set([guest.id]));
  expect((await listMyOrders(person, { stage: null, q: "", page: 1 })).orders).toEqual([]);

  await confirm();
  expect(await ownersOf(orderId)).toEqual(new Set([person.id]));
  expect(
    (await listMyOrders(person, { stage: null, q: "", page: 1 })).orders.map(({ id }) => id),
  ).toEqual([orderId]);
  expect(await findOrder(person, orderId)).toBeDefined();
  expect(await findOrder(guest, orderId), "no longer the guest's").toBeUndefined();
  expect(await findTrackedOrder(link, "198.51.100.9"), "the link in the mail").toMatchObject({
    stage: expect.any(String),
  });
  expect(await ownersOf(other.orderId), "another address").toEqual(new Set([other.guest.id]));
});

test("a confirmed address claims no order of an account", async () => {
  const { guest, orderId } = await guestOrder("bersama@contoh.test");
  await asSeed()`update auth.users set is_anonymous = false where id = ${guest.id}`;
  const { confirm } = await signUp("bersama@contoh.test");
  await confirm();
  expect(await ownersOf(orderId)).toEqual(new Set([guest.id]));
});

test("two guests with the same key and address do not block confirming", async () => {
  const email = "kunci-sama@contoh.test";
  const first = await guestOrder(email);
  const second = await guestOrder(email);
  await asSeed()`
    update orders set idempotency_key = 'sama' where id in (${first.orderId}, ${second.orderId})`;
  const { person, confirm } = await signUp(email);
  await confirm();
  expect(
    (await listMyOrders(person, { stage: null, q: "", page: 1 })).orders.map(({ id }) => id),
  ).toEqual([first.orderId]);
});

import { beforeAll, beforeEach, expect, test } from "vitest";
import { asCaller } from "#db/client.server.ts";
import { deleteAccount } from "#shop/customers/delete-account.server.ts";
import { callerOf, type Person } from "#shop/kernel/access.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { refundOrder } from "#shop/orders/refunds/refund-order.server.ts";
import { requestReturn } from "#shop/orders/returns/request-return.server.ts";
import {
  giveMoneyBack,
  paidOrder,
  payFor,
  receivedOrder,
  waitingOrder,
} from "#tests/support/builders/orders.ts";
import {
  demoPerson,
  makeCustomer,
  openTestProviders,
  provenAdmin,
  withProof,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { readBuyerActivity } from "./buyer-activity.server.ts";
import { findBuyer, findBuyerOfOrder } from "./find-buyer.server.ts";
import { followBuyers, queueUnassignedOrders } from "./follow-buyers.server.ts";

testDatabase({ demo: true, max: 20 });
beforeAll(openTestProviders);
beforeEach(() => followBuyers());

const admin = demoPerson("admin@etalase.test");

/** Expected figures of all buyers, computed from the ledgers order by order. */
const byLedgers = () => asSeed()`
  select o.buyer_id as id,
    count(*) filter (where o.status in ('placed', 'completed') and o.supplement_of is null)::int as orders,
    coalesce(sum(t.kept) filter (where o.status in ('placed', 'completed')), 0)::bigint as spent,
    coalesce(sum(r.goods), 0)::bigint as returned
  from orders o
  cross join lateral (
    select coalesce(sum(case when kind in ('charge', 'refund_reversed') then amount else -amount end), 0) as kept
    from payment_transactions where order_id = o.id) t
  cross join lateral (
    select coalesce(sum(goods), 0) as goods from refunds where order_id = o.id and status = 'succeeded') r
  where o.buyer_id is not null group by o.buyer_id order by o.buyer_id`;
const figures = () => asSeed()`
  select id, orders, spent, returned from buyers b
  where exists (select from orders o where o.buyer_id = b.id) order by id`;
const queued = () => asSeed()`select from private.buyer_changes`;

/** A guest: an account without an email address; the orders have one. */
async function makeGuestBuyer(name: string, email: string, phone: string): Promise<PersonAt> {
  const { person, addressId } = await makeCustomer(name);
  await asSeed()`
    update auth.users set is_anonymous = true, email = null, email_confirmed_at = null where id = ${person.id}`;
  await asSeed()`update profiles set contact_email = ${email} where id = ${person.id}`;
  await asSeed()`update addresses set phone = ${phone} where id = ${addressId}`;
  return { person, addressId };
}
interface PersonAt {
  readonly person: Person;
  readonly addressId: string;
}

async function orderOf({ person, addressId }: PersonAt, key: string, email: string) {
  const order = await payFor(person, addressId, key, [1]);
  await asSeed()`update orders set email = ${email} where id = ${order.id}`;
  return order;
}

async function buyersOf(...orderIds: string[]): Promise<(string | null)[]> {
  await followBuyers();
  const rows = await asSeed()<{ buyer_id: string | null }[]>`
    select o.buyer_id from unnest(${orderIds}::uuid[]) with ordinality w (id, n) join orders o using (id) order by n`;
  return rows.map(({ buyer_id }) => buyer_id);
}

test("each order of the demo shop has a buyer, and the figures equal the ledgers", async () => {
  expect(await queued()).toEqual([]);
  expect(await asSeed()`select from orders where buyer_id is null`).toEqual([]);
  const found = await figures();
  expect(found.length).toBeGreaterThan(20);
  expect(found).toEqual(await byLedgers());
});

test("the figures equal the ledgers after orders, refunds and cancellations", async () => {
  const order = await paidOrder("pelanggan-satu", [3, 2]);
  await waitingOrder(demoPerson("customer@etalase.test"), "builtin:va_bca");
  await followBuyers();
  const [id = ""] = await buyersOf(order.id);
  const paid = await findBuyer(admin, id ?? "");
  expect(paid).toMatchObject({ orders: 1, returned: 0, has_account: true });
  expect(await figures()).toEqual(await byLedgers());

  const [line] = order.lines;
  const refunded = await refundOrder(await provenAdmin(), {
    order_id: order.id,
    key: crypto.randomUUID(),
    lines: [{ order_line_id: line?.id ?? "", quantity: 1 }],
    shipping: 0,
    fee: 0,
    goodwill: 0,
    channel: "original",
    reason: "customer",
    note: "",
    restock: true,
    notify: false,
  });
  expect(refunded.ok).toBe(true);
  await giveMoneyBack(order.id);
  await followBuyers();
  const [back] = await asSeed()<{ goods: number }[]>`
    select goods from refunds where order_id = ${order.id}`;
  const after = await findBuyer(admin, id ?? "");
  expect(after?.returned).toBe(back?.goods);
  expect(after?.spent).toBe((paid?.spent ?? 0) - (back?.goods ?? 0));
  expect(await figures()).toEqual(await byLedgers());

  expect((await cancelOrder(order.person, order.id, "customer")).ok).toBe(true);
  await giveMoneyBack(order.id);
  await followBuyers();
  expect(await findBuyer(admin, id ?? "")).toMatchObject({ orders: 0, spent: 0 });
  expect(await figures()).toEqual(await byLedgers());
});

test("after repeated runs and runs during new orders, the figures equal the ledgers", async () => {
  await Promise.all([
    followBuyers(),
    paidOrder("tumpang-satu", [1]),
    followBuyers(),
    paidOrder("tumpang-dua", [2]),
    followBuyers(),
  ]);
  await followBuyers();
  expect(await queued()).toEqual([]);
  expect(await figures()).toEqual(await byLedgers());
  await asSeed()`insert into private.buyer_changes (order_id) select id from orders`;
  const before = await figures();
  await followBuyers();
  expect(await figures()).toEqual(before);
});

test("guest orders with one mailbox have one buyer; an equal phone number does not join two mailboxes", async () => {
  const one = await makeGuestBuyer("tamu-satu", "tamu.satu@gmail.com", "+6281200000001");
  const two = await makeGuestBuyer("tamu-dua", "tamusatu+lagi@gmail.com", "+6281200000002");
  const stranger = await makeGuestBuyer("orang-lain", "lain@contoh.test", "+6281200000001");
  const orders = [
    await orderOf(one, "tamu-satu", "tamu.satu@gmail.com"),
    await orderOf(two, "tamu-dua", "tamusatu+lagi@gmail.com"),
    await orderOf(stranger, "orang-lain", "lain@contoh.test"),
  ];
  const [first, second, third] = await buyersOf(...orders.map(({ id }) => id));
  expect(first).not.toBeNull();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(await findBuyer(admin, first ?? "")).toMatchObject({ orders: 2, has_account: false });

  // Orders without a mailbox are joined by phone, only with each other.
  await asSeed()`update orders set email = '', phone = '+6281200000001' where id = ${orders[1]?.id ?? ""}`;
  const [, byPhone] = await buyersOf(...orders.map(({ id }) => id));
  expect(byPhone).not.toBe(first);
  expect(byPhone).not.toBe(third);
  expect(await figures()).toEqual(await byLedgers());

  // A shared buyer gives no access: each guest reads only their own order.
  const read = await asCaller(
    callerOf(one.person),
    (sql) => sql`select id from orders`,
    "read only",
  );
  expect(read).toEqual([{ id: orders[0]?.id }]);
});

test("an account that confirms a mailbox takes over the guest's row with its notes and tags", async () => {
  const guest = await makeGuestBuyer("calon", "calon@contoh.test", "+6281200000003");
  const order = await orderOf(guest, "calon", "calon@contoh.test");
  const [before] = await buyersOf(order.id);
  await asSeed()`
    insert into buyer_notes (id, buyer_id, text) values (gen_random_uuid(), ${before ?? ""}, 'Suka biru')`;
  await asSeed()`update buyers set tags = '{grosir}' where id = ${before ?? ""}`;
  // Another account of the same mailbox exists before it is confirmed.
  const { person } = await makeCustomer("calon-akun");
  await followBuyers();
  await asSeed()`
    update auth.users set email = 'calon@contoh.test', email_confirmed_at = now() where id = ${person.id}`;
  const [after] = await buyersOf(order.id);
  expect(await findBuyer(admin, after ?? "")).toMatchObject({
    has_account: true,
    orders: 1,
    tags: ["grosir"],
    notes: [{ text: "Suka biru" }],
  });
  const rows = await asSeed()`select from buyers where mailbox = 'calon@contoh.test'`;
  expect(rows).toHaveLength(1);
  expect(await figures()).toEqual(await byLedgers());
});

test("an erased guest leaves no buyer, and an erased account leaves no note", async () => {
  const guest = await makeGuestBuyer("hapus-tamu", "hapus@contoh.test", "+6281200000004");
  const order = await orderOf(guest, "hapus-tamu", "hapus@contoh.test");
  const [id] = await buyersOf(order.id);
  expect(id).not.toBeNull();
  await asSeed()`select private.erase_person(${guest.person.id})`;
  expect(await asSeed()`select from buyers where id = ${id ?? ""}`).toEqual([]);
  expect(await buyersOf(order.id)).toEqual([null]);

  const { person } = await makeCustomer("hapus-akun");
  const proven = await withProof(person);
  await followBuyers();
  await asSeed()`
    insert into buyer_notes (id, buyer_id, text)
    select gen_random_uuid(), id, 'Catatan hapus-akun' from buyers where account_id = ${person.id}`;
  expect((await deleteAccount(proven)).ok).toBe(true);
  await followBuyers();
  expect(await asSeed()`select from buyer_notes where text = 'Catatan hapus-akun'`).toEqual([]);
  expect(await figures()).toEqual(await byLedgers());
});

test("orders placed before the table existed are queued and get their buyers", async () => {
  const before = await asSeed()`select id, buyer_id is null as none from orders order by id`;
  await asSeed()`update orders set buyer_id = null where email <> ''`;
  await asSeed()`delete from buyers where account_id is null`;
  expect(await queueUnassignedOrders()).toBeGreaterThan(400);
  expect(await queueUnassignedOrders()).toBe(0);
  await followBuyers();
  expect(await asSeed()`select id, buyer_id is null as none from orders order by id`).toEqual(
    before,
  );
  expect(await figures()).toEqual(await byLedgers());
});

test("a buyer's returns, designs and marketing choices each need their own permission", async () => {
  const order = await receivedOrder("halaman", [1]);
  const [id = ""] = await buyersOf(order.id);
  const asked = await requestReturn(order.person, {
    order_id: order.id,
    key: "halaman-0123",
    kind: "return",
    reason: "changed_mind",
    note: "",
    wish: null,
    lines: [{ order_line_id: order.lines[0]?.id ?? "", quantity: 1 }],
  });
  expect(asked.ok).toBe(true);
  const sql = asSeed();
  const email = order.person.email ?? "";
  const [recipient] = await sql<{ id: string }[]>`
    insert into private.mail_recipients (email, email_hash, mailbox_hash)
    values (${email}, sha256('halaman'), sha256('halaman')) returning id`;
  await sql`
    select private.ask_confirmation(${recipient?.id ?? ""}, '{news}', sha256('halaman-kunci'), 'page')`;
  const read = (permissions: Person["permissions"]) =>
    readBuyerActivity({ ...admin, permissions }, id ?? "", "id");
  expect(await read(admin.permissions)).toMatchObject({
    returns: [{ kind: "return", status: "requested" }],
    mail: { recipient_id: recipient?.id, topics: [{ slug: "news", state: "pending" }] },
  });
  expect(await read(["customers.read"])).toEqual({ returns: [], designs: [], mail: null });
  expect(await read(["returns.read", "mail.read"])).toEqual({
    returns: [],
    designs: [],
    mail: null,
  });

  const [work] = await sql<{ id: string; order_id: string }[]>`
    select c.id, c.order_id from customisations c order by c.created_at desc limit 1`;
  const [owner] = await buyersOf(work?.order_id ?? "");
  const designs = (await readBuyerActivity(admin, owner ?? "", "en")).designs;
  expect(designs.map((design) => design.id)).toContain(work?.id);
});

test("staff who may read customers find the buyer of an order", async () => {
  const [order] = await asSeed()<{ id: string; buyer_id: string }[]>`
    select id, buyer_id from orders where buyer_id is not null order by number limit 1`;
  expect(await findBuyerOfOrder(admin, order?.id ?? "")).toBe(order?.buyer_id);
  const packer: Person = { ...admin, role: "USER", permissions: ["orders.read"] };
  expect(await findBuyerOfOrder(packer, order?.id ?? "")).toBeNull();
  expect(await findBuyerOfOrder(admin, "no-id")).toBeNull();
});

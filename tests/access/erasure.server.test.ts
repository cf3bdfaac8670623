import { beforeAll, expect, test } from "vitest";
import { asCaller } from "#db/client.server.ts";
import { followBuyers } from "#shop/customers/buyers/follow-buyers.server.ts";
import { deleteAccount, findObstacles } from "#shop/customers/delete-account.server.ts";
import { exportData } from "#shop/customers/export-data.server.ts";
import { callerOf, type Person } from "#shop/kernel/access.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { confirmReceived, shipOrder } from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { deliverShipment, sendShipment } from "#shop/orders/fulfilment/shipments.server.ts";
import { listStaffOrders } from "#shop/orders/list-orders.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { sendRefund } from "#shop/orders/refunds/send-refund.server.ts";
import { approveReturn, cancelReturn } from "#shop/orders/returns/decide-return.server.ts";
import { requestReturn } from "#shop/orders/returns/request-return.server.ts";
import { resolveClaim } from "#shop/orders/returns/settle-return.server.ts";
import {
  demoPerson,
  makeCustomer,
  openTestProviders,
  orderInput,
  payWith,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { tablesWith } from "#tests/support/oracles/tables-with.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase({ demo: true, max: 20 });
beforeAll(openTestProviders);

const staff = demoPerson("staff@etalase.test");

/** A customer with a session in which they have just reauthenticated. */
async function freshCustomer(name: string): Promise<{ person: Person; addressId: string }> {
  const { person, addressId } = await makeCustomer(name);
  const [session] = await asSeed()<{ id: string }[]>`
    insert into auth.sessions (user_id, ip, user_agent, reauthenticated_at)
    values (${person.id}, '198.51.100.7', ${`Peramban ${name}`}, now()) returning id`;
  const claims = { ...person.claims, session_id: session?.id, aal: "aal1" };
  return { person: { ...person, claims }, addressId };
}

async function buy(person: Person, addressId: string, key: string) {
  const variant_id = await variantInStock();
  const input = await orderInput(person, {
    lines: [{ variant_id, quantity: 1 }],
    promo_codes: [],
    address_id: addressId,
  });
  const placed = await placeOrder(person, input, { idempotencyKey: key, language: "id" });
  if (!placed.ok || !placed.value.payment) throw new Error(JSON.stringify(placed));
  return { orderId: placed.value.order.id, paymentId: placed.value.payment.id, variant_id };
}

async function receive(person: Person, addressId: string, key: string): Promise<string> {
  const { orderId, paymentId } = await buy(person, addressId, key);
  await payWith(paymentId);
  await settlePayment(paymentId);
  const shipped = await shipOrder(staff, {
    order_id: orderId,
    courier: "JNE",
    service: "REG",
    tracking_number: `JN-${key}`,
  });
  if (!shipped.ok) throw new Error(JSON.stringify(shipped));
  await confirmReceived(person, orderId);
  return orderId;
}

/** Stores a person's enquiry, the mail about it, and a choice of mails. */
async function writeToShop(name: string): Promise<void> {
  const sql = asSeed();
  const email = `${name}@pelanggan.test`;
  const enquiry = { topic: "other", name, email, message: `Salam dari ${email}`, language: "id" };
  const [row] = await sql<{ id: string }[]>`
    insert into enquiries ${sql({ ...enquiry, idempotency_key: name, request_hash: name })} returning id`;
  await sql`
    insert into private.outbox (kind, recipient, subject, text, dedupe_key)
    values ('email', 'halo@etalase.test', 'Pesan baru', ${enquiry.message}, ${`enquiry:new:${row?.id}`})`;
  const [recipient] = await sql<{ id: string }[]>`
    insert into private.mail_recipients (email, name, email_hash, mailbox_hash)
    values (${email}, ${name}, sha256(${email}::bytea), sha256(${email}::bytea)) returning id`;
  await sql`
    select private.stop_mails(${recipient?.id ?? ""}, null, 'page', ${sql.json({ ip: "198.51.100.7", user_agent: `Peramban ${name}` })})`;
  await sql`
    select private.ask_confirmation(${recipient?.id ?? ""}, '{news}', sha256(${name}::bytea), 'page')`;
  await sql`
    insert into private.stock_alerts (recipient_id, variant_id, language, idempotency_key)
    select ${recipient?.id ?? ""}, id, 'id', ${name} from product_variants order by id limit 1`;
  await sql`
    with campaign as (insert into private.mail_campaigns (id, name) values (gen_random_uuid(), 'Kabar') returning number),
      chunk as (insert into private.mail_chunks (campaign, chunk, size) select number, 0, 1 from campaign returning campaign)
    select from chunk`;
  await sql`
    with newest as (select max(number) as number from private.mail_campaigns),
      version as (
        insert into private.mail_versions (campaign, language, subject) select number, 'id', 'Kabar' from newest
        returning id, campaign)
    insert into private.mail_deliveries (campaign, n, recipient_id, version_id)
    select campaign, 1, ${recipient?.id ?? ""}, id from version`;
  await sql`select private.note_automation_run('welcome', ${recipient?.id ?? ""}, ${`occasion of ${name}`})`;
}

test("a deleted account leaves no personal data, and the ledger still adds up", async () => {
  const { person, addressId } = await freshCustomer("pamit");
  const orderId = await receive(person, addressId, "leaving");
  const sql = asSeed();
  await sql`insert into storage.buckets (id, name) values ('desain', 'desain')`;
  await sql`
    insert into storage.objects (bucket_id, name, version, owner, owner_id)
    values ('desain', 'pamit.png', '1', ${person.id}, ${person.id}), ('desain', 'toko.png', '2', ${staff.id}, ${staff.id})`;
  await writeToShop("pamit");
  await sql`
    insert into private.undelivered_order_mails (order_id, address, bounce, reason)
    values (${orderId}, 'pamit@pelanggan.test', 'hard', '550 <pamit@pelanggan.test> unknown')`;
  const version = crypto.randomUUID();
  await sql`
    insert into private.saved_carts (customer_id, version, lines) values (${person.id}, ${version}, '[]')`;
  await followBuyers();
  await sql`
    insert into buyer_notes (id, buyer_id, text)
    select gen_random_uuid(), id, 'Catatan tentang pamit' from buyers where account_id = ${person.id}`;
  // The job has not processed this change yet.
  await sql`update profiles set phone = '+6281200009999' where id = ${person.id}`;
  const marks = [
    ...[person.id, "pamit@pelanggan.test", "Peramban pamit", "198.51.100.7"],
    "Catatan tentang pamit",
  ];
  const tables = (await tablesWith(marks)).map((place) => place.split(":")[0]);
  for (const table of ["orders", "buyers", "buyer_notes"]) {
    expect(tables).toContain(`public.${table}`);
  }
  const [before] = await asSeed()`
    select number, total, paid_total, status, public_token from orders where id = ${orderId}`;

  expect(await deleteAccount(person)).toEqual({ ok: true, value: null });

  // Only the last mail contains them; it is queued for the person.
  expect(await tablesWith(marks)).toEqual(["private.outbox: pamit@pelanggan.test"]);
  const mails = await asSeed()`
    select subject from private.outbox where recipient = 'pamit@pelanggan.test'`;
  expect(mails).toEqual([{ subject: "Akun Anda sudah dihapus" }]);
  const [after] = await asSeed()`select * from orders where id = ${orderId}`;
  expect(after).toMatchObject({
    number: before?.number,
    total: before?.total,
    paid_total: before?.paid_total,
    status: before?.status,
    customer_id: null,
    email: "",
    phone: "",
    recipient: "Akun dihapus",
    note: "",
  });
  expect(Object.keys(after?.address)).toEqual(["region_code", "region_name"]);
  expect(after?.public_token).not.toBe(before?.public_token);
  // No list brings the address back.
  expect(
    await sql`
      select reason, mailbox_hash is not null as is_mailbox from private.mail_suppressions
      where email_hash = sha256('pamit@pelanggan.test'::bytea) order by id`,
  ).toEqual([
    { reason: "stopped_all", is_mailbox: false },
    { reason: "erased", is_mailbox: true },
  ]);
  expect(await sql`select name from storage.objects where bucket_id = 'desain'`).toEqual([
    { name: "toko.png" },
  ]);
  expect(await findBreaches()).toEqual([]);
  const found = await listStaffOrders(staff, {
    q: before?.number,
    filter: null,
    sort: "newest",
    after: null,
    before: null,
  });
  expect(found.ok && found.value.orders.map(({ customer_name }) => customer_name)).toEqual([
    "Akun dihapus",
  ]);
});

test("the last mail of an account goes to a confirmed address only", async () => {
  const { person } = await freshCustomer("tamu-pamit");
  await asSeed()`
    update auth.users set is_anonymous = true, email = null, email_confirmed_at = null where id = ${person.id}`;
  await asSeed()`
    update profiles set contact_email = 'orang-lain@contoh.test', full_name = 'https://jahat.test' where id = ${person.id}`;
  expect((await deleteAccount(person)).ok).toBe(true);
  const { person: other } = await freshCustomer("belum-terbukti");
  await asSeed()`
    update auth.users set email = 'orang-lain@contoh.test', email_confirmed_at = null where id = ${other.id}`;
  expect((await deleteAccount(other)).ok).toBe(true);
  expect(
    await asSeed()`select from private.outbox where recipient = 'orang-lain@contoh.test'`,
  ).toHaveLength(0);
});

test("a deleted account leaves no invitation to it, and those that it sent name nobody", async () => {
  const { person } = await freshCustomer("diundang");
  await asSeed()`
    insert into staff_invitations (token_hash, email, role, staff_role, invited_by, expires_at, used_at)
    values ('kepadanya', ${person.email ?? ""}, 'USER', 'reader', ${staff.id}, now(), now()),
      ('darinya', 'teman@contoh.test', 'USER', 'reader', ${person.id}, now() + interval '1 day', null)`;
  // What else the log records must not keep them from leaving.
  await asSeed()`
    with made as (insert into customer_groups (name) values ('Langganan') returning id)
    insert into customer_group_members (group_id, customer_id) select id, ${person.id} from made`;
  expect((await deleteAccount(person)).ok).toBe(true);
  expect(await asSeed()`select token_hash, invited_by from staff_invitations`).toEqual([
    { token_hash: "darinya", invited_by: null },
  ]);
  const [entry] = await asSeed()`
    select actor_kind, actor_name, action, changes ? 'email' as names_address from audit_entries
    where action like 'staff_invitations.%' order by id desc limit 1`;
  expect(entry).toEqual({
    actor_kind: "job",
    actor_name: "erasure",
    action: "staff_invitations.deleted",
    names_address: false,
  });
});

test("an open order or owed money blocks deleting the account until it is closed", async () => {
  const { person, addressId } = await freshCustomer("menunggu");
  const { orderId, paymentId } = await buy(person, addressId, "open");
  const [order] = await asSeed()<{ number: string }[]>`
    select number from orders where id = ${orderId}`;
  const number = order?.number ?? "";
  expect(await deleteAccount(person)).toEqual({
    ok: false,
    problem: {
      code: "account_in_use",
      open_orders: [number],
      pending_refunds: [],
      open_returns: [],
    },
  });
  await payWith(paymentId);
  await settlePayment(paymentId);
  expect(await findObstacles(person)).toEqual({
    open_orders: [number],
    pending_refunds: [],
    open_returns: [],
  });
  expect((await cancelOrder(person, orderId, "customer")).ok).toBe(true);
  expect(await findObstacles(person)).toEqual({
    open_orders: [],
    pending_refunds: [number],
    open_returns: [],
  });
  expect(await deleteAccount(person)).toMatchObject({ problem: { pending_refunds: [number] } });
  const [remaining] = await asSeed()`
    select (select count(*)::int from auth.users where id = ${person.id}) as users,
      (select count(*)::int from addresses where customer_id = ${person.id}) as addresses`;
  expect(remaining).toEqual({ users: 1, addresses: 1 });
  const [refund] = await asSeed()<
    { id: string }[]
  >`select id from refunds where order_id = ${orderId}`;
  await settlePayment((await sendRefund(refund?.id ?? "")) ?? "");
  expect(await findObstacles(person)).toEqual({
    open_orders: [],
    pending_refunds: [],
    open_returns: [],
  });
  expect((await deleteAccount(person)).ok).toBe(true);
});

/** An order that has arrived, with one piece in it. */
async function received(person: Person, addressId: string, key: string) {
  const { orderId, paymentId } = await buy(person, addressId, key);
  await payWith(paymentId);
  await settlePayment(paymentId);
  const sent = await shipOrder(staff, {
    order_id: orderId,
    courier: "JNE",
    service: "REG",
    tracking_number: `JN-${key}`,
  });
  if (!sent.ok || !(await confirmReceived(person, orderId)).ok) throw new Error("not received");
  const [line] = await asSeed()<{ id: string }[]>`
    select id from order_lines where order_id = ${orderId} order by position limit 1`;
  return { order_id: orderId, lines: [{ order_line_id: line?.id ?? "", quantity: 1 }] };
}

const wish = { key: "0123456789", note: "", kind: "return", reason: "other", wish: null } as const;

test("an unfinished return or claim blocks deleting the account until it is closed", async () => {
  const { person, addressId } = await freshCustomer("retur-terbuka");
  const goods = await received(person, addressId, "retur-terbuka");
  const request = await requestReturn(person, { ...wish, ...goods });
  if (!request.ok) throw new Error(request.problem);
  const { number, return_id } = request.value;
  const left = { code: "account_in_use", open_orders: [], pending_refunds: [] };
  const remaining = { ok: false, problem: { ...left, open_returns: [number] } };
  expect(await deleteAccount(person)).toEqual(remaining);
  expect((await approveReturn(staff, return_id, "")).ok).toBe(true);
  expect(await deleteAccount(person)).toEqual(remaining);
  expect((await cancelReturn(person, return_id)).ok).toBe(true);

  // A promised replacement is an order under way.
  const claim = await requestReturn(person, {
    ...wish,
    ...goods,
    key: "1234567890",
    kind: "claim",
    reason: "damaged",
  });
  if (!claim.ok) throw new Error(claim.problem);
  expect((await approveReturn(staff, claim.value.return_id, "")).ok).toBe(true);
  const resolved = await resolveClaim(staff, claim.value.return_id, "replacement", {
    shipping: 0,
    channel: "original",
  });
  expect(resolved.ok).toBe(true);
  const waiting = await findObstacles(person);
  expect(waiting.open_orders).toHaveLength(1);
  expect(waiting.open_returns).toEqual([]);
  const [shipment] = await asSeed()<{ id: string }[]>`
    select id from shipments where order_id = ${goods.order_id} and kind = 'replacement'`;
  expect((await sendShipment(staff, shipment?.id ?? "", "JN-GANTI")).ok).toBe(true);
  expect((await deleteAccount(person)).ok).toBe(false);
  expect((await deliverShipment(person, shipment?.id ?? "")).ok).toBe(true);
  expect((await deleteAccount(person)).ok).toBe(true);
  const [gone] = await asSeed()`
    select count(*)::int as remaining from returns where customer_id = ${person.id} or note <> ''`;
  expect(gone).toEqual({ remaining: 0 });
});

test("concurrent account deletion and return request: exactly one succeeds", async () => {
  for (let round = 0; round < 8; round++) {
    const name = `retur-lari-${round}`;
    const { person, addressId } = await freshCustomer(name);
    const goods = await received(person, addressId, name);
    const [request, deletion] = await Promise.all([
      requestReturn(person, { ...wish, ...goods }),
      deleteAccount(person),
    ]);
    expect([request.ok, deletion.ok].filter(Boolean)).toHaveLength(1);
    const [open] = await asSeed()<{ count: number }[]>`
      select count(*)::int from returns where order_id = ${goods.order_id}`;
    expect(open?.count).toBe(request.ok ? 1 : 0);
  }
});

test("deletion needs a fresh proof, and the last administrator cannot be deleted", async () => {
  const { person } = await freshCustomer("basi");
  await asSeed()`update auth.sessions set reauthenticated_at = now() - interval '11 minutes' where user_id = ${person.id}`;
  expect(await deleteAccount(person)).toEqual({
    ok: false,
    problem: { code: "reauthentication_needed" },
  });
  expect((await exportData(person)).ok).toBe(false);
  // A fresh proof in another session of the person does not count.
  await asSeed()`insert into auth.sessions (user_id, reauthenticated_at) values (${person.id}, now())`;
  expect((await deleteAccount(person)).ok).toBe(false);

  const admin = demoPerson("admin@etalase.test");
  const [session] = await asSeed()<{ id: string }[]>`
    insert into auth.sessions (user_id, reauthenticated_at) values (${admin.id}, now()) returning id`;
  const fresh = { ...admin, claims: { ...admin.claims, session_id: session?.id } };
  expect(await deleteAccount(fresh)).toEqual({ ok: false, problem: { code: "last_admin" } });
});

test("fifty deletion requests delete once, and one that races with an order is atomic", async () => {
  const { person, addressId } = await freshCustomer("serentak");
  await Promise.all(Array.from({ length: 50 }, () => deleteAccount(person)));
  const farewells = await asSeed()`
    select 1 from private.outbox where recipient = 'serentak@pelanggan.test'`;
  expect(farewells).toHaveLength(1);
  expect(addressId).not.toBe("");

  const racer = await freshCustomer("balap");
  const [left, bought] = await Promise.allSettled([
    deleteAccount(racer.person),
    buy(racer.person, racer.addressId, "race"),
  ]);
  const hasLeft = left.status === "fulfilled" && left.value.ok;
  expect(hasLeft).not.toBe(bought.status === "fulfilled");
  const rows = await asSeed()`select 1 from orders where email = 'balap@pelanggan.test'`;
  expect(rows).toHaveLength(hasLeft ? 0 : 1);
});

async function textOf(person: Person): Promise<string> {
  const exported = await exportData(person);
  if (!exported.ok) throw new Error(exported.problem);
  let text = "";
  for await (const piece of exported.value) text += piece;
  return text;
}

test("the download holds all data of one person, no secrets and no other person's data", async () => {
  const { person, addressId } = await freshCustomer("unduh");
  const other = await freshCustomer("tetangga");
  await receive(other.person, other.addressId, "neighbour");
  for (let n = 0; n < 2; n++) await receive(person, addressId, `download-${n}`);
  await asSeed()`update auth.users set encrypted_password = '$2b$10$rahasia' where id = ${person.id}`;
  await asSeed()`
    insert into auth.mfa_factors (user_id, friendly_name, factor_type, secret, status)
    values (${person.id}, 'Ponsel unduh', 'totp', 'rahasia-totp', 'unverified')`;
  await writeToShop("unduh");
  await writeToShop("tetangga");
  await asSeed()`
    insert into private.order_marks (order_id, campaign, version_id, via)
    select o.id, v.campaign, v.id, 'code' from orders o cross join (
      select max(campaign) as campaign, max(id) as id from private.mail_versions) v`;
  const text = await textOf(person);
  const data = JSON.parse(text);
  expect(data.account).toMatchObject({
    id: person.id,
    email: "unduh@pelanggan.test",
    has_password: true,
  });
  expect(data.profile).toHaveLength(1);
  expect(data.addresses).toMatchObject([{ recipient: "unduh", street: "Jl. Braga 1" }]);
  expect(data.second_factors).toMatchObject([{ name: "Ponsel unduh", type: "totp" }]);
  expect(data.sessions).toMatchObject([{ device: "Peramban unduh", ip: "198.51.100.7" }]);
  expect(data.orders).toHaveLength(2);
  expect(data.orders[0]).toMatchObject({
    email: "unduh@pelanggan.test",
    lines: [{ quantity: 1 }],
    payments: [{ status: "settled" }],
    shipments: [{ tracking_number: "JN-download-0" }],
  });
  expect(data.messages.length).toBeGreaterThan(0);
  expect(data.enquiries).toMatchObject([
    { message: "Salam dari unduh@pelanggan.test", answers: [] },
  ]);
  expect(data.stock_alerts).toMatchObject([{ sku: expect.any(String), notified_at: null }]);
  expect(data.orders_by_campaigns).toEqual(
    data.orders.map(({ number }: { number: string }) => ({
      order: number,
      subject: "Kabar",
      by: "code",
    })),
  );
  expect(data.campaigns).toEqual([{ subject: "Kabar", state: "pending", at: null }]);
  expect(data.automations).toMatchObject([
    { automation: "welcome", occasion: "occasion of unduh", skipped: null },
  ]);
  expect(data.mail_choices).toMatchObject([
    { topic: "cart_reminder", action: "stopped", source: "page", ip: "198.51.100.7" },
    { topic: "payment_reminder", action: "stopped", source: "page", ip: "198.51.100.7" },
    { topic: null, action: "stopped" },
    { topic: "news", action: "asked" },
  ]);
  expect(data.mailing_list).toMatchObject({
    name: "unduh",
    subscriptions: ["cart_reminder", "news", "payment_reminder", "review", "stock"].map(
      (topic) => ({
        topic,
        state: "unsubscribed",
      }),
    ),
    suppressions: [{ reason: "stopped_all", lifted: false }],
  });
  expect(text).not.toMatch(/rahasia|tetangga|public_token|client/);

  // Staff may read every order on their screens, but their export contains only their own data.
  const [session] = await asSeed()<{ id: string }[]>`
    insert into auth.sessions (user_id, reauthenticated_at) values (${staff.id}, now()) returning id`;
  const claims = { ...staff.claims, session_id: session?.id };
  expect(JSON.parse(await textOf({ ...staff, claims })).orders).toEqual([]);

  for (let n = 0; n < 4; n++) await textOf(person);
  expect(await exportData(person)).toEqual({ ok: false, problem: "too_many_requests" });
});

test("many orders are exported page by page, each once", async () => {
  const { person, addressId } = await freshCustomer("borong");
  const orderId = await receive(person, addressId, "bulk");
  const columns = await asSeed()<{ column_name: string }[]>`
    select column_name from information_schema.columns
    where table_schema = 'public' and table_name = 'orders'
      and column_name not in ('id', 'number', 'idempotency_key', 'public_token',
        'payment_status', 'fulfilment_status', 'paid_total', 'refunded_total')`;
  const list = columns.map(({ column_name }) => `"${column_name}"`).join(", ");
  await asSeed().unsafe(
    `insert into orders (idempotency_key, ${list}) select 'copy-' || n, ${list}
     from orders, generate_series(1, 120) n where id = $1`,
    [orderId],
  );
  const { orders } = JSON.parse(await textOf(person)) as { orders: { id: string }[] };
  expect(new Set(orders.map(({ id }) => id)).size).toBe(121);
  expect(orders).toHaveLength(121);
});

test("only the shop itself may erase people, or read recovery codes", async () => {
  const { person } = await freshCustomer("usil");
  const tries = [
    (sql: Parameters<Parameters<typeof asCaller>[1]>[0]) =>
      sql`select private.erase_person(${staff.id})`,
    (sql: Parameters<Parameters<typeof asCaller>[1]>[0]) => sql`select * from auth.recovery_codes`,
    (sql: Parameters<Parameters<typeof asCaller>[1]>[0]) =>
      sql`select private.is_fresh_session(${person.id}, ${person.id})`,
  ];
  for (const attempt of tries) {
    await expect(asCaller(callerOf(person), attempt)).rejects.toThrow(/permission denied/);
  }
});

import { beforeAll, beforeEach, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { deleteAccount } from "#shop/customers/delete-account.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { pauseByFuse } from "#shop/mailing/campaigns/fuses.server.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { savePreferences } from "#shop/staff/preferences.server.ts";
import { startCampaign } from "#tests/support/builders/campaigns.ts";
import {
  demoAddressId,
  demoPerson,
  giveStaffRole,
  makeCustomer,
  openTestProviders,
  orderInput,
  payWith,
  setStock,
  variantInStock,
  withProof,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { allNotificationKinds } from "./notification.ts";
import { notifyStaff } from "./notify-staff.server.ts";
import {
  countUnread,
  listNotifications,
  markAllRead,
  markRead,
  purgeNotifications,
} from "./read-notifications.server.ts";
import { sendDigests } from "./send-digests.server.ts";

testDatabase({ demo: true, max: 6 });
let sold = "";
beforeAll(async () => {
  openTestProviders();
  sold = await variantInStock();
});

const customer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");
const admin = demoPerson("admin@etalase.test");

beforeEach(async () => {
  await notifyStaff();
  await asSeed()`delete from private.staff_notifications`;
  await savePreferences(staff, { muted: [], daily_digest: false });
});

async function order(key: string): Promise<string> {
  const input = await orderInput(customer, {
    lines: [{ variant_id: sold, quantity: 1 }],
    promo_codes: [],
    address_id: demoAddressId,
  });
  const placed = await placeOrder(customer, input, { idempotencyKey: key, language: "id" });
  if (!placed.ok) throw new Error(JSON.stringify(placed));
  return placed.value.order.id;
}

async function kindsOf(person: Person): Promise<string[]> {
  return (await listNotifications(person, null)).notifications.map(({ kind }) => kind);
}

/** An event as a trigger writes it. */
async function happen(kind: string, times = 1): Promise<void> {
  await asSeed()`
    insert into private.staff_events (kind) select ${kind} from generate_series(1, ${times}::int)`;
}

test("an order costs its transaction one row, and becomes a notification for everybody who reads orders", async () => {
  const id = await order("kabar-pesanan");
  const events = await asSeed()`select kind, subject_id from private.staff_events`;
  expect(events).toEqual([{ kind: "new_order", subject_id: id }]);
  expect(await countUnread(staff)).toBe(0);
  await notifyStaff();
  const [row] = await asSeed()`select number, total from orders where id = ${id}`;
  for (const person of [staff, admin]) {
    const { notifications } = await listNotifications(person, null);
    expect(notifications).toMatchObject([
      {
        kind: "new_order",
        subject_id: id,
        facts: { count: 1, number: row?.number, total: row?.total },
        read_at: null,
      },
    ]);
  }
  expect(await listNotifications(customer, null)).toEqual({ notifications: [], after: null });
  // The job that runs again finds nothing.
  expect(await notifyStaff()).toBe(0);
  expect(await countUnread(staff)).toBe(1);
});

/** Returns and deletes the queued mails about notifications. */
async function noticesMailed() {
  return asSeed()<{ to: string; subject: string; text: string }[]>`
    delete from private.outbox where dedupe_key like 'staff-notice:%' returning recipient as to, subject, text`;
}

test("a paid order is mailed to administrators by default, and to other staff only if they chose it", async () => {
  await asSeed()`delete from private.staff_preferences`;
  const id = await order("kabar-email");
  await notifyStaff();
  expect(await noticesMailed()).toEqual([]);
  const [payment] = await asSeed()<
    { id: string }[]
  >`select id from payments where order_id = ${id}`;
  await payWith(payment?.id ?? "");
  await settlePayment(payment?.id ?? "");
  await notifyStaff();
  const [row] = await asSeed()`select number, recipient from orders where id = ${id}`;
  const [first, ...others] = await noticesMailed();
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    to: "admin@etalase.test",
    subject: expect.stringContaining(row?.number),
  });
  expect(first?.text).not.toContain(row?.recipient);
  // By default the bell does not show a paid order, because it showed the placed order.
  expect(await kindsOf(admin)).toEqual(["new_order"]);
  await notifyStaff();
  expect(await noticesMailed()).toEqual([]);

  await savePreferences(staff, { mailed: ["order_paid", "mail_parked"] });
  await savePreferences(admin, { mailed: [] });
  await asSeed()`insert into private.staff_events (kind, subject_id) values ('order_paid', ${id})`;
  await happen("mail_parked", 5);
  await notifyStaff();
  const [mine, ...rest] = await noticesMailed();
  expect(rest).toEqual([]);
  expect(mine).toMatchObject({ to: "staff@etalase.test" });
  expect(mine?.text).toContain("5");
  await asSeed()`delete from private.staff_preferences`;
});

test("a name with line breaks becomes one line in the subject and does not prevent other notifications", async () => {
  await savePreferences(admin, { mailed: ["campaign_paused"] });
  const campaign = await startCampaign();
  await asSeed()`
    update private.mail_campaigns set name = ${"Promo\r\nBcc: x@y.test"} where number = ${campaign}`;
  await pauseByFuse("complaints", campaign);
  await happen("mail_parked");
  await notifyStaff();
  const [mail] = await noticesMailed();
  expect(mail?.subject).toMatch(/: Promo Bcc: x@y\.test$/);
  expect((await kindsOf(admin)).sort()).toEqual(["campaign_paused", "mail_parked"]);
  await asSeed()`delete from private.staff_preferences`;
});

test("an enquiry is notified without the visitor's name", async () => {
  await asSeed()`
    insert into enquiries (topic, name, email, message, language, idempotency_key, request_hash)
    values ('other', 'Rahasia Sekali', 'a@pelanggan.test', 'Halo', 'id', gen_random_uuid(), 'x')`;
  await notifyStaff();
  const [mail] = await noticesMailed();
  expect(mail?.to).toBe("admin@etalase.test");
  expect(mail?.text).not.toContain("Rahasia");
  expect(await kindsOf(admin)).toEqual(["new_enquiry"]);
});

test("staff are notified only of what they may see, also after their role became smaller", async () => {
  await giveStaffRole(staff, "warehouse");
  const permissions = await permissionsNow(staff);
  const warehouse = { ...staff, permissions };
  expect(permissions).toContain("stock.read");
  expect(permissions).not.toContain("mail.read");
  await happen("mail_parked");
  const variant = await variantInStock();
  await setStock(variant, 0);
  await notifyStaff();
  await setStock(variant, 60);
  expect(await kindsOf(warehouse)).toEqual(["sold_out"]);
  expect((await kindsOf(admin)).sort()).toEqual(["mail_parked", "sold_out"]);
  const { notifications } = await listNotifications(warehouse, null);
  expect(notifications[0]).toMatchObject({ subject_id: variant, facts: { count: 1 } });
  const smaller = { ...warehouse, permissions: [] };
  expect([await kindsOf(smaller), await countUnread(smaller)]).toEqual([[], 0]);
  await giveStaffRole(staff, "sales");
});

async function permissionsNow(person: Person): Promise<Person["permissions"]> {
  const [row] = await asSeed()<{ permissions: Person["permissions"] }[]>`
    select private.permissions_of(${person.id}) as permissions`;
  return row?.permissions ?? [];
}

test("many things of one kind at once are one notification with their number", async () => {
  await happen("mail_parked", 5_000);
  const variants = await asSeed()<{ id: string }[]>`
    select v.id from product_variants v join products p on p.id = v.product_id
    where p.status = 'published' and not v.archived and v.stock_band = 'in' order by v.id limit 5`;
  for (const { id } of variants) await setStock(id, 0);
  await notifyStaff();
  for (const { id } of variants) await setStock(id, 60);
  const { notifications } = await listNotifications(admin, null);
  const sums = new Map<string, number>();
  for (const { kind, facts } of notifications) {
    sums.set(kind, (sums.get(kind) ?? 0) + facts.count);
  }
  expect(Object.fromEntries(sums)).toEqual({ mail_parked: 5_000, sold_out: 5 });
  expect(notifications.length).toBeLessThanOrEqual(5);
});

test("a variant that recovered before the job ran is left out", async () => {
  const variant = await variantInStock();
  await setStock(variant, 0);
  await setStock(variant, 50);
  await notifyStaff();
  expect(await kindsOf(admin)).toEqual([]);
});

test("a muted kind is not written, and read ones and all can be marked", async () => {
  await savePreferences(staff, { muted: ["mail_parked"] });
  await happen("mail_parked");
  await notifyStaff();
  expect([await countUnread(staff), await countUnread(admin)]).toEqual([0, 1]);
  await order("kabar-dibaca-1");
  await order("kabar-dibaca-2");
  await notifyStaff();
  const { notifications } = await listNotifications(staff, null);
  const [newer, older] = notifications.map(({ id }) => id);
  // Somebody else's stays as it is.
  await markRead(admin, older ?? 0);
  expect(await countUnread(staff)).toBe(2);
  await markAllRead(staff, older ?? 0);
  expect(await countUnread(staff)).toBe(1);
  await markRead(staff, newer ?? 0);
  expect([await countUnread(staff), await countUnread(admin)]).toEqual([0, 3]);
});

test("a finished task notifies only the person who started it", async () => {
  await asSeed()`
    insert into staff_tasks (kind, title, permission, started_by, state)
    values ('import-products', 'katalog.csv', 'imports.run', ${staff.id}, 'running')`;
  await asSeed()`update staff_tasks set state = 'done', finished_at = now() where state = 'running'`;
  await notifyStaff();
  expect((await listNotifications(staff, null)).notifications).toMatchObject([
    { kind: "task_done", facts: { task: { kind: "import-products", title: "katalog.csv" } } },
  ]);
  expect(await kindsOf(admin)).toEqual([]);
});

test("two workers that run at once write each notification once", async () => {
  await Promise.all([order("dua-pekerja-1"), order("dua-pekerja-2")]);
  await Promise.all([notifyStaff(), notifyStaff(), notifyStaff()]);
  expect(await kindsOf(staff)).toEqual(["new_order", "new_order"]);
});

test("an old backup is a reminder once a day", async () => {
  await asSeed()`
    insert into private.operation_facts (fact, seen_at) values ('backup_made', now() - interval '5 days')
    on conflict (fact) do update set seen_at = excluded.seen_at`;
  await notifyStaff();
  await notifyStaff();
  const { notifications } = await listNotifications(admin, null);
  expect(notifications).toMatchObject([{ kind: "backup_old", facts: { days: 5 } }]);
  await asSeed()`delete from private.operation_facts where fact = 'backup_made'`;
});

test("the list has pages by position, and wrong positions begin at the newest", async () => {
  await asSeed()`
    insert into private.staff_notifications (person_id, kind, facts)
    select ${admin.id}, 'mail_parked', '{"count":1}' from generate_series(1, 130)`;
  const seen: number[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listNotifications>> = await listNotifications(
      admin,
      after,
    );
    seen.push(...page.notifications.map(({ id }) => id));
    after = page.after;
  } while (after);
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
  expect(seen).toHaveLength(130);
  const [newest] = (await listNotifications(admin, "1;drop")).notifications;
  expect(newest?.id).toBe(seen[0]);
  // The bell stops counting at 100.
  expect(await countUnread(admin)).toBe(100);
});

test("read notifications are kept 30 days and all 90", async () => {
  await asSeed()`
    insert into private.staff_notifications (person_id, kind, facts, created_at, read_at)
    select ${admin.id}, 'mail_parked', '{"count":1}', now() - created * interval '1 day', now() - read * interval '1 day'
    from (values (91, null), (89, null), (40, 31), (40, 29)) as v (created, read)`;
  expect(await purgeNotifications()).toBe(2);
  expect(await kindsOf(admin)).toHaveLength(2);
});

test("the daily digest is asked for, has no data of customers, and comes once a day", async () => {
  await savePreferences(staff, { daily_digest: true });
  await order("ringkasan");
  await notifyStaff();
  await sendDigests();
  await sendDigests();
  const mails = await asSeed()<
    { recipient: string; subject: string; text: string; html: string }[]
  >`
    select recipient, subject, text, html from private.outbox where dedupe_key like 'staff-digest:%'`;
  expect(mails.map(({ recipient, subject }) => ({ recipient, subject }))).toEqual([
    { recipient: staff.email, subject: "1 pemberitahuan belum dibaca" },
  ]);
  const [of] = await asSeed()<
    { email: string; phone: string; recipient: string; number: string }[]
  >`
    select email, phone, recipient, number from orders order by created_at desc limit 1`;
  for (const secret of Object.values(of ?? {})) {
    expect(`${mails[0]?.text} ${mails[0]?.html}`).not.toContain(secret);
  }
});

test("a person who is staff no more loses their notifications, and so does an erased one", async () => {
  const { person } = await makeCustomer("mantan-petugas");
  const make = () => asSeed()`
    insert into private.staff_notifications (person_id, kind, facts) values (${person.id}, 'mail_parked', '{"count":1}')`;
  const left = async () =>
    (await asSeed()`select id from private.staff_notifications where person_id = ${person.id}`)
      .length;
  await asSeed()`update profiles set role = 'USER', staff_role = 'service' where id = ${person.id}`;
  await savePreferences({ ...person, role: "USER" }, { daily_digest: true });
  await make();
  expect(await left()).toBe(1);
  await asSeed()`update profiles set role = 'CUSTOMER' where id = ${person.id}`;
  expect(await left()).toBe(0);
  const [preferences] = await asSeed()`
    select daily_digest from private.staff_preferences where person_id = ${person.id}`;
  expect(preferences).toEqual({ daily_digest: false });
  await make();
  expect(await deleteAccount(await withProof(person))).toMatchObject({ ok: true });
  expect(await left()).toBe(0);
});

test("each kind that a trigger writes is one that the job handles", async () => {
  const triggers = await asSeed()<{ kind: string }[]>`
    select split_part(encode(tgargs, 'escape'), '\\000', 1) as kind from pg_trigger t
    join pg_proc p on p.oid = t.tgfoid where p.proname = 'note_staff_event'`;
  expect(triggers.length).toBeGreaterThan(5);
  // The others have no trigger of this function: a job, and private.audit_approval().
  const others = ["backup_old", "mail_domain", "approval_wanted", "approval_decided"];
  const written = [...new Set(triggers.map(({ kind }) => kind)), ...others].sort();
  expect(written).toEqual([...allNotificationKinds].sort());
});

test("staff hear of campaigns and automations that pause by themselves and still wait for a decision", async () => {
  provideSecret(Buffer.alloc(32, "n"));
  const [waiting, paused, resumed] = [
    await startCampaign(),
    await startCampaign(),
    await startCampaign(),
  ];
  const sql = asSeed();
  await pauseByFuse("complaints", waiting);
  await sql`
    update private.mail_campaigns set status = 'paused', paused_why = 'person', paused_at = now() where number = ${paused}`;
  await pauseByFuse("silent", resumed);
  await sql`
    update private.mail_campaigns set status = 'freezing', paused_why = null, paused_at = null where number = ${resumed}`;
  await sql`update private.mail_automations set tick_at = now() - interval '1 hour' where slug = 'left_cart'`;
  await sql`select private.pause_automations('silent', silent_minutes => 30)`;
  await notifyStaff();
  const [row] = await sql<{ id: string; name: string }[]>`
    select id, name from private.mail_campaigns where number = ${waiting}`;
  const { notifications } = await listNotifications(admin, null);
  expect(
    notifications.map(({ kind, subject_id, facts }) => [kind, subject_id, facts]).toSorted(),
  ).toEqual([
    ["automation_paused", null, { count: 1 }],
    ["campaign_paused", row?.id, { count: 1, campaign: row?.name }],
  ]);
});

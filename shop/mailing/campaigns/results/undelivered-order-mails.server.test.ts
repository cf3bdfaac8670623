import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { inTransaction } from "#db/client.server.ts";
import { deliverMail } from "#integrations/mail/deliver.server.ts";
import type { MailEvent } from "#integrations/mail-events/mail-event.ts";
import { readReport } from "#integrations/mail-events/read-report.ts";
import { noteParked } from "#shop/mailing/campaigns/send/note-refusal.server.ts";
import { countWaiting } from "#shop/office/notifications/count-waiting.server.ts";
import { notifyStaff } from "#shop/office/notifications/notify-staff.server.ts";
import { queueOrderMail } from "#shop/orders/mails/order-mail.server.ts";
import {
  confirmTold,
  correctEmail,
  listUndelivered,
  listUnreachable,
} from "#shop/orders/mails/undelivered-mails.server.ts";
import { type PaidOrder, paidOrder } from "#tests/support/builders/orders.ts";
import { demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { type SmtpSink, startSmtpSink } from "#tests/support/doubles/smtp-sink.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { recordMailEvents } from "./record-mail-events.server.ts";

testDatabase({ demo: true });
const staff = demoPerson("staff@etalase.test");
const publicUrl = "https://shop.test";
let sink: SmtpSink | undefined;
beforeAll(() => {
  provideSecret(Buffer.alloc(32, "a"));
  openTestProviders();
});
afterEach(async () => {
  await sink?.close();
  sink = undefined;
  await asSeed()`delete from private.staff_notifications`;
});

/** A paid order with an address of its own. */
async function order(name: string): Promise<PaidOrder & { email: string }> {
  const made = await paidOrder(name, [1]);
  const [row] = await asSeed()<{ email: string }[]>`select email from orders where id = ${made.id}`;
  await notifyStaff();
  await asSeed()`delete from private.staff_notifications`;
  return { ...made, email: row?.email ?? "" };
}
async function mailOf(orderId: string, kind: string): Promise<{ id: string; subject: string }> {
  const [row] = await asSeed()<{ id: string; subject: string }[]>`
    select id, subject from private.outbox where dedupe_key like ${`order:${kind}:${orderId}%`}`;
  if (!row) throw new Error("no such mail");
  return row;
}
const bounced = (part: Partial<MailEvent>): MailEvent => ({
  id: randomUUID(),
  kind: "bounced",
  bounce: "hard",
  code: "5.1.1",
  reason: "550 5.1.1 no such user",
  address: undefined,
  messageId: undefined,
  envelopeToken: undefined,
  ...part,
});
const eventsOf = async (orderId: string) => {
  const rows = await asSeed()<{ kind: string; internal: boolean }[]>`
    select kind, internal from order_events where order_id = ${orderId} and kind in (
      'mail_undelivered', 'buyer_told', 'email_corrected') order by id`;
  return rows.map(({ kind, internal }) => (internal ? kind : `${kind} shown to the buyer`));
};

test("a mail about an order that comes back is work on the order, once, and staff hear of it", async () => {
  const { id, email } = await order("balik");
  const paid = await mailOf(id, "paid");
  const back = bounced({ messageId: `${paid.id}@shop.test`, address: email });
  expect(await recordMailEvents([back])).toBe(true);
  // The same report again, another one about the same mail, and the provider's event beside it.
  await recordMailEvents([back, bounced({ messageId: `${paid.id}@shop.test` })]);
  expect(await listUndelivered(staff, id)).toMatchObject([
    { address: email, subject: paid.subject, bounce: "hard", code: "5.1.1", reason: back.reason },
  ]);
  expect(await eventsOf(id)).toEqual(["mail_undelivered"]);
  expect(await countWaiting(staff)).toMatchObject({ mails: 1 });
  expect((await listUnreachable(staff)).map((found) => [found.id, found.mails])).toEqual([[id, 1]]);
  await notifyStaff();
  const told = await asSeed()`
    select distinct kind, subject_id from private.staff_notifications where kind = 'order_unreachable'`;
  expect(told).toEqual([{ kind: "order_unreachable", subject_id: id }]);
  // A delay is no end, a list that the buyer passes mails to is no buyer, and another shop's mail is nobody's.
  const other = await order("tunda");
  const late = { ...bounced({}), kind: "deferred" as const, bounce: undefined };
  const mail = await mailOf(other.id, "paid");
  await recordMailEvents([
    { ...late, messageId: `${mail.id}@shop.test`, address: other.email },
    bounced({ messageId: `${mail.id}@shop.test`, address: "grup@lain.test" }),
  ]);
  expect(await recordMailEvents([bounced({ messageId: `${randomUUID()}@lain.test` })])).toBe(false);
  expect(await listUndelivered(staff, other.id)).toEqual([]);

  const customer = demoPerson("customer@etalase.test");
  expect(await listUndelivered(customer, id)).toEqual([]);
  expect(await listUnreachable(customer)).toEqual([]);
  for (const act of [confirmTold(customer, id), correctEmail(customer, id, "x@contoh.test")]) {
    expect(await act).toEqual({ ok: false, problem: "order_not_found" });
  }
  expect(await confirmTold(staff, id)).toEqual({ ok: true, value: null });
  expect(await confirmTold(staff, id)).toEqual({ ok: true, value: null });
  expect(await listUndelivered(staff, id)).toEqual([]);
  expect(await countWaiting(staff)).not.toHaveProperty("mails");
  expect(await eventsOf(id)).toEqual(["mail_undelivered", "buyer_told"]);

  // What comes next does not arrive either, and the buyer is told again.
  await inTransaction((sql) => queueOrderMail(sql, id, "canceled"));
  const next = await mailOf(id, "canceled");
  await recordMailEvents([bounced({ messageId: `${next.id}@shop.test`, bounce: "soft" })]);
  expect(await listUndelivered(staff, id)).toMatchObject([{ subject: next.subject }]);
  await confirmTold(staff, id);
});

test("with the right address what came back is sent again there, and nobody else's mails are led away", async () => {
  const { id, email } = await order("ralat");
  const right = "benar@contoh.test";
  expect(await correctEmail(staff, id, right)).toEqual({
    ok: false,
    problem: "nothing_undelivered",
  });
  const [paid, rows] = [await mailOf(id, "paid"), () => listUndelivered(staff, id)];
  sink = await startSmtpSink({
    keep: 5,
    script: (to) => (to === email ? { at: "rcpt", reply: "550 5.1.1 no such user" } : undefined),
  });
  const settings = { mailFrom: "Toko <toko@shop.test>", publicUrl, smtpUrl: sink.url };
  const deliver = () =>
    deliverMail(inTransaction, paid.id, { ...settings, noteRefusal: noteParked });
  await asSeed()`update private.outbox set status = 'queued' where id = ${paid.id}`;
  await deliver();
  expect(await rows()).toMatchObject([{ address: email, subject: paid.subject, code: "5.1.1" }]);

  for (const wrong of ["", "x", "a@b", "a@b.test,c@d.test", "a@b.test\nBcc: c@d.test"]) {
    expect(await correctEmail(staff, id, wrong)).toEqual({ ok: false, problem: "email_invalid" });
  }
  expect(await correctEmail(staff, id, email.toUpperCase())).toMatchObject({
    problem: "email_unchanged",
  });
  expect(await correctEmail(staff, id, ` ${right.toUpperCase()} `)).toEqual({
    ok: true,
    value: null,
  });
  expect(await correctEmail(staff, id, right)).toEqual({ ok: true, value: null });
  expect(await rows()).toEqual([]);
  await deliver();
  expect(sink.bodies.map(({ to }) => to)).toEqual([right]);
  expect(sink.texts.at(-1)).toContain(`To: ${right}`);
  const [stored] = await asSeed()`
    select o.email, m.status, m.recipient from orders o, private.outbox m where o.id = ${id} and m.id = ${paid.id}`;
  expect(stored).toEqual({ email: right, status: "sent", recipient: right });
  expect(await eventsOf(id)).toEqual(["mail_undelivered", "email_corrected"]);
  const [entry] = await asSeed()`
    select actor_id, order_id from audit_entries where action = 'order.email_corrected'`;
  expect(entry).toEqual({ actor_id: staff.id, order_id: id });
  // The log does not hold the addresses, which an erasure has to find.
  const log =
    await asSeed()`select to_json(a)::text as entry from audit_entries a where order_id = ${id}`;
  expect(JSON.stringify(log)).not.toContain(right);

  // A report that comes late is about the old address.
  await recordMailEvents([bounced({ messageId: `${paid.id}@shop.test`, address: email })]);
  expect(await rows()).toEqual([]);
});

test("a mailbox that does not exist is work on each open order of it, whatever mail shows it", async () => {
  const open = await order("buka");
  const closed = await order("tutup");
  await asSeed()`update orders set email = ${open.email}, status = 'completed' where id = ${closed.id}`;
  // The provider names no message, and the address is not on the mailing list.
  await recordMailEvents([bounced({ address: open.email, bounce: "soft", code: "4.2.2" })]);
  expect(await listUndelivered(staff, open.id)).toEqual([]);
  await recordMailEvents([
    bounced({ address: open.email }),
    bounced({ address: open.email }),
    bounced({ address: open.email, bounce: "policy", code: "5.7.1" }),
  ]);
  expect(await listUndelivered(staff, open.id)).toMatchObject([{ subject: "", bounce: "hard" }]);
  expect(await listUndelivered(staff, closed.id)).toEqual([]);
  expect((await listUnreachable(staff)).find((found) => found.id === open.id)?.mails).toBe(0);
  // Who was told hears no more of the same.
  await confirmTold(staff, open.id);
  await recordMailEvents([bounced({ address: open.email })]);
  expect(await listUndelivered(staff, open.id)).toEqual([]);
});

test("a refusal that is the shop's own trouble is no work on an order; a report of the mailbox is", async () => {
  const { id, email } = await order("lapor");
  const paid = await mailOf(id, "paid");
  for (const act of [
    { at: "connect", reply: "554 5.7.1 not you" },
    { at: "mail", reply: "550 5.1.8 bad sender" },
    { at: "rcpt", reply: "550 5.7.1 relaying denied" },
  ] as const) {
    sink = await startSmtpSink({ script: () => act });
    await asSeed()`update private.outbox set status = 'queued', attempts = 0 where id = ${paid.id}`;
    const settings = { mailFrom: "toko@shop.test", publicUrl, smtpUrl: sink.url };
    await deliverMail(inTransaction, paid.id, { ...settings, noteRefusal: noteParked });
    await sink.close();
  }
  expect(await listUndelivered(staff, id)).toEqual([]);
  const report = [
    "Content-Type: multipart/report; report-type=delivery-status; boundary=x",
    ...["", "--x", "Content-Type: text/plain", "", "Maaf.", "--x"],
    ...["Content-Type: message/delivery-status", "", "Reporting-MTA: dns; mx.test", ""],
    ...[`Final-Recipient: rfc822; ${email}`, "Action: failed", "Status: 5.2.2"],
    ...["Diagnostic-Code: smtp; 552 5.2.2 mailbox full", "--x", "Content-Type: message/rfc822", ""],
    ...[`Message-ID: <${paid.id}@shop.test>`, "", "Isi", "--x--", ""],
  ].join("\r\n");
  expect(await recordMailEvents(readReport(Buffer.from(report)))).toBe(true);
  expect(await listUndelivered(staff, id)).toMatchObject([{ bounce: "soft", code: "5.2.2" }]);
  await expect(
    asSeed()`
      update private.undelivered_order_mails set resolution = 'lain', resolved_at = now() where order_id = ${id}`,
  ).rejects.toThrow("undelivered_resolution_unknown");
  // Who is erased leaves nothing here.
  await asSeed()`update orders set email = '' where id = ${id}`;
  expect(
    await asSeed()`select from private.undelivered_order_mails where order_id = ${id}`,
  ).toEqual([]);
});

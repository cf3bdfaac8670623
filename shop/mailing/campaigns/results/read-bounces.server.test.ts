import { afterEach, beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { mailboxName } from "#integrations/mail-events/bounce-mailbox.server.ts";
import { linkToken } from "#shop/consent/link-token.server.ts";
import { stopByMail } from "#shop/consent/stop-by-mail.ts";
import { deliveryId } from "#shop/mailing/campaigns/delivery-id.server.ts";
import { freezePage } from "#shop/mailing/campaigns/send/freeze.server.ts";
import { removePace, startCampaign, subscribeMany } from "#tests/support/builders/campaigns.ts";
import { type ImapDouble, startImapDouble } from "#tests/support/doubles/imap-server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { readBounceMailbox, readBounces } from "./read-bounces.server.ts";

testDatabase({ max: 6 });
let server: ImapDouble | undefined;
let campaign = 0;
beforeAll(async () => {
  provideSecret(Buffer.alloc(32, "e"));
  await removePace();
  await subscribeMany(5);
  campaign = await startCampaign();
  await freezePage(campaign, "shop.test");
  await asSeed()`update private.mail_deliveries set state = 'begun', begun_at = now() where campaign = ${campaign}`;
  await asSeed()`update private.mail_deliveries set state = 'accepted', ended_at = now() where campaign = ${campaign}`;
});
afterEach(() => server?.close());

/** A delivery status report (RFC 3464) about a delivery of the shop, or about somebody else's mail. */
const report = (messageId: string, to = "siapa@contoh.test") =>
  [
    ...["From: mailer-daemon@contoh.test", "Content-Type: multipart/report; boundary=b", "", "--b"],
    ...["Content-Type: message/delivery-status", "", "Reporting-MTA: dns; contoh.test", ""],
    ...[`Final-Recipient: rfc822; ${to}`, "Action: failed", "Status: 5.1.1", "", "--b"],
    ...[
      "Content-Type: message/rfc822",
      "",
      `Message-ID: <${messageId}@shop.test>`,
      "",
      "x",
      "--b--",
      "",
    ],
  ].join("\r\n");
const ours = (n: number) => report(deliveryId(campaign, n));
const foreign = report("bukan-kami", "asing@lain.test");
const person = "From: ibu@contoh.test\r\nSubject: Terima kasih\r\n\r\nHalo";
const bounced = async () => {
  const rows = await asSeed()<{ n: number }[]>`
    select n from private.mail_deliveries where campaign = ${campaign} and state = 'bounced' order by n`;
  return rows.map(({ n }) => n);
};
const fill = (double: ImapDouble, texts: readonly string[], from = 1) =>
  double.folders.get("INBOX")?.push(...texts.map((text, index) => ({ uid: from + index, text })));
const uids = (double: ImapDouble, folder: string) =>
  double.folders.get(folder)?.map(({ uid }) => uid);

test("the shop's reports are read and moved; other mails are never marked, moved or deleted, and read once", async () => {
  server = await startImapDouble();
  fill(server, [person, ours(1), foreign]);
  await Promise.all([readBounces(server.url), readBounces(server.url)]);
  expect(await bounced()).toEqual([1]);
  expect(uids(server, "INBOX")).toEqual([1, 3]);
  expect(server.folders.get("Etalase")).toHaveLength(1);
  expect(await readBounceMailbox(server.url)).toEqual({
    readAt: expect.any(String),
    problem: null,
  });
  fill(server, [ours(2)], 4);
  server.commands.length = 0;
  await readBounces(server.url);
  expect(await bounced()).toEqual([1, 2]);
  expect(uids(server, "INBOX")).toEqual([1, 3]);
  const sent = server.commands.join("\n");
  // Only the new one, and nothing that marks or deletes.
  expect(sent.match(/BODY\.PEEK/g)).toHaveLength(1);
  expect(sent).not.toMatch(/STORE|EXPUNGE|DELETE|BODY\[\]/);
  expect(JSON.stringify(await asSeed()`select * from private.mail_mailboxes`)).not.toContain(
    "rahasia",
  );
});

test("a report with an address that PostgreSQL cannot store does not stop the reports behind it", async () => {
  server = await startImapDouble();
  const status = Buffer.from(
    "Reporting-MTA: dns; contoh.test\r\n\r\nFinal-Recipient: rfc822; siapa@contoh\0.test\r\nAction: delayed\r\n",
  ).toString("base64");
  const forged = [
    ...["From: siapa@contoh.test", "Content-Type: multipart/report; boundary=b", "", "--b"],
    ...["Content-Type: message/delivery-status", "Content-Transfer-Encoding: base64", "", status],
    ...["--b", "Content-Type: message/rfc822", ""],
    ...[`Message-ID: <${deliveryId(campaign, 5)}@shop.test>`, "", "x", "--b--", ""],
  ].join("\r\n");
  fill(server, [forged, ours(2)]);
  await readBounces(server.url);
  expect(await bounced()).toEqual([1, 2]);
  expect((await readBounceMailbox(server.url)).problem).toBeNull();
});

test("a bounce report that names a subscriber or buyer but no mail of the shop changes nothing", async () => {
  server = await startImapDouble();
  const [subscriber] = await asSeed()<{ email: string }[]>`
    select email from private.mail_recipients order by email limit 1`;
  const complaint = [
    ...["From: abuse@contoh.test", "Content-Type: multipart/report; boundary=b", "", "--b"],
    ...["Content-Type: message/feedback-report", "", "Feedback-Type: abuse", ""],
    ...[
      "--b",
      "Content-Type: text/rfc822-headers",
      "",
      `To: ${subscriber?.email}`,
      "",
      "--b--",
      "",
    ],
  ].join("\r\n");
  const effects = () => asSeed()`
    select (select count(*) from private.mail_suppressions) as suppressed,
      (select count(*) from private.mail_events) as events`;
  const before = await effects();
  fill(server, [report("bukan-kami", subscriber?.email), complaint]);
  await readBounces(server.url);
  expect(await effects()).toEqual(before);
  expect(uids(server, "INBOX")).toEqual([1, 2]);
});

test("mails that the server numbers anew are read anew and count once; without MOVE or UIDPLUS nothing is moved", async () => {
  server = await startImapDouble({ capabilities: [] });
  fill(server, [ours(3), person]);
  await readBounces(server.url);
  expect(await bounced()).toEqual([1, 2, 3]);
  expect(uids(server, "INBOX")).toEqual([1, 2]);
  server.setValidity(2);
  server.commands.length = 0;
  await readBounces(server.url);
  expect(server.commands.filter((command) => command.includes("BODY.PEEK"))).toHaveLength(2);
  const events =
    await asSeed()`select from private.mail_events where campaign = ${campaign} and n = 3`;
  expect(events).toHaveLength(1);
  server.commands.length = 0;
  await readBounces(server.url);
  expect(server.commands.some((command) => command.includes("BODY.PEEK"))).toBe(false);
});

test("a connection that ends in the middle goes on behind the last mail; a refused login is said and harms nothing", async () => {
  server = await startImapDouble({ dropAt: /UID MOVE 2 / });
  fill(server, [person, ours(4), ours(5)]);
  await readBounces(server.url);
  expect((await readBounceMailbox(server.url)).problem).not.toBeNull();
  // It had counted, and is read again.
  expect(await bounced()).toEqual([1, 2, 3, 4]);
  expect(uids(server, "INBOX")).toEqual([1, 2, 3]);
  const { folders } = server;
  await server.close();
  server = await startImapDouble();
  for (const [name, mails] of folders) server.folders.set(name, mails);
  await asSeed()`
    update private.mail_mailboxes set name = ${mailboxName(server.url)} where problem is not null`;
  await readBounces(server.url);
  expect(await bounced()).toEqual([1, 2, 3, 4, 5]);
  expect(uids(server, "INBOX")).toEqual([1]);
  await readBounces(server.url.replace("rahasia", "salah"));
  expect(await readBounceMailbox(server.url)).toEqual({
    readAt: expect.any(String),
    problem: expect.any(String),
  });
});

test("a mail that stops a topic stops it for the link's recipient alone; a forged one changes nothing and stays", async () => {
  const sql = asSeed();
  const emails = await subscribeMany(2, { domains: ["berhenti.test"] });
  const [one, other] = await sql<{ id: string }[]>`
    select id from private.mail_recipients where email = any(${emails})`;
  if (!one || !other) throw new Error("nobody is subscribed");
  const [row] = await sql<{ id: string }[]>`
    select id from private.mail_campaigns where number = ${campaign}`;
  const campaignId = row?.id ?? "";
  const mail = (token: string, subject = stopSubject(token)) =>
    `From: siapa@contoh.test\r\nSubject: ${subject}\r\n\r\n`;
  const stopSubject = (token: string) => {
    const address = stopByMail("gagal@shop.test", { token, topic: "news", campaignId });
    expect(address).toMatch(/^mailto:gagal@shop\.test\?subject=/);
    return decodeURIComponent(new URL(address).search.slice("?subject=".length));
  };
  const token = linkToken(one.id);
  const forged = linkToken(other.id).slice(0, 43) + (linkToken(other.id).endsWith("A") ? "Q" : "A");
  server = await startImapDouble();
  fill(server, [
    mail(token),
    mail(token),
    mail(forged),
    mail(linkToken(other.id), `Re: ${stopSubject(linkToken(other.id))}`),
  ]);
  await readBounces(server.url);
  const states = await sql<{ id: string; state: string }[]>`
    select recipient_id as id, state from public.subscriptions
    where topic = 'news' and recipient_id in ${sql([one.id, other.id])}`;
  expect(Object.fromEntries(states.map(({ id, state }) => [id, state]))).toEqual({
    [one.id]: "unsubscribed",
    [other.id]: "subscribed",
  });
  // Once in the ledger, however often the mail comes.
  expect(
    await sql`
      select action, source, campaign_id as campaign from private.mail_choice_events
      where recipient_id = ${one.id} and action = 'stopped'`,
  ).toEqual([{ action: "stopped", source: "one_click", campaign: campaignId }]);
  expect(uids(server, "INBOX")).toEqual([3, 4]);
});

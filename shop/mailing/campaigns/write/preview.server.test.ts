import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { linkToken } from "#shop/consent/link-token.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { deliveryId } from "#shop/mailing/campaigns/delivery-id.server.ts";
import { sendWhileThereIsWork } from "#shop/mailing/campaigns/send/send-campaigns.server.ts";
import { senderFacts } from "#shop/mailing/campaigns/server-facts.server.ts";
import { removePace, subscribeMany } from "#tests/support/builders/campaigns.ts";
import { demoPerson, provenAdmin } from "#tests/support/builders/shop.ts";
import { type SmtpSink, startSmtpSink } from "#tests/support/doubles/smtp-sink.ts";
import { faintTexts } from "#tests/support/oracles/mail-contrast.ts";
import { readMailMarkup } from "#tests/support/oracles/mail-markup.ts";
import { readMessage } from "#tests/support/oracles/read-message.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { forceDark } from "./force-dark.ts";
import { readPreview } from "./preview.server.ts";
import { findReader, findReaders } from "./readers.server.ts";
import { saveCampaign } from "./save-campaign.server.ts";

testDatabase({ demo: true });
const publicUrl = "https://shop.test";
const customer = demoPerson("customer@etalase.test");
const id = randomUUID();
let admin: Person;
let sink: SmtpSink | undefined;
beforeAll(async () => {
  provideSecret(Buffer.alloc(32, "a"));
  admin = await provenAdmin();
  await removePace();
  await subscribeMany(3, { domains: ["contoh.test"] });
  const saved = await saveCampaign(admin, {
    id,
    version: 0,
    name: "Kabar",
    topic: "news",
    fallback_language: "id",
    window_from: 0,
    window_to: 0,
    segment_id: null,
    voucher_promotion_id: null,
    holdout: 0,
    contents: {
      id: {
        subject: "Kabar untuk {name|Anda} – ✓",
        preheader: "Baru",
        blocks: [
          { kind: "heading", text: "Halo {name|Sahabat}" },
          { kind: "voucher", text: "Untuk {name|Anda}:" },
          { kind: "rule", order: "popular", category: null, count: 3 },
          {
            kind: "columns",
            left: [{ kind: "text", text: "Kiri [tautan](/Shop)" }],
            right: [{ kind: "button", text: "Lihat", url: "/Shop" }],
          },
        ],
      },
      en: null,
    },
  });
  expect(saved.ok).toBe(true);
});
afterEach(() => sink?.close());

async function readerWith(name: string | null) {
  const [row] = await asSeed()<{ id: string; email: string }[]>`
    update private.mail_recipients set name = ${name} where email = 'pelanggan2@contoh.test' returning id, email`;
  if (!row) throw new Error("no recipient");
  return row;
}

test("a preview as a subscriber has their name as text, sample codes, and no link that stops anybody", async () => {
  const reader = await readerWith(`<b>Rina</b> & "Co"`);
  const before = await asSeed()`select * from private.mail_recipients order by id`;
  const mail = await readPreview(admin, id, "id", publicUrl, { as: reader.id });
  expect(mail?.html).toContain("Halo &lt;b&gt;Rina&lt;/b&gt; &amp; &quot;Co&quot;");
  expect(readMailMarkup(mail?.html ?? "").problems).toEqual([]);
  expect(mail?.text).toContain(`Halo <b>Rina</b> & "Co"`);
  expect(mail?.html).toContain("CONTOH-KODE");
  expect(mail?.headers).toContain(`To: ${reader.email}`);
  const all = JSON.stringify(mail);
  const recipients = await asSeed()<{ id: string }[]>`select id from private.mail_recipients`;
  for (const { id: one } of recipients) expect(all).not.toContain(linkToken(one));
  expect(all).not.toMatch(/Unsubscribe\?t=/);
  expect(await asSeed()`select * from private.mail_recipients order by id`).toEqual(before);

  const nobody = await readPreview(admin, id, "id", publicUrl);
  expect(nobody?.text).toContain("Halo Sahabat");
  expect(await readPreview(admin, id, "id", publicUrl, { as: randomUUID() })).toBeUndefined();
  expect(await readPreview(admin, id, "id", publicUrl, { as: "x' or true" })).toBeUndefined();
  expect(await readPreview(customer, id, "id", publicUrl, { as: reader.id })).toBeUndefined();
});

test("subscribers are found by the beginning of their address, by staff who may see them", async () => {
  const reader = await readerWith("Rina");
  expect(await findReaders(admin, " PELANGGAN2@")).toEqual([
    { id: reader.id, email: reader.email, name: "Rina", language: "id" },
  ]);
  expect(await findReaders(admin, "p")).toEqual([]);
  expect(await findReaders(admin, "%gmail")).toEqual([]);
  expect(await findReaders(admin, "\0\ud800")).toEqual([]);
  expect(await findReaders(customer, "pelanggan")).toEqual([]);
  expect(await findReader(customer, reader.id)).toBeUndefined();
  const plan = await asSeed().begin(async (sql) => {
    await sql.unsafe("set local enable_seqscan = off");
    await sql.unsafe("set local enable_bitmapscan = off");
    return sql.unsafe(`explain select id from private.mail_recipients where email like 'pelanggan2%'
      order by email using ~<~ limit 8`);
  });
  expect(JSON.stringify(plan)).toContain("mail_recipients_prefix");
  expect(JSON.stringify(plan)).not.toContain("Sort");
});

test("the forced dark look turns light round, leaves pictures alone, and all of it can be read", async () => {
  const mail = await readPreview(admin, id, "id", publicUrl, { look: "forced" });
  const light = await readPreview(admin, id, "id", publicUrl);
  const html = mail?.html ?? "";
  expect(html).toContain("@media not all");
  expect(html).not.toMatch(/(color|background):#FFFFFF;?"/i);
  const pictures = (text = "") => text.match(/<img src="[^"]*"/g);
  expect(pictures(html)).toEqual(pictures(light?.html));
  expect(pictures(html)?.length).toBe(3);
  expect(faintTexts(readMailMarkup(html)).filter((line) => line.startsWith("light:"))).toEqual([]);
  expect(forceDark('<td bgcolor="#FFFFFF" style="color:#000000">#FFFFFF</td>')).toBe(
    '<td bgcolor="#333333" style="color:#FFFFFF">#FFFFFF</td>',
  );
});

test("the headers of a preview are those that a sender writes, but for the names of the recipient and the message", async () => {
  const reader = await readerWith("Rina");
  const mail = await readPreview(admin, id, "id", publicUrl, { as: reader.id });
  // Without a voucher, which would need a promotion.
  await asSeed()`
    update private.mail_versions set blocks = '[{"kind":"text","text":"Halo"}]' where campaign = (
      select number from private.mail_campaigns where id = ${id})`;
  const [campaign] = await asSeed()<{ number: number }[]>`
    update private.mail_campaigns set status = 'freezing', audience = 3, started_at = now(), tick_at = clock_timestamp(),
      timeline = (select timeline_id from pg_catalog.pg_control_checkpoint())
    where id = ${id} returning number`;
  const number = campaign?.number ?? 0;
  sink = await startSmtpSink({ keep: 5 });
  const { from, stopAddress } = senderFacts();
  await sendWhileThereIsWork({ from, publicUrl, stopAddress, smtpUrl: sink.url });
  const raw = sink.texts.find((text) => text.includes(`To: ${reader.email}`)) ?? "";
  const [delivery] = await asSeed()<{ n: number }[]>`
    select n from private.mail_deliveries where campaign = ${number} and recipient_id = ${reader.id}`;
  const n = delivery?.n ?? 0;
  const known = raw
    .replaceAll(linkToken(reader.id), "EXAMPLE-TOKEN")
    .replaceAll(deliveryId(number, n), "EXAMPLE-MESSAGE-ID")
    .replaceAll(`${id}.${n}`, `${id}.1`);
  const headersOf = (message: string) =>
    readMessage(message)
      .headers.filter(([name]) => name !== "date" && name !== "received")
      .map(([name, value]) => [name, value.replace(/boundary="[^"]*"/, "boundary")]);
  const shown = headersOf(`${mail?.headers}\r\n\r\n`);
  expect(shown).toEqual(headersOf(known));
  expect(shown.map(([name]) => name)).toEqual(
    expect.arrayContaining(["list-unsubscribe", "list-unsubscribe-post", "list-id", "feedback-id"]),
  );
  expect(mail?.headers).toMatch(/^Subject: .*=\?UTF-8/m);
});

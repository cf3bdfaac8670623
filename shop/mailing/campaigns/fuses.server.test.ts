import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import {
  removePace,
  startCampaign,
  subscribeMany,
  sumsOf,
} from "#tests/support/builders/campaigns.ts";
import { startSmtpSink } from "#tests/support/doubles/smtp-sink.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { freezePage, renderVersions } from "./send/freeze.server.ts";
import { sendCampaigns } from "./send/send-campaigns.server.ts";

testDatabase({ demo: true, max: 20 });
const mail = { from: "Toko <kabar@shop.test>", publicUrl: "https://shop.test" };
beforeAll(async () => {
  provideSecret(Buffer.alloc(32, "f"));
  await removePace();
});
const statusOf = async (campaign: number) => {
  const [row] = await asSeed()<{ status: string; why: string | null; detail: string | null }[]>`
    select status, paused_why as why, paused_detail as detail from private.mail_campaigns where number = ${campaign}`;
  return row;
};
const end = (campaign: number) => asSeed()`
  update private.mail_campaigns set status = 'cancelled', ended_at = now(), paused_why = null, paused_detail = null, paused_at = null
  where number = ${campaign}`;

test.each([
  ["is not published any more", "products set status = 'archived' where id", true],
  ["is dearer", "product_variants set price = price + 1000 where product_id", true],
  ["is sold out", "products set stock_band = 'out' where id", true],
  ["is cheaper", "product_variants set price = price - 1000 where product_id", false],
])("a product that %s while a campaign is sent", async (_, change, pauses) => {
  const sql = asSeed();
  await subscribeMany(1, { prefix: randomUUID() });
  const [product] = await sql<{ id: string; name: string }[]>`
    select id, name ->> 'id' as name from products
    where status = 'published' and stock_band <> 'out' and price_from > 2000 order by id limit 1`;
  const campaign = await startCampaign({
    subject: "Baru",
    preheader: "Baru",
    blocks: [{ kind: "products", ids: [product?.id ?? ""] }],
  });
  await renderVersions(campaign, mail.publicUrl);
  await freezePage(campaign, "shop.test");
  await sql.unsafe(`update ${change} = '${product?.id}'`);
  await sendCampaigns({ ...mail, smtpUrl: undefined });
  expect(await statusOf(campaign)).toEqual(
    pauses
      ? { status: "paused", why: "product", detail: product?.name }
      : { status: "sent", why: null, detail: null },
  );
  if (pauses) await end(campaign);
});

test("more than one in twenty refused addresses pauses a campaign after 500 mails, and only then", async () => {
  await asSeed()`select private.forget_mail_recipient(id) from private.mail_recipients`;
  const emails = await subscribeMany(900, { prefix: "tolak", domains: ["contoh.test"] });
  const gone = new Set(emails.filter((__, place) => place % 12 === 0));
  const sink = await startSmtpSink({
    script: (to) => (gone.has(to) ? { at: "rcpt", reply: "550 5.1.1 no such user" } : undefined),
  });
  // All are of one chunk, which is not finished before it is noticed.
  await asSeed()`update private.mail_limits set per_second = 300, now_per_second = 300`;
  const campaign = await startCampaign();
  await sendCampaigns({ ...mail, smtpUrl: sink.url, connections: 5, sliceMs: 30_000 });
  await sink.close();
  expect(await statusOf(campaign)).toMatchObject({ status: "paused", why: "bounces" });
  const { counted, tallies } = await sumsOf(campaign);
  const tried = (counted.accepted ?? 0) + (counted.refused ?? 0) + (counted.bounced ?? 0);
  expect(tried).toBeGreaterThanOrEqual(500);
  expect(counted.pending).toBeGreaterThan(0);
  expect(tallies.sum).toBe(900);
});

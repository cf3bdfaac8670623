import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import type { MailEvent } from "#integrations/mail-events/mail-event.ts";
import { stopMails } from "#shop/consent/change-choices.server.ts";
import { linkToken } from "#shop/consent/link-token.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { deliveryId } from "#shop/mailing/campaigns/delivery-id.server.ts";
import { listCampaigns } from "#shop/mailing/campaigns/read-campaigns.server.ts";
import { sendCampaigns } from "#shop/mailing/campaigns/send/send-campaigns.server.ts";
import { readPreview } from "#shop/mailing/campaigns/write/preview.server.ts";
import {
  removePace,
  startCampaign,
  subscribeMany,
  sumsOf,
} from "#tests/support/builders/campaigns.ts";
import { payFor } from "#tests/support/builders/orders.ts";
import { makeCustomer, openTestProviders, provenAdmin } from "#tests/support/builders/shop.ts";
import { startSmtpSink } from "#tests/support/doubles/smtp-sink.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { countClick } from "./count-click.server.ts";
import { readResults } from "./read-results.server.ts";
import { recordMailEvents } from "./record-mail-events.server.ts";

testDatabase({ demo: true, max: 4 });
let admin: Person;
beforeAll(async () => {
  openTestProviders();
  provideSecret(Buffer.alloc(32, "a"));
  admin = await provenAdmin();
  await removePace();
});

test("the results are sums of what happened: deliveries, stops, clicks, orders and the money that stays", async () => {
  await subscribeMany(12);
  const sink = await startSmtpSink();
  const campaign = await startCampaign();
  await sendCampaigns({
    smtpUrl: sink.url,
    from: "Toko <kabar@shop.test>",
    publicUrl: "https://shop.test",
  });
  await sink.close();
  expect((await sumsOf(campaign)).counted).toEqual({ accepted: 12 });
  expect(await readResults(campaign)).toMatchObject({
    delivered: 0,
    stopped: 0,
    clicks: 0,
    people: 0,
    orders: 0,
    codes_used: 0,
    revenue: 0,
    links: [
      { language: "id", path: "/Shop", clicks: 0, orders: 0 },
      { language: "en", path: "/Shop", clicks: 0, orders: 0 },
    ],
  });

  const [own] = await asSeed()<{ id: string }[]>`
    select id from private.mail_campaigns where number = ${campaign}`;
  const preview = await readPreview(admin, own?.id ?? "", "id", "https://shop.test");
  expect(preview?.html).toContain('href="https://shop.test/Shop"');

  const event = (id: string, kind: MailEvent["kind"], n: number): MailEvent => ({
    id,
    kind,
    code: "",
    reason: "",
    address: undefined,
    envelopeToken: undefined,
    messageId: deliveryId(campaign, n),
    bounce: undefined,
  });
  // The same delivery, reported twice, by two ids.
  await recordMailEvents([event("1", "delivered", 1), event("2", "delivered", 2)]);
  await recordMailEvents([event("1", "delivered", 1), event("3", "delivered", 2)]);

  const [row] = await asSeed()<{ id: string; recipients: string[]; version: number }[]>`
    select c.id, (select array_agg(recipient_id order by n) from private.mail_deliveries where campaign = c.number) as recipients,
      (select id from private.mail_versions where campaign = c.number and language = 'id') as version
    from private.mail_campaigns c where number = ${campaign}`;
  const { id, recipients, version } = row ?? { id: "", recipients: [], version: 0 };
  for (const recipient of recipients.slice(0, 2)) {
    await stopMails(linkToken(recipient), "all", "page", { campaign: id });
  }
  await stopMails(linkToken(recipients[2] ?? ""), ["news"], "page", { campaign: randomUUID() });

  const link = { campaign, version, link: 1 };
  await countClick({ ...link, isFirst: true }, "a");
  await countClick({ ...link, isFirst: false }, "b");

  const { person, addressId } = await makeCustomer("hasil");
  const mark = (order: string, via: "click" | "code") => asSeed()`
    insert into private.order_marks (order_id, campaign, version_id, via, link)
    values (${order}, ${campaign}, ${version}, ${via}, ${via === "click" ? 1 : null})`;
  const first = await payFor(person, addressId, "hasil-1", [1]);
  await mark(first.id, "click");
  await mark((await payFor(person, addressId, "hasil-2", [2])).id, "code");
  await payFor(person, addressId, "hasil-3", [1]);
  await asSeed()`
    insert into payment_transactions (payment_id, order_id, kind, amount, provider_reference)
    values (${first.paymentId}, ${first.id}, 'refund', 1000, 'kembali')`;
  const [ledger] = await asSeed()<{ revenue: number }[]>`
    select sum(b.balance)::bigint as revenue from private.payment_balances b
    join private.order_marks m using (order_id) where m.campaign = ${campaign}`;
  expect(ledger?.revenue).toBeGreaterThan(1_000);

  const results = await readResults(campaign);
  expect(results).toEqual({
    delivered: 2,
    stopped: 2,
    clicks: 2,
    people: 1,
    orders: 2,
    codes_used: 1,
    revenue: ledger?.revenue,
    links: [
      { language: "id", path: "/Shop", clicks: 2, orders: 1 },
      { language: "en", path: "/Shop", clicks: 0, orders: 0 },
    ],
  });
  const { campaigns } = await listCampaigns(admin, { after: null, before: null });
  expect(campaigns).toMatchObject([{ orders: 2, revenue: ledger?.revenue }]);
});

import { beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { readProgress } from "#shop/mailing/campaigns/read-campaigns.server.ts";
import { sendCampaigns } from "#shop/mailing/campaigns/send/send-campaigns.server.ts";
import {
  removePace,
  startCampaign,
  subscribeMany,
  sumsOf,
} from "#tests/support/builders/campaigns.ts";
import { payFor } from "#tests/support/builders/orders.ts";
import { makeCustomer, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { readUplift } from "./read-uplift.server.ts";

testDatabase({ demo: true, max: 4 });
beforeAll(async () => {
  openTestProviders();
  provideSecret(Buffer.alloc(32, "a"));
  await removePace();
});

test("a tenth gets nothing, by chance and anew each time, and what both groups buy is compared", async () => {
  const emails = await subscribeMany(2_000);
  const send = async () => {
    const number = await startCampaign(undefined, null, 10);
    await sendCampaigns({
      smtpUrl: undefined,
      from: "Toko <a@shop.test>",
      publicUrl: "https://shop.test",
    });
    const held = await asSeed()<{ email: string }[]>`
      select r.email from private.mail_deliveries d join private.mail_recipients r on r.id = d.recipient_id
      where d.campaign = ${number} and d.state = 'skipped' and d.reason = 'holdout' order by 1`;
    return { number, held: held.map(({ email }) => email) };
  };
  const first = await send();
  const count = first.held.length;
  // Ten percent, give or take four standard deviations.
  expect(Math.abs(count - 200)).toBeLessThan(54);
  const { tallies, counted } = await sumsOf(first.number);
  expect(tallies).toEqual({ status: "sent", total: 2_000, sum: 2_000 });
  expect(counted).toEqual({ skipped: count, kept: 2_000 - count });
  expect((await readProgress(first.number)).reasons).toEqual([
    { state: "skipped", reason: "holdout", count },
  ]);
  const second = await send();
  expect(first.held.filter((email) => second.held.includes(email)).length).toBeLessThan(count / 2);
  expect(await readUplift(await startCampaign())).toBeUndefined();

  // Orders of both groups count, by whatever way they came; those of strangers, and of before, do not.
  const buy = async (email: string, name: string) => {
    const { person, addressId } = await makeCustomer(name);
    await asSeed()`update auth.users set email = ${email} where id = ${person.id}`;
    const { id } = await payFor({ ...person, email }, addressId, name, [1]);
    const [order] = await asSeed()<
      { email: string; paid: number }[]
    >`select email, paid_total as paid from orders where id = ${id}`;
    expect(order?.email).toBe(email);
    return order?.paid ?? 0;
  };
  const mailed = emails.find((email) => !first.held.includes(email)) ?? "";
  const paid = await buy(mailed, "dituju");
  const held = await buy(first.held[0] ?? "", "pembanding");
  await buy("bukan@pelanggan.test", "bukan");
  expect(await readUplift(first.number)).toEqual({
    mailed: { people: 2_000 - count, buyers: 1, revenue: paid },
    held_out: { people: count, buyers: 1, revenue: held },
    larger: undefined,
  });
  await asSeed()`
    update private.mail_campaigns set started_at = now() - interval '40 days', ended_at = now() - interval '39 days'
    where number = ${first.number}`;
  expect(await readUplift(first.number)).toMatchObject({
    mailed: { buyers: 0 },
    held_out: { buyers: 0 },
  });
});

import { openPostgres } from "#db/driver.server.ts";
import { freezePage, renderVersions } from "#shop/mailing/campaigns/send/freeze.server.ts";
import { retireCodes } from "#shop/mailing/campaigns/vouchers/retire-codes.server.ts";
import { startCampaign } from "#tests/support/builders/campaigns.ts";
import { copyTemplate, openCluster, templateName } from "#tests/support/runner/cluster.ts";
import { closeConnections, openConnections } from "#tests/support/runner/connections.ts";

/*
 * How long it takes to freeze the recipients of a campaign, without and with a code for each, and to switch off the codes of
 * those that were skipped: `node bench/campaign-codes.ts [recipients=100000]`; one JSON line of seconds.
 */

const [recipients = 100_000] = process.argv.slice(2).map(Number);
const cluster = await openCluster();
const url = await copyTemplate(cluster.url, templateName, "bench_codes");
const owner = openPostgres(url, { max: 1, connection: { "shop.actor": "job:seed" } });
try {
  openConnections(url, { max: 4 });
  await owner`update private.mail_caps set mails = 1000`;
  // The triggers of the list take longer than the freeze.
  await owner`set session_replication_role = replica`;
  await owner`
    with added as (
      insert into private.mail_recipients (email, email_hash, mailbox_hash)
      select 'banyak-' || n || '@contoh.test', sha256(n::text::bytea), sha256(n::text::bytea)
      from generate_series(1, ${recipients}) n returning id)
    insert into public.subscriptions (recipient_id, topic, state, level, source)
    select id, 'news', 'subscribed', 'confirmed', 'footer' from added`;
  await owner`reset session_replication_role`;
  const [promotion] = await owner<{ id: string }[]>`
    insert into promotions (name, class, type, value) values ('{"id": "Uji"}', 'order', 'fixed', 1000) returning id`;
  await owner.unsafe("analyze private.mail_recipients, public.subscriptions");
  const seconds = {
    freeze: await freeze(await startCampaign()),
    "freeze with codes": await freeze(await startCampaign(undefined, promotion?.id)),
    "switch off": 0,
  };
  // Half of them were skipped.
  await owner`
    update private.mail_deliveries d set state = 'skipped', reason = 'capped' where n % 2 = 0 and exists (
      select from private.mail_codes m where m.campaign = d.campaign and m.n = d.n)`;
  await owner`
    update private.mail_campaigns set status = 'cancelled', ended_at = now() where voucher_promotion_id is not null`;
  await owner`
    update private.mail_deliveries d set state = 'kept' where state = 'pending'`;
  seconds["switch off"] = await timed(async () => {
    while (await retireCodes());
  });
  const [off] = await owner<{ codes: number; off: number; bytes: number }[]>`
    select count(*)::int as codes, count(*) filter (where not active)::int as off,
      (pg_total_relation_size('promo_codes') + pg_total_relation_size('private.mail_codes'))::float8 as bytes from promo_codes`;
  const { codes = 0, off: switchedOff = 0, bytes = 0 } = off ?? {};
  const bytesPerCode = Math.round(bytes / Math.max(1, codes));
  console.log(JSON.stringify({ recipients, seconds, codes, off: switchedOff, bytesPerCode }));
} finally {
  await closeConnections();
  await owner.end();
  await cluster.close();
}

async function freeze(campaign: number): Promise<number> {
  await renderVersions(campaign, "https://shop.test");
  return timed(async () => {
    while ((await freezePage(campaign, "shop.test")) !== null);
  });
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return Math.round((performance.now() - began) / 10) / 100;
}

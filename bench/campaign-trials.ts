import { provideSecret } from "#base/secrets.server.ts";
import { freezePage, renderVersions } from "#shop/mailing/campaigns/send/freeze.server.ts";
import { readTrial } from "#shop/mailing/campaigns/trial/read-arms.server.ts";
import {
  removePace,
  shortContent,
  startCampaign,
  subscribeMany,
} from "#tests/support/builders/campaigns.ts";
import { copyTemplate, openCluster, templateName } from "#tests/support/runner/cluster.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";

/*
 * The freezing of a campaign with two subjects beside one with one, and the reading of both arms:
 *
 *   node bench/campaign-trials.ts [recipients=100000]
 *
 * Prints one line of JSON: milliseconds for all recipients, the two tenths, the rest, and a reading of the arms.
 */

const [recipients = 100_000] = process.argv.slice(2).map(Number);
provideSecret(Buffer.alloc(32, "a"));
const cluster = await openCluster();
try {
  openConnections(await copyTemplate(cluster.url, templateName, "bench_campaign_trials"), {
    max: 4,
  });
  await removePace();
  await subscribeMany(recipients);
  const allMs = await freezeAll(await startCampaign());
  const second = { subject: "Ada yang baru", preheader: "" };
  const number = await startCampaign({ ...shortContent, second });
  const trialMs = await freezeAll(number);
  await asSeed()`
    insert into private.mail_clicks (campaign, version_id, link, day, clicks, people)
    select campaign, id, link, date '2026-01-01' + day, 9, 7 from private.mail_versions
    cross join generate_series(1, 50) link cross join generate_series(0, 29) day where campaign = ${number}`;
  const readMs = await timed(() => readTrial(number));
  await asSeed()`
    update private.mail_campaigns set winner = 'b', winner_why = 'person', freeze_cursor = null, status = 'freezing'
    where number = ${number}`;
  const restMs = await freezeAll(number);
  const [row] = await asSeed()<{ total: number }[]>`
    select total from private.mail_campaigns where number = ${number}`;
  process.stdout.write(
    `${JSON.stringify({ recipients, total: row?.total, allMs, trialMs, restMs, readMs })}\n`,
  );
} finally {
  await closeConnections();
  await cluster.close();
}

function freezeAll(number: number): Promise<number> {
  return timed(async () => {
    await renderVersions(number, "https://shop.test");
    while ((await freezePage(number, "shop.test")) !== null);
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return Math.round(performance.now() - began);
}

import { loadavg } from "node:os";
import { openPostgres } from "#db/driver.server.ts";
import {
  countSegment,
  estimateSegment,
} from "#shop/mailing/campaigns/audience/count-segment.server.ts";
import { readSegmentFilter } from "#shop/mailing/campaigns/audience/segments.server.ts";
import { closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { copyTemplate, openCluster, templateName } from "../tests/support/runner/cluster.ts";
import { postgresMilliseconds, postmasterBehind } from "./postgres-time.ts";
import { seconds } from "./watch.ts";

/*
 * Counts of an audience as they decide what is sent, and the planner's estimates, on a list that half of got a campaign eight days
 * ago, where one in twenty is suppressed:
 *
 *   node bench/segment-counts.ts [subscribers=1000000] [times=5]
 *
 * One JSON line: the median and the slowest of each count in milliseconds, the median of PostgreSQL's processor time, which depends less
 * on other work of the machine, what it counted, and the load.
 */

const [subscribers = 1_000_000, times = 5] = process.argv.slice(2).map(Number);
const segments = {
  topic: null,
  "orders and language": "and(orders.lte:0,language.any:id)",
  tag: "tag.any:grosir",
  "by a campaign": "got.any:{campaign}",
  "not by a campaign": "got.none:{campaign}",
  "days or more": "unmailed.gte:30",
  "days or less": "unmailed.lte:30",
  "exact days": "unmailed.is:8",
};

const cluster = await openCluster();
const url = await copyTemplate(cluster.url, templateName, "bench_counts");
const owner = openPostgres(url, { max: 1, connection: { "shop.actor": "job:seed" } });
try {
  const filling = performance.now();
  const campaign = await fill();
  const filled_seconds = seconds(filling);
  openConnections(url, { max: 2 });
  const ms: Record<string, object> = {};
  const postmaster = await postmasterBehind(owner);
  for (const [name, text] of Object.entries(segments)) {
    const filter = text && readSegmentFilter(text.replace("{campaign}", campaign));
    if (filter && !filter.ok) throw new Error(filter.problem.code);
    const wanted = filter ? filter.value : null;
    let total: number | string = 0;
    const counts = await measured(postmaster, async () => {
      const counted = await countSegment("news", wanted);
      total = counted.ok ? counted.value.total : counted.problem.code;
    });
    const { worst: estimate } = await measured(postmaster, () => estimateSegment("news", wanted));
    ms[name] = { ...counts, total, estimate };
  }
  console.log(JSON.stringify({ subscribers, filled_seconds, ms, load: loadavg()[0] }));
} finally {
  await closeConnections();
  await owner.end();
  await cluster.close();
}

async function measured(
  postmaster: number,
  act: () => Promise<unknown>,
): Promise<{ median: number; worst: number; postgres: number }> {
  const spent: number[] = [];
  const processor: number[] = [];
  for (let n = 0; n < times; n++) {
    const [begun, before] = [performance.now(), await postgresMilliseconds(postmaster)];
    await act();
    spent.push(Math.round(performance.now() - begun));
    processor.push((await postgresMilliseconds(postmaster)) - before);
  }
  const middle = Math.floor(times / 2);
  spent.sort((a, b) => a - b);
  processor.sort((a, b) => a - b);
  return {
    median: spent[middle] ?? 0,
    worst: spent.at(-1) ?? 0,
    postgres: processor[middle] ?? 0,
  };
}

/** @returns the campaign that half of them got */
async function fill(): Promise<string> {
  // Triggers and foreign keys are of no interest here.
  await owner`set session_replication_role = replica`;
  await owner`
    insert into private.mail_recipients (email, language, email_hash, mailbox_hash, tags)
    select 'banyak-' || n || '@contoh.test', case when n % 3 = 0 then 'en' else 'id' end, sha256(n::text::bytea),
      sha256(n::text::bytea), case when n % 50 = 0 then '{grosir}' else '{}' end::text[]
    from generate_series(1, ${subscribers}::integer) n`;
  await owner`
    insert into public.subscriptions (recipient_id, topic, state, level, source, max_a_month)
    select id, 'news', 'subscribed', 'confirmed', 'footer', case when random() < 0.005 then 1 end
    from private.mail_recipients`;
  await owner`
    insert into private.recipient_facts (recipient_id, orders, spent)
    select id, case when random() < 0.2 then 1 else 0 end, 0 from private.mail_recipients`;
  await owner`
    insert into private.mail_suppressions (email_hash, reason)
    select email_hash, 'stopped_all' from private.mail_recipients where random() < 0.05`;
  const [made] = await owner<{ number: number; id: string }[]>`
    insert into private.mail_campaigns (id, name, status, ended_at)
    values (gen_random_uuid(), 'Kabar', 'sent', now() - interval '8 days') returning number, id`;
  await owner`
    insert into private.mail_deliveries (campaign, n, recipient_id, version_id, state, begun_at, ended_at)
    select ${made?.number ?? 0}, row_number() over (), id, 1, 'accepted', now() - interval '8 days', now() - interval '8 days'
    from private.mail_recipients where random() < 0.5`;
  await owner`reset session_replication_role`;
  await owner.unsafe("vacuum analyze");
  return made?.id ?? "";
}

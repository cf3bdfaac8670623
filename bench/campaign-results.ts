import { openPostgres } from "#db/driver.server.ts";
import { listCampaigns, readProgress } from "#shop/mailing/campaigns/read-campaigns.server.ts";
import { countClick } from "#shop/mailing/campaigns/results/count-click.server.ts";
import { readResults } from "#shop/mailing/campaigns/results/read-results.server.ts";
import { readUplift } from "#shop/mailing/campaigns/results/read-uplift.server.ts";
import { startCampaign } from "#tests/support/builders/campaigns.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { copyTemplate, demoTemplateName, openCluster } from "#tests/support/runner/cluster.ts";
import { closeConnections, openConnections } from "#tests/support/runner/connections.ts";

/*
 * The screens of a campaign with many deliveries, of which one in a hundred brought an order, in a list of 50 campaigns:
 * `node bench/campaign-results.ts [deliveries=1000000] [times=10]`; one JSON line of milliseconds, the slowest of the times.
 */

const [deliveries = 1_000_000, times = 10] = process.argv.slice(2).map(Number);
const admin = demoPerson("admin@etalase.test");
const cluster = await openCluster();
const url = await copyTemplate(cluster.url, demoTemplateName, "bench_results");
const owner = openPostgres(url, { max: 1, connection: { "shop.actor": "job:seed" } });
try {
  openConnections(url, { max: 4 });
  let campaign = 0;
  for (let n = 0; n < 50; n++) campaign = await startCampaign(undefined, null, 5);
  const version = await fill(campaign);
  const link = { campaign, version, link: 1 };
  console.log(
    JSON.stringify({
      deliveries,
      ms: {
        progress: await slowest(() => readProgress(campaign)),
        results: await slowest(() => readResults(campaign)),
        "comparison group": await slowest(() => readUplift(campaign)),
        list: await slowest(() => listCampaigns(admin, { after: null, before: null })),
        click: await slowest(() => countClick({ ...link, isFirst: true }, "bench")),
      },
    }),
  );
} finally {
  await closeConnections();
  await owner.end();
  await cluster.close();
}

async function slowest(act: () => Promise<unknown>): Promise<number> {
  let worst = 0;
  for (let n = 0; n < times; n++) {
    const begun = performance.now();
    await act();
    worst = Math.max(worst, performance.now() - begun);
  }
  return Math.round(worst * 10) / 10;
}

/** @returns the version that all got */
async function fill(campaign: number): Promise<number> {
  const [row] = await owner<{ id: number }[]>`
    update private.mail_versions set html = '', text = '', links = '["/Shop", "/Cart"]'
    where campaign = ${campaign} and language = 'id' returning id`;
  const version = row?.id ?? 0;
  const buyers = Math.ceil(deliveries / 100);
  await owner.unsafe("set session_replication_role = replica");
  await owner`
    insert into private.mail_recipients (id, email, email_hash, mailbox_hash)
    select md5(n::text)::uuid, 'banyak-' || n || '@contoh.test', sha256(n::text::bytea), sha256(n::text::bytea)
    from generate_series(1, ${buyers}) n`;
  await owner`
    insert into private.mail_deliveries (campaign, n, recipient_id, version_id, begun_at, ended_at, fence, attempts, state, reason)
    select ${campaign}, n, case when n <= ${buyers}::integer then md5(n::text)::uuid end, ${version}, now(), now(), 1, 1,
      case when n % 50 = 0 then 'skipped' when n % 70 = 0 then 'refused' else 'accepted' end,
      case when n % 50 = 0 then 'holdout' when n % 70 = 0 then '550 5.1.1' end
    from generate_series(1, ${deliveries}) n`;
  await owner`
    insert into private.mail_chunks (campaign, chunk, size, accepted, skipped, refused, reasons)
    select ${campaign}, (n - 1) / 1000, count(*), count(*) filter (where state = 'accepted'),
      count(*) filter (where state = 'skipped'), count(*) filter (where state = 'refused'),
      '{"skipped:holdout": 20, "refused:550 5.1.1": 14}'
    from private.mail_deliveries where campaign = ${campaign} group by 2`;
  const columns = await owner<{ name: string }[]>`
    select quote_ident(column_name) as name from information_schema.columns
    where table_schema = 'public' and table_name = 'orders' and is_generated = 'NEVER'
      and column_name not in ('id', 'number', 'idempotency_key', 'public_token', 'email', 'created_at')`;
  const list = columns.map(({ name }) => name).join(", ");
  await owner.unsafe(
    `insert into orders (id, number, idempotency_key, public_token, email, created_at, ${list})
     select gen_random_uuid(), 'BENCH-' || n, 'bench-' || n, 'bench-' || n, 'banyak-' || n || '@contoh.test', now(), ${list}
     from (select * from orders where status = 'completed' limit 1) o, generate_series(1, $1::int) n`,
    [buyers],
  );
  await owner`
    insert into private.order_marks (order_id, campaign, version_id, via, link)
    select id, ${campaign}, ${version}, 'click', 1 from orders where number like 'BENCH-%'`;
  await owner`
    insert into private.mail_clicks (campaign, version_id, link, day, clicks, people)
    select ${campaign}, ${version}, l, date '2026-01-01' + d, 100, 50 from generate_series(1, 2) l, generate_series(0, 60) d`;
  await owner.unsafe("set session_replication_role = origin");
  await owner.unsafe("vacuum analyze");
  return version;
}

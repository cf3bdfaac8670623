import { chmod, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { provideSecret } from "#base/secrets.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { startEmbedded } from "#db/embedded.server.ts";
import { migrate } from "#db/migrate.server.ts";
import { seed } from "#db/seed/seed.server.ts";
import { stopByOneClick } from "#shop/consent/change-choices.server.ts";
import { readChoices } from "#shop/consent/choices.server.ts";
import { linkToken } from "#shop/consent/link-token.server.ts";
import { exportSubscribers } from "#shop/consent/subscribers/export-subscribers.server.ts";
import { findSubscriber } from "#shop/consent/subscribers/find-subscriber.server.ts";
import { listSubscribers } from "#shop/consent/subscribers/list-subscribers.server.ts";
import { readSubscriberFilter } from "#shop/consent/subscribers/subscriber-filter.ts";
import {
  countSegment,
  estimateSegment,
} from "#shop/mailing/campaigns/audience/count-segment.server.ts";
import { refreshRecipientFacts } from "#shop/mailing/campaigns/audience/recipient-facts.server.ts";
import { readSegmentFilter } from "#shop/mailing/campaigns/audience/segments.server.ts";
import type { Filter } from "#shop/staff/filters/filter.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { demoPerson, provenAdmin } from "../tests/support/builders/shop.ts";

/*
 * The mailing list with many subscribers and five events each: `node bench/subscribers.ts [many=100000] [times=40] [folder]`; one
 * JSON line. Milliseconds are the 95th percentile on the server, without HTML. A folder keeps the filled database: the first run
 * fills it and measures nothing.
 */

const [many = 100_000, times = 40] = process.argv.slice(2, 4).map(Number);
const kept = process.argv[4];
const campaignName = "Kabar";
const staff = demoPerson("staff@etalase.test");
provideSecret(Buffer.alloc(32, "b"));

const folder = kept ?? (await mkdtemp(path.join(tmpdir(), "etalase-bench-")));
await mkdir(folder, { recursive: true });
await chmod(folder, 0o755);
const isFilled = (await readdir(folder)).length > 0;
const server = await startEmbedded(folder, { settings: { fsync: "off" } });
const owner = openPostgres(server.url, { max: 1, connection: { "shop.actor": "job:seed" } });
try {
  await migrate(server.url);
  if (!isFilled) {
    await seed(server.url, "demo");
    await fill();
    await fillCampaign();
  }
  openConnections(server.url, { max: 4 });
  const factsBegun = performance.now();
  await refreshRecipientFacts();
  const facts_seconds = Math.round((performance.now() - factsBegun) / 100) / 10;
  if (kept && !isFilled) {
    console.log(JSON.stringify({ subscribers: many, kept, seconds: { facts: facts_seconds } }));
  } else {
    await measure(facts_seconds);
  }
} finally {
  await closeConnections();
  await owner.end();
  await server.stop();
  if (!kept) await rm(folder, { recursive: true, force: true });
}

async function measure(facts_seconds: number): Promise<void> {
  const [{ id: campaign } = { id: "" }] = await owner<{ id: string }[]>`
    select id from private.mail_campaigns where name = ${campaignName}`;
  const [{ id: product } = { id: "" }] = await owner<{ id: string }[]>`
    select product_id as id from public.order_lines where product_id is not null limit 1`;
  const ids = (
    await owner<{ id: string }[]>`
      select id from private.mail_recipients where email like 'banyak-%' order by random() limit ${times * 2}`
  ).map(({ id }) => id);
  const [middle] = await owner<{ id: string }[]>`
    select id from private.mail_recipients order by created_at desc offset ${Math.floor(many / 2)} limit 1`;
  const list =
    (query: string, after: string | null = null) =>
    () =>
      listSubscribers(staff, readSubscriberFilter(new URLSearchParams(query)), {
        after,
        before: null,
      });
  const each = (act: (id: string) => Promise<unknown>) => {
    let at = 0;
    return () => act(ids[at++ % ids.length] ?? "");
  };
  const p95_ms = {
    "first page": await p95(list("")),
    "page in the middle": await p95(list("", middle?.id ?? null)),
    "prefix that fits many": await p95(list("q=banyak-1")),
    "prefix that fits one": await p95(list("q=banyak-77777")),
    "common filter": await p95(list("topic=news&state=subscribed")),
    "one in a thousand": await p95(list("state=bounced")),
    "a single one": await p95(list("source=checkout")),
    none: await p95(list("state=complained&q=banyak-")),
    "a person's ledger": await p95(each((id) => findSubscriber(staff, id))),
    "page of choices": await p95(each((id) => readChoices(linkToken(id)))),
    "one-click stop": await p95(each((id) => stopByOneClick(linkToken(id), "news", {}))),
    "estimate of a topic": await p95(() => estimateSegment("news", null)),
    "estimate of a segment": await p95(() =>
      estimateSegment("news", segmentOf("and(orders.lte:0,language.any:id,tag.none:grosir)")),
    ),
    "count of a topic": await p95(() => countSegment("news", null), 5),
    "count of a segment": await p95(
      () => countSegment("news", segmentOf("and(orders.lte:0,language.any:id)")),
      5,
    ),
    "count by tag": await p95(() => countSegment("news", segmentOf("tag.any:grosir")), 5),
    "count by source": await p95(() => countSegment("news", segmentOf("source.any:checkout")), 5),
    "count by product": await p95(
      () => countSegment("news", segmentOf(`product.any:${product}`)),
      5,
    ),
    "count by campaign": await p95(
      () => countSegment("news", segmentOf(`got.none:${campaign}`)),
      5,
    ),
    "count by days": await p95(() => countSegment("news", segmentOf("unmailed.gte:30")), 5),
    "may_mail of 1,000": await p95(
      () => asSeed()`
        select count(*) filter (where private.may_mail(id, 'news')) from (
          select id from private.mail_recipients order by id limit 1000) r`,
    ),
  };
  const begun = performance.now();
  const file = await exportSubscribers(await provenAdmin());
  const bytes = file.ok ? (await new Response(file.value).arrayBuffer()).byteLength : 0;
  const export_seconds = Math.round((performance.now() - begun) / 100) / 10;
  const seconds = { facts: facts_seconds, export: export_seconds };
  console.log(JSON.stringify({ subscribers: many, p95_ms, seconds, export_bytes: bytes }));
}

function segmentOf(text: string): Filter | null {
  const read = readSegmentFilter(text);
  if (!read.ok) throw new Error(read.problem.code);
  return read.value;
}

async function p95(act: () => Promise<unknown>, runs = times): Promise<number> {
  const spent: number[] = [];
  for (let n = 0; n < runs; n++) {
    const begun = performance.now();
    await act();
    spent.push(performance.now() - begun);
  }
  spent.sort((a, b) => a - b);
  return Math.round((spent[Math.floor(runs * 0.95)] ?? 0) * 10) / 10;
}

/** A campaign that every second subscriber got. */
async function fillCampaign(): Promise<void> {
  const [made] = await owner<{ number: number }[]>`
    insert into private.mail_campaigns (id, name) values (gen_random_uuid(), ${campaignName}) returning number`;
  const [version] = await owner<{ id: number }[]>`
    insert into private.mail_versions (campaign, language, subject) values (${made?.number ?? 0}, 'id', 'Kabar') returning id`;
  await owner`
    insert into private.mail_deliveries (campaign, n, recipient_id, version_id, state, begun_at, ended_at)
    select ${made?.number ?? 0}, split_part(split_part(email, '-', 2), '@', 1)::int, id, ${version?.id ?? 0}, 'accepted',
      now() - interval '8 days', now() - interval '8 days'
    from private.mail_recipients where email like 'banyak-%' and right(split_part(email, '@', 1), 1) in ('0', '2', '4', '6', '8')`;
  await owner.unsafe("vacuum analyze private.mail_deliveries");
}

async function fill(): Promise<void> {
  await owner`
    insert into private.mail_recipients (email, email_hash, mailbox_hash, created_at, tags)
    select 'banyak-' || n || '@contoh.test', sha256(n::text::bytea), sha256(n::text::bytea),
      now() - n * interval '1 second', case when n % 50 = 0 then '{grosir}' else '{}' end::text[]
    from generate_series(1, ${many}) n`;
  await owner`
    insert into public.subscriptions (recipient_id, topic, state, level, source)
    select id, 'news', case when n % 1000 = 0 then 'bounced' else 'subscribed' end,
      case when n % 3 = 0 then 'imported' else 'confirmed' end,
      case when n = ${many - 1} then 'checkout' else 'footer' end
    from (select id, split_part(split_part(email, '-', 2), '@', 1)::int as n
      from private.mail_recipients where email like 'banyak-%') r`;
  await owner`
    insert into private.mail_choice_events (recipient_id, topic, action, source)
    select id, 'news', case n when 1 then 'asked' else 'confirmed' end, 'footer'
    from private.mail_recipients cross join generate_series(1, 5) n where email like 'banyak-%'`;
  await owner`
    insert into private.mail_suppressions (email_hash, reason)
    select email_hash, 'stopped_all' from private.mail_recipients where random() < 0.05`;
  await owner.unsafe("vacuum analyze");
}

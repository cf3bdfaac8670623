import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { provideSecret } from "#base/secrets.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { startEmbedded } from "#db/embedded.server.ts";
import { migrate } from "#db/migrate.server.ts";
import { seed } from "#db/seed/seed.server.ts";
import {
  previewAutomation,
  readAutomationNumbers,
} from "#shop/mailing/automations/read-automations.server.ts";
import { runAutomations } from "#shop/mailing/automations/run-automations.server.ts";
import { sendCampaigns } from "#shop/mailing/campaigns/send/send-campaigns.server.ts";
import { closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { demoPerson } from "../tests/support/builders/shop.ts";

/*
 * Automations of a shop with many subscribers, who began over a year and have one delivered order each:
 * `node bench/automations.ts [many=100000] [times=20]`; one JSON line. Milliseconds are the 95th percentile.
 */

const [many = 100_000, times = 20] = process.argv.slice(2).map(Number);
const staff = demoPerson("staff@etalase.test");
provideSecret(Buffer.alloc(32, "b"));

const folder = await mkdtemp(path.join(tmpdir(), "etalase-bench-"));
await chmod(folder, 0o755);
const server = await startEmbedded(folder, { settings: { fsync: "off" } });
const owner = openPostgres(server.url, { max: 1, connection: { "shop.actor": "job:seed" } });
const publicUrl = "https://shop.test";
try {
  await migrate(server.url);
  await seed(server.url, "demo");
  await fill();
  openConnections(server.url, { max: 4 });
  await owner`
    select private.switch_automation(slug, true, null) from private.mail_automations where slug in ('welcome', 'win_back')`;
  const p95_ms: Record<string, number> = {
    "would have welcomed": await p95(() => previewAutomation(staff, "welcome")),
    "would have won back": await p95(() => previewAutomation(staff, "win_back")),
    "a look without an occasion": await p95(() => runAutomations(publicUrl)),
  };
  await owner`update private.mail_automations set on_since = now() - interval '1 day'`;
  const begun = performance.now();
  await runAutomations(publicUrl);
  const appendMs = performance.now() - begun;
  const [found] = await owner<
    { n: number }[]
  >`select count(*)::int as n from private.automation_runs`;
  p95_ms["a look after a day's occasions"] = await p95(() => runAutomations(publicUrl));
  await owner`update private.mail_campaigns set window_from = 0, window_to = 0 where status = 'sending'`;
  await sendCampaigns({ from: "Toko <kabar@shop.test>", publicUrl, smtpUrl: undefined });
  // A busy month: every subscriber once more.
  await owner`
    insert into private.automation_runs (automation, recipient_id, occasion, created_at)
    select 'left_cart', id, 'x', now() - random() * interval '30 days' from private.mail_recipients on conflict do nothing`;
  p95_ms["numbers of a month"] = await p95(() => readAutomationNumbers(staff, "welcome"));
  p95_ms["numbers of 100,000 carts"] = await p95(() => readAutomationNumbers(staff, "left_cart"));
  console.log(
    JSON.stringify({
      subscribers: many,
      p95_ms,
      appended: found?.n ?? 0,
      "ms to append them": Math.round(appendMs),
    }),
  );
} finally {
  await closeConnections();
  await owner.end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
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

/** Recipients, their consent and ledger, and an order of each that was delivered when they began. */
async function fill(): Promise<void> {
  await owner`
    insert into private.mail_recipients (email, email_hash, mailbox_hash)
    select 'banyak-' || n || '@contoh.test', sha256(n::text::bytea), sha256(n::text::bytea)
    from generate_series(1, ${many}) n`;
  await owner`
    insert into public.subscriptions (recipient_id, topic, state, level, source)
    select id, 'news', 'subscribed', 'confirmed', 'footer' from private.mail_recipients where email like 'banyak-%'`;
  await owner`
    insert into private.mail_choice_events (recipient_id, topic, action, source, created_at)
    select id, 'news', 'confirmed', 'footer', now() - ${yearAgo()}
    from (select id, ${placeOf()} as n from private.mail_recipients where email like 'banyak-%') r`;
  const [columns] = await owner<{ names: string }[]>`
    select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names
    from information_schema.columns where table_schema = 'public' and table_name = 'orders' and is_generated = 'NEVER'
      and column_name not in ('id', 'number', 'email', 'idempotency_key', 'created_at', 'placed_at', 'status',
        'fulfilment_status', 'public_token', 'customer_id', 'expires_at')`;
  const names = columns?.names ?? "";
  await owner.unsafe("set session_replication_role = replica");
  await owner.unsafe(`
    insert into public.orders (id, number, email, idempotency_key, created_at, placed_at, status, fulfilment_status, ${names})
    select gen_random_uuid(), 'B-' || n, 'banyak-' || n || '@contoh.test', 'b-' || n, at, at, 'completed', 'delivered', ${names}
    from (select * from public.orders limit 1) o cross join lateral (
      select n, now() - interval '365 days' * n / ${many} - interval '3 days' as at from generate_series(1, ${many}) n) g`);
  await owner.unsafe(`
    insert into public.shipments (order_id, position, status, courier, service, tracking_number, shipped_at, delivered_at)
    select id, 1, 'delivered', 'JNE', 'REG', 'T' || number, created_at, created_at + interval '3 days'
    from public.orders where email like 'banyak-%'`);
  await owner.unsafe("set session_replication_role = origin");
  await owner.unsafe("vacuum analyze");
}

function placeOf() {
  return owner`split_part(split_part(email, '-', 2), '@', 1)::int`;
}

function yearAgo() {
  return owner`interval '365 days' * n / ${many}`;
}

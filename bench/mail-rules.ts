import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { provideSecret } from "#base/secrets.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { startEmbedded } from "#db/embedded.server.ts";
import { migrate } from "#db/migrate.server.ts";
import { seed } from "#db/seed/seed.server.ts";
import { ruleOrders } from "#shop/mailing/campaigns/block.ts";
import { readCalendar } from "#shop/mailing/campaigns/calendar/calendar.server.ts";
import { pickProducts } from "#shop/mailing/campaigns/render/pick-products.server.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { addProducts } from "../tests/support/builders/many-products.ts";

/*
 * `node bench/mail-rules.ts [products=50000] [campaigns=100000]`: what a rule of products in a campaign finds, and the calendar of a month
 * with a thirtieth of all campaigns, beside the demo shop; one JSON line, milliseconds, medians of 30.
 */

const products = Number(process.argv[2] ?? 50_000);
const campaigns = Number(process.argv[3] ?? 100_000);
const folder = await mkdtemp(path.join(tmpdir(), "etalase-bench-"));
await chmod(folder, 0o755);
const server = await startEmbedded(folder, { settings: { fsync: "off" } });
const owner = openPostgres(server.url, { max: 1 });
try {
  await migrate(server.url);
  await seed(server.url, "demo");
  provideSecret(Buffer.alloc(32, "a"));
  openConnections(server.url, { max: 2 });
  const small = await measure();
  await owner`set shop.actor = 'job:seed'`;
  for (let from = 0; from < products; from += 25_000)
    await addProducts(owner, from + 1, Math.min(products, from + 25_000));
  await owner`
    insert into private.mail_campaigns (id, name, status, scheduled_at)
    select gen_random_uuid(), 'Kampanye ' || n, 'scheduled', timestamptz '2026-01-01 00:00+07' + n * interval '900 days' / ${campaigns}::int
    from generate_series(1, ${campaigns}::int) n`;
  await owner`vacuum analyze`;
  process.stdout.write(
    `${JSON.stringify({ products, campaigns, small, large: await measure() })}\n`,
  );
} finally {
  await closeConnections();
  await owner.end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(): Promise<Record<string, number>> {
  const [category] = await asSeed()<{ id: string }[]>`select id from categories where slug = 'mug'`;
  const found: Record<string, number> = {};
  for (const order of ruleOrders) {
    for (const shelf of [null, category?.id ?? null]) {
      const blocks = [{ kind: "rule" as const, order, category: shelf, count: 6 }];
      found[`${order}${shelf ? " of a category" : ""}`] = await median(() =>
        pickProducts(asSeed(), { blocks }),
      );
    }
  }
  const admin = demoPerson("admin@etalase.test");
  found.month = await median(() => readCalendar(admin, "2026-03"));
  return found;
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 30; turn++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return Math.round((times.sort((a, b) => a - b)[15] ?? 0) * 10) / 10;
}

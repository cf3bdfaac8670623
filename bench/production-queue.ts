import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openPostgres } from "#db/driver.server.ts";
import { startEmbedded } from "#db/embedded.server.ts";
import { migrate } from "#db/migrate.server.ts";
import { seed } from "#db/seed/seed.server.ts";
import { listCustomisations } from "#shop/production/customisations/queue/list-queue.server.ts";
import { findQueueBoard } from "#shop/production/customisations/queue/queue-board.server.ts";
import { queueViews } from "#shop/production/customisations/queue/queue-view.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { demoPerson } from "../tests/support/builders/shop.ts";

/*
 * The lists of designs that staff print, with few of them and with many in the same run: `node bench/production-queue.ts
 * [many=100000] [few=100] [times=21]`; one JSON line. Milliseconds are the 95th percentile on the server, without HTML.
 */

const [many = 100_000, few = 100, times = 21] = process.argv.slice(2).map(Number);
const admin = demoPerson("admin@etalase.test");
const statuses =
  "submitted in_review proof_sent changes_requested approved in_production done".split(" ");

const folder = await mkdtemp(path.join(tmpdir(), "etalase-bench-"));
await chmod(folder, 0o755);
const server = await startEmbedded(folder, { settings: { fsync: "off" } });
const owner = openPostgres(server.url, { max: 1, connection: { "shop.actor": "job:seed" } });
try {
  await migrate(server.url);
  await seed(server.url, "demo");
  openConnections(server.url, { max: 4 });
  await add(1, few);
  const atFew = await measure();
  await add(few + 1, many);
  const atMany = await measure();
  console.log(JSON.stringify({ designs: { few, many }, few_ms: atFew, many_ms: atMany }));
} finally {
  await closeConnections();
  await owner.end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Designs by copying the demo shop's: an order of one line each, with a proof. */
async function add(from: number, to: number): Promise<void> {
  await owner.begin(async (sql) => {
    const tables = ["orders", "order_lines", "customisations", "proofs"];
    for (const table of tables) await sql.unsafe(`alter table ${table} disable trigger user`);
    const columnsOf = async (table: string, own: readonly string[]) => {
      const [row] = await sql<{ columns: string[] }[]>`
        select array_agg(attname::text order by attnum) as columns from pg_attribute
        where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
          and attname <> all (${[...own]}::text[])`;
      return (row?.columns ?? []).map((name) => `"${name}"`).join(", ");
    };
    const ofOrder = await columnsOf("orders", [
      "id",
      "number",
      "created_at",
      "public_token",
      "idempotency_key",
    ]);
    const ofLine = await columnsOf("order_lines", ["id", "order_id"]);
    const ofDesign = await columnsOf("customisations", [
      "id",
      "order_id",
      "order_line_id",
      "status",
      "created_at",
      "rejection",
    ]);
    const ofProof = await columnsOf("proofs", ["id", "customisation_id", "decision", "decided_at"]);
    await sql.unsafe(`
      create temporary table made on commit drop as
      select n, gen_random_uuid() as order_id, gen_random_uuid() as line_id, gen_random_uuid() as design_id, c.id as like_id
      from generate_series(${from}, ${to}) n cross join lateral (
        select c.id from customisations c join proofs p on p.customisation_id = c.id order by c.id limit 1) c`);
    const source = "made m join customisations c on c.id = m.like_id";
    await sql.unsafe(`
      insert into orders (id, number, created_at, idempotency_key, ${ofOrder})
      select m.order_id, 'PRT-' || m.n, now() - m.n * interval '1 minute', 'bench-' || m.n, ${named("o", ofOrder)}
      from ${source} join orders o on o.id = c.order_id`);
    await sql.unsafe(`
      insert into order_lines (id, order_id, ${ofLine})
      select m.line_id, m.order_id, ${named("l", ofLine)} from ${source} join order_lines l on l.id = c.order_line_id`);
    await sql.unsafe(`
      insert into customisations (id, order_id, order_line_id, status, created_at, ${ofDesign})
      select m.design_id, m.order_id, m.line_id, (array['${statuses.join("','")}'])[1 + m.n % ${statuses.length}],
        now() - m.n * interval '1 minute', ${named("c", ofDesign)} from ${source}`);
    await sql.unsafe(`
      insert into proofs (id, customisation_id, ${ofProof})
      select gen_random_uuid(), m.design_id, ${named("p", ofProof)} from ${source}
      join lateral (select * from proofs p where p.customisation_id = c.id order by p.version limit 1) p on true`);
    for (const table of tables) await sql.unsafe(`alter table ${table} enable trigger user`);
  });
  await owner`vacuum analyze`;
}

function named(alias: string, columns: string): string {
  return columns
    .split(", ")
    .map((column) => `${alias}.${column}`)
    .join(", ");
}

async function measure(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  const [middle] = await asSeed()<{ id: string }[]>`
    select id from customisations order by created_at desc offset (select count(*) / 2 from customisations) limit 1`;
  const pages = [
    ...queueViews.map((view) => [view, view, null] as const),
    ["all, deep page", "all", middle?.id ?? null] as const,
  ];
  const asked: (readonly [string, () => Promise<unknown>])[] = pages.map(([name, view, after]) => [
    name,
    () => listCustomisations(admin, view, { after, before: null }),
  ]);
  asked.push(["board", () => findQueueBoard(admin, undefined)]);
  asked.push(["board, one way of printing", () => findQueueBoard(admin, "sublimation")]);
  for (const [name, ask] of asked) {
    await ask();
    const taken: number[] = [];
    for (let time = 0; time < times; time++) {
      const began = performance.now();
      await ask();
      taken.push(performance.now() - began);
    }
    taken.sort((a, b) => a - b);
    found[name] = Number((taken[Math.ceil(times * 0.95) - 1] ?? 0).toFixed(1));
  }
  return found;
}

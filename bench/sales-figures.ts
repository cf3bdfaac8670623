import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { openPostgres } from "#db/driver.server.ts";
import { startEmbedded } from "#db/embedded.server.ts";
import { migrate } from "#db/migrate.server.ts";
import { seed } from "#db/seed/seed.server.ts";
import { findHomeFigures } from "#shop/orders/figures/home-figures.server.ts";
import { readSalesReport } from "#shop/orders/figures/read-sales-report.server.ts";
import type { SalesDimension } from "#shop/orders/figures/sales-report.ts";
import { demoPerson } from "../tests/support/builders/shop.ts";
import { closeConnections, openConnections } from "../tests/support/runner/connections.ts";

/*
 * Measures reports over many stored orders: `node bench/sales-figures.ts [orders=1000000] [products=100000] [--job=20000]`
 * prints one JSON line. Two thirds of the orders are spread over five years, the others over the last 65 days, which then are
 * as dense as with ten million orders in five years. Milliseconds are medians of nine calls. `--job` is the number of orders
 * whose facts the job computes; the other facts and the rollups are inserted in bulk.
 */

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { job: { type: "string", default: "20000" } },
});
const orders = Number(positionals[0] ?? 1_000_000);
const products = Number(positionals[1] ?? 100_000);
const byJob = Math.min(Number(values.job), orders);

const folder = await mkdtemp(path.join(tmpdir(), "fig-bench-"));
await chmod(folder, 0o755);
const server = await startEmbedded(folder, { settings: { fsync: "off", max_wal_size: "8GB" } });
const owner = openPostgres(server.url, { max: 1 });
try {
  await migrate(server.url);
  await seed(server.url, "demo");
  openConnections(server.url, { max: 4 });
  const began = performance.now();
  await owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`set local synchronous_commit = off`;
    await sql`create temp table made on commit drop as
      select n, md5('order' || n)::uuid as id, case when n % 3 = 0
        then now() - make_interval(secs => (n::bigint * 7919 % 5616000)::int)
        else now() - make_interval(secs => (n::bigint * 7919 % 157680000)::int) end as at
      from generate_series(1, ${orders}) n`;
    await copyRows(
      "orders",
      "id, number, created_at, placed_at, public_token, idempotency_key, subtotal, discount, shipping, total, paid_total, status, address, customer_id, buyer_id",
      `m.id, 'B-' || m.n, m.at, m.at, md5(m.n::text), 'bench-' || m.n, 300000, 0, 20000, 320000 + t.payment_fee, 320000, 'completed',
       jsonb_build_object('region_code', (array['11','12','13','31','32','33','34','35','36','51','61','73'])[1 + m.n % 12] || '7401'), null, null`,
      "number is not null",
      "made m",
    );
    await copyRows(
      "order_lines",
      "id, order_id, position, product_id, variant_id, quantity, unit_price, total, discount, tax_included, customer_id, setup_fee, lowered",
      `md5('line' || m.n || '-' || k)::uuid, m.id, k, md5('p' || (m.n::bigint * 31 + k * 7907) % ${products})::uuid,
       md5('v' || (m.n::bigint * 31 + k * 7907) % ${products})::uuid, 1, 100000, 100000, 0, 9910, null, 0, 0`,
      "true",
      "made m cross join generate_series(0, 2) k",
    );
    await copyRows(
      "payments",
      "id, order_id, provider_payment_id, created_at, updated_at, amount, status, customer_id",
      "md5('pay' || m.n)::uuid, m.id, 'bench-' || m.n, m.at, m.at, 320000, 'settled', null",
      "provider = 'builtin'",
      "made m",
    );
    await sql`
      insert into payment_transactions (payment_id, order_id, kind, amount, provider_reference, at)
      select md5('pay' || n)::uuid, id, 'charge', 320000, 'bench-' || n, at from made`;
    async function copyRows(
      table: string,
      given: string,
      expressions: string,
      where: string,
      from: string,
    ) {
      const names = given.split(", ");
      const [row] = await sql<{ columns: string[] }[]>`
        select array_agg(attname order by attnum) as columns from pg_attribute
        where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
          and not attname = any (${names}::text[])`;
      const others = (row?.columns ?? []).map((name) => `"${name}"`);
      await sql.unsafe(`
        insert into ${table} (${[...names, ...others].join(", ")})
        select ${[expressions, ...others.map((name) => `t.${name}`)].join(", ")}
        from ${from} cross join (select * from ${table} where ${where} order by id limit 1) t`);
    }
  });
  await owner`vacuum analyze`;
  const filled = seconds(began);

  const job = performance.now();
  await owner`
    insert into private.sales_changes (order_id)
    select md5('order' || n)::uuid from generate_series(1, ${byJob}) n`;
  for (;;) {
    const [row] = await owner<{ taken: number }[]>`select private.follow_sales() as taken`;
    if (!row?.taken) break;
  }
  const jobSeconds = seconds(job);

  const facts = performance.now();
  for (let from = byJob + 1; from <= orders; from += 20_000) {
    await owner`
      insert into sales_facts select f.* from private.sale_facts_of(array(
        select md5('order' || n)::uuid from generate_series(${from}::int, least(${from}::int + 19999, ${orders}::int)) n)) f`;
  }
  const factSeconds = seconds(facts);
  const rebuilt = performance.now();
  const plain = [
    "orders",
    "pieces",
    "pieces_back",
    "gross",
    "discount",
    "net",
    "shipping",
    "fee",
    "back",
    "other_back",
    "tax",
    "base",
    "cost",
    "uncosted",
  ];
  await owner`truncate sales_rollups`;
  await owner`set work_mem = '1GB'`;
  for (const dimension of [
    "all",
    "product",
    "variant",
    "category",
    "province",
    "payment",
    "customer_type",
    "source",
  ]) {
    await owner.unsafe(`
      insert into sales_rollups
      select dimension, g.period, date_trunc(g.unit, day)::date, key, count(distinct order_id) filter (where counts),
        ${plain
          .slice(1)
          .map((name) => `sum(${name})`)
          .join(", ")}
      from private.sales_parts cross join (values ('d', 'day'), ('m', 'month'), ('y', 'year')) g (period, unit)
      where dimension = '${dimension}' and (g.period <> 'd' or dimension not in ('product', 'variant'))
      group by dimension, g.period, 3, key`);
  }
  const rollupSeconds = seconds(rebuilt);
  const one = performance.now();
  await owner`select private.rebuild_sales(current_date)`;
  const rebuildSeconds = seconds(one);
  await owner`vacuum analyze`;

  const proof = performance.now();
  await owner`select count(*) from private.find_sales_differences(current_date - 35, current_date)`;
  const proofSeconds = seconds(proof);

  const [sizes] = await owner`
    select (select count(*)::int from sales_facts) as facts, (select count(*)::int from sales_rollups) as rollups,
      (pg_total_relation_size('sales_facts') / 1e6)::int as facts_mb, (pg_total_relation_size('sales_rollups') / 1e6)::int as rollups_mb,
      (pg_total_relation_size('orders') / 1e6)::int as orders_mb, (pg_total_relation_size('order_lines') / 1e6)::int as lines_mb`;

  const admin = demoPerson("admin@etalase.test");
  const [day] = await owner<{ today: string; five: string; year: string; start: string }[]>`
    select current_date::text as today, (current_date - 1825)::text as five, (current_date - 365)::text as year,
      (date_trunc('year', current_date) - interval '4 years')::date::text as start`;
  if (!day) throw new Error("no day");
  const times: Record<string, number> = {};
  const measure = async (name: string, work: () => Promise<unknown>) => {
    const took: number[] = [];
    for (let n = 0; n < 9; n++) {
      const start = performance.now();
      await work();
      took.push(performance.now() - start);
    }
    times[name] = Math.round(took.sort((a, b) => a - b)[4] ?? 0);
  };
  const report = (dimension: SalesDimension, from: string, until: string) => () =>
    readSalesReport(admin, dimension, { now: { from, until }, before: null }, "net");
  for (const dimension of [
    "all",
    "category",
    "province",
    "payment",
    "customer_type",
    "product",
    "variant",
  ] as const) {
    await measure(`${dimension}, five years`, report(dimension, day.five, day.today));
    await measure(
      `${dimension}, whole years and this one`,
      report(dimension, day.start, day.today),
    );
    await measure(`${dimension}, a year`, report(dimension, day.year, day.today));
  }
  await measure("home", () => findHomeFigures(admin, "Asia/Jakarta", 30));
  // The shop's connections use generic plans, too.
  await owner`set plan_cache_mode = force_generic_plan`;
  await owner`prepare ranked (text, date[], date[]) as
    select key, sum(net::float8) from (
      select key, net from sales_rollups where dimension = $1 and period = 'y' and starts = any ($2)
      union all
      select key, net from sales_rollups where dimension = $1 and period = 'm' and starts = any ($3)) p
    group by key order by 2 desc, key limit 101`;
  const plan = await owner.unsafe<{ "QUERY PLAN": string }[]>(`
    explain (analyze, buffers, costs off) execute ranked ('product', array['2022-01-01','2023-01-01','2024-01-01','2025-01-01']::date[], array['2026-01-01','2026-02-01']::date[])`);
  console.error(plan.map((row) => row["QUERY PLAN"]).join("\n"));
  console.log(
    JSON.stringify({
      orders,
      products,
      filled_seconds: filled,
      sizes,
      job: {
        orders: byJob,
        seconds: jobSeconds,
        orders_a_minute: Math.round((byJob / jobSeconds) * 60),
      },
      facts_seconds: factSeconds,
      rollups_seconds: rollupSeconds,
      rebuild_of_this_month_seconds: rebuildSeconds,
      proof_of_35_days_seconds: proofSeconds,
      report_ms: times,
    }),
  );
} finally {
  await closeConnections();
  await owner.end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

function seconds(since: number): number {
  return Math.round((performance.now() - since) / 100) / 10;
}

import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { openPostgres, type PoolSql } from "#db/driver.server.ts";
import { startEmbedded } from "#db/embedded.server.ts";
import { migrate } from "#db/migrate.server.ts";
import { seed } from "#db/seed/seed.server.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { expireOrder } from "#shop/orders/fulfilment/expire-order.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { makeCustomer, openTestProviders, orderInput } from "../tests/support/builders/shop.ts";
import { findBreaches } from "../tests/support/oracles/invariants.ts";
import { postgresMilliseconds, postmasterBehind } from "./postgres-time.ts";
import { makeCustomers, storeOrders } from "./stored-orders.ts";

/*
 * The cost of an order in a shop with few stored orders and in one with many, in the same run: `node bench/place-
 * order-at-scale.ts [stored=1000000] [orders=300] [--few=1000] [--statements]`; one JSON line. Costs are per order:
 * PostgreSQL's processor time (all its processes), time within statements, buffer pages accessed, and this process's
 * own time. Pages hardly depend on the machine's other load. `--statements` prints the most expensive statements.
 */

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    few: { type: "string", default: "1000" },
    statements: { type: "boolean", default: false },
  },
});
const many = Number(positionals[0] ?? 1_000_000);
const orders = Number(positionals[1] ?? 300);
const few = Number(values.few);

interface Cost {
  readonly postgres_ms: number;
  readonly statements_ms: number;
  readonly pages: number;
  readonly process_ms: number;
}
type Costs = Record<"place" | "settle" | "expire", Cost>;

const folder = await mkdtemp(path.join(tmpdir(), "etalase-bench-"));
await chmod(folder, 0o755);
const server = await startEmbedded(folder, {
  settings: {
    fsync: "off",
    shared_preload_libraries: "pg_stat_statements",
    "pg_stat_statements.track": "all",
  },
});
const owner = openPostgres(server.url, { max: 1 });
try {
  await migrate(server.url);
  await seed(server.url, "demo");
  await owner`create extension pg_stat_statements`;
  openConnections(server.url, { max: 4 });
  openTestProviders();
  const postmaster = await postmasterBehind(owner);
  const things = await chooseThings();
  await makeCustomers(owner);
  const model = await onePaidOrder(things[0] as string);

  const began = performance.now();
  await storeOrders(owner, model, things, 0, few);
  await owner`vacuum analyze`;
  await measure("warm", postmaster, things, 40);
  const atFew = await measure("few", postmaster, things, orders);
  // Check the sums of the stored orders now: with many orders the query alone takes minutes.
  const breaches = await findBreaches();
  await storeOrders(owner, model, things, few, many);
  await owner`vacuum analyze`;
  const filled = Math.round((performance.now() - began) / 1000);
  await measure("warm again", postmaster, things, 40);
  const atMany = await measure("many", postmaster, things, orders);
  const ratio = (part: keyof Costs) =>
    Object.fromEntries(
      (Object.keys(atFew[part]) as (keyof Cost)[]).map((figure) => [
        figure,
        Number((atMany[part][figure] / atFew[part][figure]).toFixed(2)),
      ]),
    );
  console.log(
    JSON.stringify({
      stored: { few, many },
      orders,
      few: atFew,
      many: atMany,
      ratio: { place: ratio("place"), settle: ratio("settle"), expire: ratio("expire") },
      filled_in_seconds: filled,
      breaches,
    }),
  );
} finally {
  await closeConnections();
  await owner.end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Fifty variants, so that no single one is in every order. */
async function chooseThings(): Promise<string[]> {
  const rows = await owner<{ id: string }[]>`
    select distinct on (v.product_id) v.id from public.product_variants v
    join public.stock_items i on i.variant_id = v.id
    where not v.archived and i.backorder_limit = 0 order by v.product_id, v.position limit 50`;
  const ids = rows.map(({ id }) => id);
  await owner`
    insert into public.stock_movements (variant_id, kind, quantity, reason)
    select id, 'adjusted', 10000, 'for the bench' from unnest(${ids}::uuid[]) id`;
  return ids;
}

async function onePaidOrder(thing: string): Promise<string> {
  const placed = await place("model", 0, [thing]);
  await pay(placed.payment);
  return placed.order;
}

async function place(
  what: string,
  n: number,
  things: readonly string[],
): Promise<{ order: string; payment: string }> {
  const { person, input } = await ready(what, n, things);
  const placed = await placeOrder(person, input, { idempotencyKey: what, language: "id" });
  if (!placed.ok || !placed.value.payment) throw new Error(JSON.stringify(placed));
  return { order: placed.value.order.id, payment: placed.value.payment.id };
}

async function ready(what: string, n: number, things: readonly string[]) {
  const { person, addressId } = await makeCustomer(`${what}-${n}`.replace(" ", "-"));
  const lines = [{ variant_id: things[n % things.length] as string, quantity: 1 }];
  return { person, input: await orderInput(person, { lines, address_id: addressId }) };
}

async function pay(paymentId: string): Promise<void> {
  await owner`
    update private.builtin_payments set status = 'succeeded', version = version + 1
    where idempotency_key = ${paymentId}`;
  await settlePayment(paymentId);
}

/** Places so many orders, settles every second one and lets the others lapse. */
async function measure(
  what: string,
  postmaster: number,
  things: readonly string[],
  count: number,
): Promise<Costs> {
  const buyers: Awaited<ReturnType<typeof ready>>[] = [];
  for (let n = 0; n < count; n++) buyers.push(await ready(what, n, things));
  const placed: { order: string; payment: string }[] = [];
  const placing = await cost(`${what}: place`, postmaster, count, async () => {
    for (const { person, input } of buyers) {
      const done = await placeOrder(person, input, { idempotencyKey: what, language: "id" });
      if (!done.ok || !done.value.payment) throw new Error(JSON.stringify(done));
      placed.push({ order: done.value.order.id, payment: done.value.payment.id });
    }
  });
  const paid = placed.filter((_, n) => n % 2 === 0);
  const left = placed.filter((_, n) => n % 2 === 1);
  await owner`
    update private.builtin_payments set status = 'succeeded', version = version + 1
    where idempotency_key = any (${paid.map(({ payment }) => payment)})`;
  const settling = await cost(`${what}: settle`, postmaster, paid.length, async () => {
    for (const { payment } of paid) await settlePayment(payment);
  });
  await owner`
    update public.orders set expires_at = now() - interval '3 days'
    where id = any (${left.map(({ order }) => order)})`;
  const expiring = await cost(`${what}: expire`, postmaster, left.length, async () => {
    for (const { order } of left) await expireOrder(order);
  });
  return { place: placing, settle: settling, expire: expiring };
}

async function cost(
  what: string,
  postmaster: number,
  count: number,
  work: () => Promise<void>,
): Promise<Cost> {
  await owner`select pg_stat_statements_reset()`;
  const database = await postgresMilliseconds(postmaster);
  const own = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(own);
  const postgres_ms = (await postgresMilliseconds(postmaster)) - database;
  const [sums] = await statementSums(owner);
  if (values.statements) console.error(what, await dearest(owner, count));
  const each = (sum: number) => Number((sum / count).toFixed(3));
  return {
    postgres_ms: each(postgres_ms),
    statements_ms: each(sums?.ms ?? 0),
    pages: each(sums?.pages ?? 0),
    process_ms: each((user + system) / 1000),
  };
}

function statementSums(sql: PoolSql) {
  return sql<{ ms: number; pages: number }[]>`
    select sum(total_exec_time)::float as ms, sum(shared_blks_hit + shared_blks_read)::float as pages
    from pg_stat_statements where toplevel`;
}

function dearest(sql: PoolSql, count: number) {
  return sql<{ query: string; pages: number; ms: number }[]>`
    select round((calls / ${count}::numeric), 1)::float as calls, round((total_exec_time / ${count})::numeric, 3)::float as ms,
      round(((shared_blks_hit + shared_blks_read) / ${count}::numeric), 1)::float as pages,
      left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as query
    from pg_stat_statements where toplevel
    order by shared_blks_hit + shared_blks_read desc limit 12`;
}

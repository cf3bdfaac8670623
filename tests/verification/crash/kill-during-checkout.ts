import { readFile } from "node:fs/promises";
import path from "node:path";
import { freePort } from "#db/embedded.server.ts";
import { SeededRandom } from "#db/seed/deterministic.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { databaseAddress, killPostgres } from "#tests/support/runner/embedded-postgres.ts";
import {
  newDataDir,
  type Program,
  removeFolder,
  startProgram,
} from "#tests/support/runner/program.ts";
import { type Acknowledged, Buyer } from "./buyer.ts";
import { chooseVariants, makeAccount, refill } from "./running-shop.ts";

/*
 * Kills the whole program in the middle of eight people's checkouts, repeatedly, and checks afterwards whether anything
 * that was acknowledged to them is missing or exists twice:
 *
 *   node tests/verification/crash/kill-during-checkout.ts [rounds=50] [seed] [database every=5]
 *
 * Every fifth round also kills PostgreSQL with all its processes. The seed repeats the times and the carts, not the races.
 */

interface Outcome {
  readonly seed: number;
  readonly rounds: number;
  readonly databaseKills: number;
  readonly orders: number;
  readonly paid: number;
  /** Acknowledged orders that are missing, and acknowledged payments without a paid order. */
  readonly lost: string[];
  /** More than one order for a key, or more than one unrefunded payment for an order. */
  readonly doubled: string[];
  readonly breaches: string[];
  readonly complaints: string[];
  /** From the start of the program to its readiness, the slowest of all rounds. */
  readonly slowestStartMs: number;
}

export function isClean(outcome: Outcome): boolean {
  const { lost, doubled, breaches, complaints } = outcome;
  return [lost, doubled, breaches, complaints].every((list) => list.length === 0);
}

const buyerCount = 8;
/** Milliseconds after which every acknowledged payment must be settled; the reconciler starts after two minutes. */
const settleTimeoutMs = 240_000;

/** @param databaseEvery PostgreSQL dies with the program in every such round */
export async function killDuringCheckout(
  rounds: number,
  seed: number,
  databaseEvery = 5,
): Promise<Outcome> {
  const random = new SeededRandom(seed);
  const dataDir = await newDataDir();
  const port = await freePort();
  const breaches = new Set<string>();
  let databaseKills = 0;
  let slowestStartMs = 0;
  let program: Program | undefined;
  const start = async (): Promise<Program> => {
    const began = Date.now();
    program = await startProgram({ dataDir, port, env: { LOG_LEVEL: "error" } });
    slowestStartMs = Math.max(slowestStartMs, Date.now() - began);
    openConnections(await databaseAddress(dataDir), { max: 2 });
    return program;
  };
  try {
    const first = await start();
    const variants = await chooseVariants();
    const keys = JSON.parse(await readFile(path.join(dataDir, "keys.json"), "utf8"));
    const buyers: Buyer[] = [];
    for (let n = 0; n < buyerCount; n++) {
      const account = await makeAccount(first.url, keys.secret, n);
      const taste = new SeededRandom(seed + n + 1);
      buyers.push(new Buyer(first.url, keys.publishable, account, taste, variants));
    }
    await Promise.all(buyers.map((buyer) => buyer.signIn()));

    for (let round = 1; round <= rounds; round++) {
      await refill(variants);
      await closeConnections();
      const shopping = Promise.all(buyers.map((buyer) => buyer.shop()));
      await new Promise((resolve) => setTimeout(resolve, random.whole(150, 2_000)));
      if (round % databaseEvery === 0) {
        databaseKills++;
        await killPostgres(dataDir);
      }
      await program?.kill();
      for (const buyer of buyers) buyer.stop();
      await shopping;
      await start();
      for (const breach of await findBreaches()) breaches.add(`round ${round}: ${breach}`);
    }

    await Promise.all(buyers.map((buyer) => buyer.finish()));
    const acknowledged = buyers.flatMap((buyer) => buyer.acknowledged);
    await settled(acknowledged);
    for (const breach of await findBreaches()) breaches.add(breach);
    return {
      seed,
      rounds,
      databaseKills,
      orders: acknowledged.length,
      paid: acknowledged.filter((order) => order.paid).length,
      lost: await findLost(acknowledged),
      doubled: await findDoubled(buyers.flatMap((buyer) => buyer.keys)),
      breaches: [...breaches],
      complaints: buyers.flatMap((buyer) => buyer.complaints),
      slowestStartMs,
    };
  } finally {
    await closeConnections().catch(() => undefined);
    await program?.stop();
    await removeFolder(dataDir);
  }
}

/** Waits until webhooks and the reconciler have settled every acknowledged payment. */
async function settled(acknowledged: readonly Acknowledged[]): Promise<void> {
  const paid = acknowledged.filter((order) => order.paid).map((order) => order.orderId);
  const deadline = Date.now() + settleTimeoutMs;
  while (Date.now() < deadline) {
    const [row] = await asSeed()<{ open: number }[]>`
      select count(*)::int as open from orders where id = any(${paid}) and payment_status <> 'paid'`;
    if (row?.open === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function findLost(acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const rows = await asSeed()<
    { id: string; idempotency_key: string; payment_status: string; status: string }[]
  >`select id, idempotency_key, payment_status, status from orders
    where id = any(${acknowledged.map((order) => order.orderId)})`;
  const known = new Map(rows.map((row) => [row.id, row]));
  return acknowledged.flatMap(({ key, orderId, paid }) => {
    const row = known.get(orderId);
    if (!row) return [`order ${orderId} is gone`];
    if (row.idempotency_key !== key) return [`order ${orderId} has another key`];
    if (paid && (row.payment_status !== "paid" || row.status !== "placed")) {
      return [`order ${orderId} is ${row.status} and ${row.payment_status}`];
    }
    return [];
  });
}

async function findDoubled(keys: readonly string[]): Promise<string[]> {
  const rows = await asSeed()<{ what: string }[]>`
    select 'orders for the key ' || idempotency_key as what from orders
    where idempotency_key = any(${keys}) group by idempotency_key having count(*) > 1
    union all
    select 'charges of order ' || order_id from payment_transactions
    where kind = 'charge' group by order_id having count(*) > 1
    union all
    select 'provider payments of order ' || p.order_id
    from payments p join private.builtin_payments b on b.id = p.provider_payment_id
    where b.status = 'succeeded' group by p.order_id having count(*) > 1
    union all
    select 'provider payments of attempt ' || idempotency_key from private.builtin_payments
    group by idempotency_key having count(*) > 1
    union all
    select 'mails: ' || dedupe_key from private.outbox
    where dedupe_key is not null group by dedupe_key having count(*) > 1`;
  return rows.map((row) => row.what);
}

if (process.argv[1] === import.meta.filename) {
  const rounds = Number(process.argv[2] ?? 50);
  const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
  const databaseEvery = Number(process.argv[4] ?? 5);
  const outcome = await killDuringCheckout(rounds, seed, databaseEvery);
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
  process.exit(isClean(outcome) ? 0 : 1);
}

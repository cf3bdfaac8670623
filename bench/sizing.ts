import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import autocannon from "autocannon";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { SeededRandom } from "../db/seed/deterministic.ts";
import { databaseAddress } from "../tests/support/runner/embedded-postgres.ts";
import { removeFolder, startProgram } from "../tests/support/runner/program.ts";
import { Buyer } from "../tests/verification/crash/buyer.ts";
import { chooseVariants, makeAccount, refill } from "../tests/verification/crash/running-shop.ts";
import { postmasterBehind } from "./postgres-time.ts";

/*
 * What a shop needs (docs/sizing.md): memory of the program and its PostgreSQL at rest and under load, its connections, and
 * the disk of 1,000 orders and 1,000 pictures. `node bench/sizing.ts [orders=300]`; one JSON line. Orders are real ones: quote,
 * order, payment, mails, events.
 */

const orders = Number(process.argv[2] ?? 300);
const buyerCount = 8;
const loadSeconds = 10;
const mebibyte = 2 ** 20;

const program = await startProgram({ env: { LOG_LEVEL: "error", AUTH_LIMIT_TOKEN: "999999" } });
try {
  openConnections(await databaseAddress(program.dataDir), { max: 2 });
  const postmaster = await postmasterBehind(asSeed());
  const atRest = memory(postmaster);
  const variants = await chooseVariants(50);
  await refill(variants, 1_000_000);
  const before = await databaseBytes();
  const placed = await buy(variants.slice(2));
  const bytes = (await databaseBytes()) - before;
  const connections = await countConnections();
  const [peak] = await Promise.all([watch(postmaster), load()]);
  const pictures = await pictureBytes();
  console.log(
    JSON.stringify({
      orders: placed,
      database_mib_per_1000_orders: round((bytes / placed) * (1000 / mebibyte)),
      storage_mib_per_1000_pictures: round(pictures * (1000 / mebibyte)),
      program_mib_at_rest: atRest.program,
      postgres_mib_at_rest: atRest.postgres,
      ...peak,
      connections,
    }),
  );
} finally {
  await closeConnections();
  await program.stop();
  await removeFolder(program.dataDir);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Buys until there are so many paid orders. @returns how many */
async function buy(from: readonly string[]): Promise<number> {
  const keys = JSON.parse(await readFile(path.join(program.dataDir, "keys.json"), "utf8"));
  const buyers: Buyer[] = [];
  for (let n = 0; n < buyerCount; n++) {
    const account = await makeAccount(program.url, keys.secret, n);
    buyers.push(new Buyer(program.url, keys.publishable, account, new SeededRandom(n + 1), from));
    await buyers[n]?.signIn();
  }
  const shopping = Promise.all(buyers.map((buyer) => buyer.shop()));
  const count = () => buyers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  while (count() < orders) {
    // The shop counts in the same rows; a deadlock with it is tried again soon.
    await asSeed()`delete from private.rate_limits`.execute().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  for (const buyer of buyers) buyer.stop();
  await shopping;
  await Promise.all(buyers.map((buyer) => buyer.finish()));
  await settled();
  return count();
}

/** Waits until every payment is booked. */
async function settled(): Promise<void> {
  for (;;) {
    const [row] = await asSeed()<{ open: number }[]>`
      select count(*)::int as open from orders where status = 'awaiting_payment' and created_at > now() - interval '10 minutes'`;
    if (row?.open === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The program's connections after orders, without the two of this command. */
async function countConnections(): Promise<number> {
  const [row] = await asSeed()<{ count: number }[]>`
    select numbackends as count from pg_stat_database where datname = current_database()`;
  return (row?.count ?? Number.NaN) - 2;
}

async function databaseBytes(): Promise<number> {
  const [row] = await asSeed()<
    { bytes: number }[]
  >`select pg_database_size(current_database()) as bytes`;
  return row?.bytes ?? Number.NaN;
}

/** Pages without a pause. */
async function load(): Promise<void> {
  await autocannon({ url: `${program.url}/Shop`, connections: 50, duration: loadSeconds });
}

/** The highest figures while the load lasts. */
async function watch(postmaster: number) {
  let [programMib, postgresMib] = [0, 0];
  const until = performance.now() + loadSeconds * 1000;
  while (performance.now() < until) {
    const now = memory(postmaster);
    programMib = Math.max(programMib, now.program);
    postgresMib = Math.max(postgresMib, now.postgres);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return {
    program_mib_under_load: programMib,
    postgres_mib_under_load: postgresMib,
  };
}

/** Proportional memory in MiB, so that PostgreSQL's shared buffers count once. Linux only. */
function memory(postmaster: number): { program: number; postgres: number } {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster)
    .map(Number);
  const sum = [postmaster, ...children].reduce((total, pid) => total + proportional(pid), 0);
  return { program: Math.round(proportional(program.pid)), postgres: Math.round(sum) };
}

function parentOf(pid: string): number {
  return Number(readProc(pid, "stat").split(") ").at(-1)?.split(" ")[1]);
}

function proportional(pid: number): number {
  const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readProc(String(pid), "smaps_rollup")) ?? [];
  return Number(kilobytes ?? 0) / 1024;
}

function readProc(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    // The process has ended.
    return "";
  }
}

/** Bytes of all sizes and formats of one picture. */
async function pictureBytes(): Promise<number> {
  const [row] = await asSeed()<{ bytes: number }[]>`
    select (select sum((metadata ->> 'size')::bigint) from storage.objects where bucket_id = 'product-images')::float8
      / (select count(distinct path) from product_images) as bytes`;
  return row?.bytes ?? Number.NaN;
}

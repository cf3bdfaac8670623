import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { accountId } from "#db/seed/accounts.server.ts";
import { diskStore } from "#integrations/storage/disk.server.ts";
import { provideStore } from "#integrations/storage/shop-store.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { csvLine } from "#shop/kernel/csv/cell.ts";
import { permissions } from "#shop/kernel/permissions.ts";
import { pauseTask, resumeTask } from "#shop/staff/tasks/start-task.server.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { checkFile, startRun } from "../tests/support/builders/imports.ts";
import { databaseAddress } from "../tests/support/runner/embedded-postgres.ts";
import { removeFolder, startProgram } from "../tests/support/runner/program.ts";

/*
 * How much slower the storefront answers while an import runs: four buyers read pages of the demo shop without pause, by
 * turns alone and beside an import of new products in the same program, so that what else the machine does meets both.
 * One JSON line; `ratio` is p95 beside over p95 alone.
 * `node bench/import-pace.ts [products=8000] [rounds=6] [seconds=5]`
 */

const products = Number(process.argv[2] ?? 8_000);
const rounds = Number(process.argv[3] ?? 6);
const windowMs = Number(process.argv[4] ?? 5) * 1_000;
/** Buyers who read at once, each with a pause between two pages. */
const buyers = 4;
const pauseMs = 50;
const warmMs = 1_500;
/** Variants of a product, each a row. */
const variants = 4;

const agent = new Agent({ keepAlive: true });

const program = await startProgram({ env: { LOG_LEVEL: "error" } });
const folder = await mkdtemp(path.join(tmpdir(), "etalase-bench-"));
try {
  openConnections(await databaseAddress(program.dataDir), { max: 4 });
  provideStore(diskStore(folder));
  const id = accountId("admin@etalase.test");
  const staff: Person = {
    kind: "person",
    id,
    role: "ADMIN",
    email: undefined,
    permissions,
    claims: { sub: id, role: "authenticated" },
  };
  const known = await asSeed()<{ slug: string }[]>`
    select slug from products where status = 'published' limit 20`;
  const pages = ["/", ...known.map(({ slug }) => `/item/${slug}`)];
  const file = await checkFile(staff, newProducts(), "create");
  await read(pages, 3_000);
  const alone: number[] = [];
  const beside: number[] = [];
  const task = await startRun(staff, file);
  let importMs = 0;
  for (let round = 0; round < rounds; round++) {
    await step(pauseTask(staff, task));
    // A chunk that has begun is finished, and pages that it changed are rendered: both windows begin alike.
    await read(pages, warmMs);
    alone.push(...(await read(pages, windowMs)));
    await step(resumeTask(staff, task));
    beside.push(...(await read(pages, windowMs)));
    importMs += windowMs;
  }
  const [row] = await asSeed()<{ state: string; done: number }[]>`
    select state, done from staff_tasks where id = ${task}`;
  if (row?.state !== "running" && row?.state !== "queued") {
    throw new Error(`the import is ${row?.state}: it needs more products`);
  }
  console.log(
    JSON.stringify({
      rows_a_second: Math.round(row.done / (importMs / 1_000)),
      alone_p95_ms: quantile(alone, 0.95),
      beside_p95_ms: quantile(beside, 0.95),
      p50_ms: [quantile(alone, 0.5), quantile(beside, 0.5)],
      pages: [alone.length, beside.length],
      ratio: Math.round((quantile(beside, 0.95) / quantile(alone, 0.95)) * 100) / 100,
    }),
  );
} finally {
  await closeConnections();
  await program.stop();
  await removeFolder(program.dataDir);
  await rm(folder, { recursive: true, force: true });
}

async function read(pages: readonly string[], forMs: number): Promise<number[]> {
  const end = performance.now() + forMs;
  const times: number[] = [];
  const buyer = async (first: number) => {
    for (let n = first; performance.now() < end; n++) {
      const begun = performance.now();
      await open(`${program.url}${pages[n % pages.length]}`);
      times.push(performance.now() - begun);
      await pause(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: buyers }, (_, n) => buyer(n * 5)));
  return times;
}

/** Until the last byte is here; what a browser does with it takes the same time beside an import. */
async function open(url: string): Promise<void> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent, headers: { "accept-encoding": "br, gzip" } }, resolve).on("error", reject);
  });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} for ${url}`);
  answer.resume();
  await once(answer, "end");
}

async function step(taken: ReturnType<typeof pauseTask>): Promise<void> {
  const result = await taken;
  if (!result.ok) throw new Error(result.problem);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
}

async function* newProducts(): AsyncGenerator<Uint8Array> {
  const columns = ["alamat", "nama_id", "kategori", "opsi1", "nilai1"];
  yield Buffer.from(csvLine([...columns, "sku", "harga", "berat_gram", "stok"], ";"));
  for (let n = 0; n < products; n++) {
    let text = "";
    for (let of = 0; of < variants; of++) {
      const cells = [`laju-${n}`, `Kaos laju ${n}`, "Laju", "Ukuran", `Ukuran ${of}`];
      text += csvLine([...cells, `LAJU-${n}-${of}`, "50000", "250", "10"], ";");
    }
    yield Buffer.from(text);
  }
}

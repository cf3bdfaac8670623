import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { accountId } from "#db/seed/accounts.server.ts";
import { diskStore } from "#integrations/storage/disk.server.ts";
import { provideStore } from "#integrations/storage/shop-store.server.ts";
import type { Person } from "#shop/access.ts";
import { csvLine } from "#shop/csv/cell.ts";
import { permissions } from "#shop/staff/permissions.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { checkFile, startRun } from "../tests/support/builders/imports.ts";
import { databaseAddress } from "../tests/support/runner/embedded-postgres.ts";
import { removeFolder, startProgram } from "../tests/support/runner/program.ts";

/*
 * How much slower the storefront answers while an import runs: four buyers read pages of the demo shop without pause, first
 * alone, then beside an import of new products in the same program. One JSON line; `ratio` is p95 beside over p95 alone.
 * `node bench/import-pace.ts [rows=4000] [seconds=15]`
 */

const rows = Number(process.argv[2] ?? 4_000);
const windowMs = Number(process.argv[3] ?? 15) * 1_000;
/** Buyers who read at once, each with a pause between two pages. */
const buyers = 4;
const pauseMs = 50;

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
  const products = await asSeed()<{ slug: string }[]>`
    select slug from products where status = 'published' limit 20`;
  const pages = ["/", ...products.map(({ slug }) => `/item/${slug}`)];
  const file = await checkFile(staff, newProducts(), "create");
  await read(pages, 3_000);
  const alone = await read(pages, windowMs);
  const task = await startRun(staff, file);
  const beside = await read(pages, windowMs, async () => {
    const [row] = await asSeed()<{ open: boolean }[]>`
      select state in ('queued', 'running') as open from staff_tasks where id = ${task}`;
    return !row?.open;
  });
  const [row] = await asSeed()<{ done: number; seconds: number }[]>`
    select done, round(extract(epoch from coalesce(finished_at, now()) - started_at)::numeric, 1)::float8 as seconds
    from staff_tasks where id = ${task}`;
  console.log(
    JSON.stringify({
      rows_written: row?.done,
      seconds: row?.seconds,
      alone_p95_ms: p95(alone),
      beside_p95_ms: p95(beside),
      pages: [alone.length, beside.length],
      ratio: Math.round((p95(beside) / p95(alone)) * 100) / 100,
    }),
  );
} finally {
  await closeConnections();
  await program.stop();
  await removeFolder(program.dataDir);
  await rm(folder, { recursive: true, force: true });
}

async function read(
  pages: readonly string[],
  forMs: number,
  isOver?: () => Promise<boolean>,
): Promise<number[]> {
  const end = performance.now() + forMs;
  const times: number[] = [];
  let stop = false;
  const watch = async () => {
    while (isOver && !stop && performance.now() < end) {
      stop = await isOver();
      await pause(200);
    }
  };
  const buyer = async (first: number) => {
    for (let n = first; !stop && performance.now() < end; n++) {
      const begun = performance.now();
      const answer = await fetch(`${program.url}${pages[n % pages.length]}`);
      if (!answer.ok) throw new Error(`${answer.status} for ${answer.url}`);
      await answer.arrayBuffer();
      times.push(performance.now() - begun);
      await pause(pauseMs);
    }
  };
  await Promise.all([watch(), ...Array.from({ length: buyers }, (_, n) => buyer(n * 5))]);
  return times;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function p95(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length * 0.95)] ?? 0) * 10) / 10;
}

async function* newProducts(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(
    csvLine(["alamat", "nama_id", "kategori", "sku", "harga", "berat_gram", "stok"], ";"),
  );
  for (let n = 0; n < rows; n++) {
    const cells = [`laju-${n}`, `Kaos laju ${n}`, "Laju", `LAJU-${n}`, "50000", "250", "10"];
    yield Buffer.from(csvLine(cells, ";"));
  }
}

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { provideSecret } from "#base/secrets.server.ts";
import { diskStore } from "#integrations/storage/disk.server.ts";
import { provideStore } from "#integrations/storage/shop-store.server.ts";
import { csvLine } from "#shop/kernel/csv/cell.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { serverMemory } from "../bin/server-memory.mjs";
import { checkFile, finishTask, startRun } from "../tests/support/builders/imports.ts";
import { openTestProviders, provenAdmin } from "../tests/support/builders/shop.ts";
import { copyTemplate, demoTemplateName, openCluster } from "../tests/support/runner/cluster.ts";
import { seconds } from "./watch.ts";

/*
 * Imports of subscribers with the date and the source of their consent, one file after the other: the dry run, then the run.
 *
 *   node bench/subscriber-import.ts [rows=100000,1000000] [megabytes of the machine=512]
 *
 * One JSON line a file. Seconds are of work, without the pauses of the queue. The process has the memory limits that the program
 * has on a machine of that size. `live_mib` is what it needs: heap and buffers above its start, each time after a collection;
 * `resident_mib` is that with the garbage that waits, as the operating system counts it above the start of the first file.
 */

const [, , files = "100000,1000000", megabytes = "512", isLimited] = process.argv;
if (isLimited === undefined) {
  const { flags, environment } = serverMemory(Number(megabytes) * 2 ** 20);
  const child = spawn(
    process.execPath,
    ["--expose-gc", ...flags, import.meta.filename, files, megabytes, "limited"],
    { stdio: "inherit", env: { ...process.env, ...environment } },
  );
  child.once("exit", (code) => process.exit(code ?? 1));
} else await measure(files.split(",").map(Number));

async function measure(sizes: readonly number[]): Promise<void> {
  provideSecret(Buffer.alloc(32, "a"));
  openTestProviders();
  const folder = await mkdtemp(path.join(tmpdir(), "etalase-bench-"));
  const cluster = await openCluster();
  try {
    openConnections(await copyTemplate(cluster.url, demoTemplateName, "bench_subscribers"), {
      max: 6,
    });
    provideStore(diskStore(folder));
    // The first file compiles code and opens connections.
    await importFile(2_000);
    const idle = residentMemory();
    for (const rows of sizes) console.log(JSON.stringify(await importFile(rows, idle)));
  } finally {
    await closeConnections();
    await cluster.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function importFile(rows: number, idle = 0) {
  const memory = watch(idle);
  const begun = performance.now();
  const file = await checkFile(await provenAdmin(), subscribers(rows));
  const check_seconds = seconds(begun);
  const started = performance.now();
  // The check may outlast the proof of the person's identity.
  const task = await startRun(await provenAdmin(), file);
  await finishTask(task);
  const run_seconds = seconds(started);
  const [row] = await asSeed()<{ done: number; failed: number; subscribed: number }[]>`
    select t.done, t.failed, (select count(*)::int from subscriptions where level = 'imported') as subscribed
    from staff_tasks t where t.id = ${task}`;
  return { rows, check_seconds, run_seconds, ...memory.stop(), ...row };
}

function residentMemory(): number {
  global.gc?.();
  return process.memoryUsage().rss;
}

/** @param idle bytes of the resident process before the first file */
function watch(idle: number): { stop: () => { live_mib: number; resident_mib: number } } {
  const live = () => {
    global.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = live();
  let peak = before;
  let resident = 0;
  const residents = setInterval(() => {
    resident = Math.max(resident, process.memoryUsage().rss);
  }, 50);
  const lives = setInterval(() => {
    peak = Math.max(peak, live());
  }, 2_000);
  return {
    stop() {
      clearInterval(residents);
      clearInterval(lives);
      const mib = (bytes: number) => Math.round((bytes / 2 ** 20) * 10) / 10;
      return { live_mib: mib(peak - before), resident_mib: mib(resident - idle) };
    },
  };
}

async function* subscribers(rows: number): AsyncGenerator<Uint8Array> {
  // Addresses that no earlier file has.
  const file = randomUUID().slice(0, 8);
  const columns = ["email", "name", "consent_at", "consent_source"];
  yield Buffer.from(csvLine(columns, ","));
  for (let from = 0; from < rows; from += 1_000) {
    const lines: string[] = [];
    for (let n = from; n < Math.min(rows, from + 1_000); n++) {
      const email = `impor-${file}-${n}@contoh.test`;
      lines.push(csvLine([email, `Rani ${n}`, "2024-03-01", "Kasir"], ","));
    }
    yield Buffer.from(lines.join(""));
  }
}

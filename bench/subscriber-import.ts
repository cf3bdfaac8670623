import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { provideSecret } from "#base/secrets.server.ts";
import { diskStore } from "#integrations/storage/disk.server.ts";
import { provideStore } from "#integrations/storage/shop-store.server.ts";
import { csvLine } from "#shop/csv/cell.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { checkFile, finishTask, startRun } from "../tests/support/builders/imports.ts";
import { openTestProviders, provenAdmin } from "../tests/support/builders/shop.ts";
import { copyTemplate, demoTemplateName, openCluster } from "../tests/support/runner/cluster.ts";
import { seconds, watchMemory } from "./watch.ts";

/*
 * An import of subscribers with the date and the source of their consent: the dry run, then the run.
 * `node --expose-gc bench/subscriber-import.ts [rows=100000]`; one JSON line. Seconds of work without the pauses of the queue; memory
 * is the growth of this process's heap and external memory over its start.
 */

const rows = Number(process.argv[2] ?? 100_000);

provideSecret(Buffer.alloc(32, "a"));
openTestProviders();
const folder = await mkdtemp(path.join(tmpdir(), "etalase-bench-"));
const cluster = await openCluster();
try {
  openConnections(await copyTemplate(cluster.url, demoTemplateName, "bench_subscribers"), {
    max: 6,
  });
  provideStore(diskStore(folder));
  const memory = watchMemory();
  const begun = performance.now();
  const file = await checkFile(await provenAdmin(), subscribers());
  const check_seconds = seconds(begun);
  const started = performance.now();
  // The check may outlast the proof of the person's identity.
  const task = await startRun(await provenAdmin(), file);
  await finishTask(task);
  const run_seconds = seconds(started);
  const [row] = await asSeed()<{ done: number; failed: number; subscribed: number }[]>`
    select t.done, t.failed, (select count(*)::int from subscriptions where level = 'imported') as subscribed
    from staff_tasks t where t.id = ${task}`;
  console.log(
    JSON.stringify({ rows, check_seconds, run_seconds, memory_mib: memory.stop(), ...row }),
  );
} finally {
  await closeConnections();
  await cluster.close();
  await rm(folder, { recursive: true, force: true });
}

async function* subscribers(): AsyncGenerator<Uint8Array> {
  const columns = ["email", "name", "consent_at", "consent_source"];
  yield Buffer.from(csvLine(columns, ","));
  for (let from = 0; from < rows; from += 1_000) {
    const lines: string[] = [];
    for (let n = from; n < Math.min(rows, from + 1_000); n++) {
      lines.push(csvLine([`impor-${n}@contoh.test`, `Rani ${n}`, "2024-03-01", "Kasir"], ","));
    }
    yield Buffer.from(lines.join(""));
  }
}

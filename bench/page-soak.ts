import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { SeededRandom } from "#db/seed/deterministic.ts";
import { closeConnections, openConnections } from "../tests/support/runner/connections.ts";
import { databaseAddress } from "../tests/support/runner/embedded-postgres.ts";
import { removeFolder, startProgram } from "../tests/support/runner/program.ts";
import { makeChange } from "../tests/verification/pages/make-change.ts";

/*
 * Readers and writers for half an hour: `node bench/page-soak.ts [minutes=30] [seed]`. Four writes a second past the program;
 * eight readers open pages that a change of more than a second ago must show. One JSON line: reads, stale pages, answers that
 * failed, and the program's memory after two minutes and at the end.
 */

const [minutes = 30, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
const writeEveryMs = 250;
const readEveryMs = 200;
const readers = 8;
/** Milliseconds after its commit from which a page without the change is stale. */
const boundMs = 1_000;

const program = await startProgram({ env: { LOG_LEVEL: "error" } });
try {
  openConnections(await databaseAddress(program.dataDir), { max: 2 });
  const random = new SeededRandom(seed);
  /** The newest change of each thing, by what was changed where. */
  const changes = new Map<string, { page: string; text: string; at: number }>();
  const counts = { writes: 0, reads: 0, stale: 0, failed: 0 };
  const began = performance.now();
  const end = began + minutes * 60_000;
  let early: number | undefined;

  const write = async () => {
    while (performance.now() < end) {
      const change = await makeChange(random);
      // A name of a thing replaces the one before, on whichever page it was to be seen.
      const key = change.thing;
      changes.set(key, { page: change.page, text: change.text, at: performance.now() });
      counts.writes++;
      if (!early && performance.now() - began > 120_000) early = memoryOf(program.pid);
      await setTimeout(writeEveryMs);
    }
  };
  const read = async () => {
    while (performance.now() < end) {
      await setTimeout(readEveryMs);
      const old = [...changes].filter(([, { at }]) => performance.now() - at > boundMs);
      if (old.length === 0) continue;
      const [key, expected] = random.pick(old);
      const answer = await fetch(program.url + expected.page);
      const text = await answer.text();
      counts.reads++;
      if (!answer.ok) counts.failed++;
      else if (!text.includes(expected.text) && changes.get(key) === expected) {
        counts.stale++;
        console.error("stale", expected.page, key, Math.round(performance.now() - expected.at));
      }
    }
  };
  await Promise.all([write(), ...Array.from({ length: readers }, read)]);
  console.log(
    JSON.stringify({
      minutes,
      seed,
      ...counts,
      mib_after_two_minutes: early,
      mib_at_the_end: memoryOf(program.pid),
    }),
  );
} finally {
  await closeConnections();
  await program.stop();
  await removeFolder(program.dataDir);
}

/** Resident mebibytes; Linux only. */
function memoryOf(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
  return Math.round((pages * 4096) / 1024 / 1024);
}

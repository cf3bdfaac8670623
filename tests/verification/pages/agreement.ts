import { copyFile } from "node:fs/promises";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { SeededRandom } from "#db/seed/deterministic.ts";
import { closeConnections, openConnections } from "../../support/runner/connections.ts";
import { databaseAddress } from "../../support/runner/embedded-postgres.ts";
import {
  type Program,
  removeFolder,
  startProgram,
  temporaryFolder,
} from "../../support/runner/program.ts";
import { makeChange } from "./make-change.ts";

/** What one write of the catalogue took to be seen. */
export interface Agreement {
  /** For each write and process, milliseconds from the commit until its page showed the change. */
  readonly delays: readonly number[];
  /** Writes that a process did not show within ten seconds. */
  readonly missed: readonly string[];
  readonly seed: number;
}

/** Milliseconds after which a page is taken to be stale for good. */
const patienceMs = 10_000;

/**
 * Several processes of one shop serve the pages of their stores while a stranger to all of them changes products, categories,
 * prices and the shop's own texts, one after the other. After each commit every process is asked until it shows the change.
 */
export async function measureAgreement(options: {
  readonly processes: number;
  readonly writes: number;
  readonly seed: number;
}): Promise<Agreement> {
  const random = new SeededRandom(options.seed);
  const first = await startProgram();
  const folders: string[] = [first.dataDir];
  const programs: Program[] = [first];
  try {
    const address = await databaseAddress(first.dataDir);
    openConnections(address, { max: 2 });
    for (let n = 1; n < options.processes; n++) {
      const dataDir = await temporaryFolder();
      folders.push(dataDir);
      await copyFile(path.join(first.dataDir, "keys.json"), path.join(dataDir, "keys.json"));
      programs.push(
        await startProgram({
          dataDir,
          env: { ROLE: "web", DATABASE_URL: address, PUBLIC_URL: first.url },
        }),
      );
    }
    const delays: number[] = [];
    const missed: string[] = [];
    for (let n = 0; n < options.writes; n++) {
      const change = await makeChange(random);
      const committed = performance.now();
      const seen = await Promise.all(
        programs.map(({ url }) => untilShown(url + change.page, change.text, committed)),
      );
      delays.push(...seen.filter((ms) => ms < patienceMs));
      for (const [index, ms] of seen.entries()) {
        if (ms >= patienceMs) missed.push(`${change.thing} on ${change.page} of process ${index}`);
      }
    }
    return { delays, missed, seed: options.seed };
  } finally {
    await closeConnections();
    for (const program of programs.reverse()) await program.stop();
    for (const folder of folders) await removeFolder(folder);
  }
}

/** @returns milliseconds from the commit, or `patienceMs` */
async function untilShown(url: string, text: string, committed: number): Promise<number> {
  for (;;) {
    const page = await (await fetch(url)).text();
    const passed = performance.now() - committed;
    if (page.includes(text)) return passed;
    if (passed > patienceMs) return patienceMs;
    await setImmediate();
  }
}

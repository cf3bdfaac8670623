import { type ChildProcess, spawn } from "node:child_process";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { clusterOf } from "#tests/support/runner/embedded-postgres.ts";
import { removeFolder, startProgram, temporaryFolder } from "#tests/support/runner/program.ts";
import { shareOf } from "#tests/support/runner/whole-run.ts";

const root = path.join(import.meta.dirname, "..", "..");

/** Begins a start and leaves it to the caller. */
function begin(dataDir: string): ChildProcess {
  const env = { ...process.env, NODE_ENV: "development", LOG_LEVEL: "warn", SEED: "none" };
  return spawn(process.execPath, ["server/commands/start.ts"], {
    cwd: root,
    stdio: "ignore",
    env: { ...env, DATA_DIR: dataDir, PORT: "0" },
  });
}

/** Processes that name the folder on their command line. */
async function processesOf(folder: string): Promise<number[]> {
  const found = await Promise.all(
    globSync("/proc/[0-9]*/cmdline").map(async (file) => {
      const command = await readFile(file, "utf8").catch(() => "");
      return command.includes(folder) ? [Number(file.split("/")[2])] : [];
    }),
  );
  return found.flat();
}

/** Kills every process of the folder, as the end of a container does. */
async function killAllOf(folder: string): Promise<void> {
  for (const pid of await processesOf(folder)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process ended by itself meanwhile.
    }
  }
}

/** Points of a first start, each with the file that exists from then on. */
const moments = [
  ["a password", "postgres-password*"],
  ["a folder for the cluster", "postgres*/"],
  ["a cluster's version", "postgres*/PG_VERSION"],
  ["a control file", "postgres*/global/pg_control"],
  ["a running server", "postgres/postmaster.pid"],
  ["keys", "keys.json"],
] as const;

async function until(dataDir: string, pattern: string): Promise<void> {
  const folder = path.dirname(await clusterOf(dataDir));
  const isThere = () => [dataDir, folder].some((cwd) => globSync(pattern, { cwd }).length > 0);
  await expect.poll(isThere, { interval: 5, timeout: 30_000 }).toBe(true);
}

const killed = [
  ["the program", 0, async () => undefined],
  ["the program and all that it started", 1, killAllOf],
] as const;

/* `npm test` tries the end of a container, which leaves the most to mend. */
test.each(shareOf(killed, 1, 2))(
  "a first start in which %s was killed starts the next time",
  {
    timeout: 180_000,
  },
  async (_, place, killRest) => {
    const dataDir = await temporaryFolder();
    onTestFinished(() => removeFolder(dataDir));
    for (const [, pattern] of shareOf(moments, place * 3, 6)) {
      const child = begin(dataDir);
      const ended = new Promise((resolve) => child.once("exit", resolve));
      await until(dataDir, pattern);
      child.kill("SIGKILL");
      await killRest(path.dirname(await clusterOf(dataDir)));
      await ended;
    }
    const program = await startProgram({ dataDir, env: { SEED: "none" } });
    expect((await fetch(`${program.url}/readyz`)).status).toBe(200);
    expect(await program.stop()).toBe(0);
    await expect.poll(() => processesOf(dataDir)).toEqual([]);
  },
);

test("a first start that is stopped leaves no PostgreSQL behind", {
  timeout: 180_000,
}, async () => {
  for (const [, pattern] of shareOf(moments.slice(1, 5), 0, 4)) {
    const dataDir = await temporaryFolder();
    onTestFinished(() => removeFolder(dataDir));
    const child = begin(dataDir);
    const ended = new Promise((resolve) => child.once("exit", resolve));
    await until(dataDir, pattern);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(await processesOf(dataDir)).toEqual([]);
  }
});

import { readFile } from "node:fs/promises";
import { Agent } from "node:http";
import { loadavg } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { provideSecret } from "#base/secrets.server.ts";
import { openPostgres, type PoolSql } from "#db/driver.server.ts";
import { subscribeMany } from "#tests/support/builders/campaigns.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { clusterOf, databaseAddress } from "../tests/support/runner/embedded-postgres.ts";
import { removeFolder, startProgram } from "../tests/support/runner/program.ts";
import { choicePresses, choosersOf, confirmationsOf, confirmPresses } from "./mail-presses.ts";
import { postgresMilliseconds, postmasterBehind } from "./postgres-time.ts";
import { mainThreadMilliseconds, processMilliseconds } from "./thread-time.ts";

/*
 * What opening and saving the page of choices, and opening and pressing a confirmation, cost the real program. Nothing but processor
 * time and counts, so that it says the same on a busy machine:
 *
 *   node bench/choice-saves.ts [--requests=1000] [--warm=400]
 *
 * One JSON line a kind: milliseconds of the program's first thread, of the whole program and of PostgreSQL a request, and the
 * statements and transactions that one sends.
 */

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "1000" },
    warm: { type: "string", default: "400" },
  },
});
const [requests, warm] = [Number(values.requests), Number(values.warm)];
/** Requests whose statements are logged. */
const counted = 50;
const perKind = requests + warm + counted;
const agent = new Agent({ keepAlive: true, maxSockets: 2 });

const program = await startProgram({
  env: {
    NODE_ENV: "production",
    ALLOW_BUILTIN_PAYMENTS: "1",
    SEED: "demo",
    ALLOW_DEMO_DATA: "1",
    LOG_LEVEL: "error",
  },
});
try {
  const keys = JSON.parse(await readFile(path.join(program.dataDir, "keys.json"), "utf8"));
  provideSecret(Buffer.from(keys.pepper, "base64url"));
  const database = await databaseAddress(program.dataDir);
  openConnections(database, { max: 2 });
  const owner = openPostgres(database, { max: 1 });
  await subscribeMany(perKind, { domains: ["contoh.test"] });
  const choices = choicePresses(await choosersOf(perKind));
  const confirmations = confirmPresses(await confirmationsOf(database, perKind));
  const postmaster = await postmasterBehind(asSeed());
  const kinds = {
    "choices opened": choices.open,
    "choices saved": choices.press,
    "confirmation opened": confirmations.open,
    "confirmation pressed": confirmations.press,
  };
  for (const [kind, send] of Object.entries(kinds)) {
    let nth = 0;
    const play = async (count: number) => {
      const until = nth + count;
      const one = async () => {
        while (nth < until) {
          if ((await send(agent, program.url, nth++)) !== 200) throw new Error(`${kind} failed`);
        }
      };
      await Promise.all([one(), one()]);
    };
    await play(warm);
    const times = async () => [
      mainThreadMilliseconds(program.pid),
      processMilliseconds(program.pid),
      await postgresMilliseconds(postmaster),
    ];
    const before = await times();
    await play(requests);
    const after = await times();
    const [thread_ms, program_ms, postgres_ms] = after.map((ms, at) =>
      rounded((ms - (before[at] ?? 0)) / requests),
    );
    const work = await workOf(owner, () => play(counted));
    console.log(
      JSON.stringify({ kind, thread_ms, program_ms, postgres_ms, ...work, load: loadavg()[0] }),
    );
  }
  await owner.end();
} finally {
  agent.destroy();
  await closeConnections();
  await program.stop();
  await removeFolder(program.dataDir);
}

/** Statements and transactions of one request, from PostgreSQL's log. Those of the program's jobs are among them: a few in a run. */
async function workOf(owner: PoolSql, act: () => Promise<void>) {
  const log = path.join(await clusterOf(program.dataDir), "server.log");
  const logs = async (what: string) => {
    await owner.unsafe(`alter system set log_statement = '${what}'`);
    await owner.unsafe("select pg_reload_conf()");
    await new Promise((resolve) => setTimeout(resolve, 500));
  };
  const begin = (await readFile(log)).length;
  await logs("all");
  await act();
  await logs("none");
  const lines = (await readFile(log))
    .subarray(begin)
    .toString()
    .split("\n")
    .filter((line) => /LOG: {2}(execute|statement)/.test(line));
  const begun = lines.filter((line) => /statement: begin/i.test(line)).length;
  return {
    statements: rounded(lines.length / counted),
    begun_transactions: rounded(begun / counted),
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

import { parseArgs } from "node:util";
import { connect, disconnect } from "#db/client.server.ts";
import { playHistory } from "../tests/histories/history.ts";
import { Contradiction } from "../tests/histories/judge.ts";
import { Stage } from "../tests/stage/stage.ts";
import {
  copyTemplate,
  demoTemplateName,
  dropDatabase,
  openCluster,
} from "../tests/support/cluster.ts";
import { openTestProviders } from "../tests/support/shop.ts";

/*
 * Whole histories of the shop on a real PostgreSQL against a model, as in the tests but far more and longer:
 * `node bench/histories.ts [histories=20000] [seed] [--rounds=8] [--actors=4]`; one JSON line. History n of a run has
 * the seed + n; `node bench/histories.ts 1 SEED` with the same rounds and actors plays that one alone. A run that is told
 * to end (SIGTERM) ends its history and says how far it came.
 */

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "8" },
    actors: { type: "string", default: "4" },
  },
});
const histories = Number(positionals[0] ?? 20_000);
const seed = Number(positionals[1] ?? Date.now() % 2 ** 31);
const length = { rounds: Number(values.rounds), actors: Number(values.actors) };
/** More would make the checker, which reads every order, slow. */
const perDatabase = 40;
const name = `histories_${process.pid}`;

openTestProviders();
const cluster = await openCluster();
const began = performance.now();
const sums = { played: 0, actions: 0, orders: 0, crashes: 0, unjudged: 0 };
const answers = new Map<string, number>();
const contradictions: string[] = [];
let isStopped = false;
process.once("SIGTERM", () => {
  isStopped = true;
});

async function playOne(stage: Stage, at: number): Promise<void> {
  sums.played++;
  try {
    const told = await playHistory(stage, at, length);
    sums.actions += told.actions;
    sums.orders += told.orders;
    sums.crashes += told.crashes;
    for (const [answer, n] of told.answers) answers.set(answer, (answers.get(answer) ?? 0) + n);
  } catch (error) {
    if (!(error instanceof Contradiction)) throw error;
    console.error(error.message);
    if (error.isUnjudged) sums.unjudged++;
    else contradictions.push(error.message);
  }
}

try {
  for (let n = 0; n < histories && contradictions.length < 5 && !isStopped; ) {
    const url = await copyTemplate(cluster.url, demoTemplateName, name);
    connect(url, { max: 20 });
    const stage = new Stage(url);
    const from = n;
    // What others find after a contradiction may be its fault.
    for (const found = contradictions.length; contradictions.length === found; ) {
      if (n === histories || n === from + perDatabase || isStopped) break;
      await playOne(stage, seed + n++);
    }
    await stage.close();
    await disconnect();
    if (Math.floor(n / 400) > Math.floor(from / 400)) {
      console.error(JSON.stringify({ ...sums, at: seed + n, now: new Date() }));
    }
  }
} finally {
  await disconnect();
  await dropDatabase(cluster.url, name);
  await cluster.close();
}
const seconds = (performance.now() - began) / 1000;
console.log(
  JSON.stringify({
    seed,
    ...length,
    ...sums,
    contradictions: contradictions.length,
    answers: Object.fromEntries([...answers].sort(([, a], [, b]) => b - a)),
    seconds: Math.round(seconds),
    ms_per_history: Math.round((seconds * 1000) / sums.played),
  }),
);
process.exitCode = contradictions.length > 0 ? 1 : 0;

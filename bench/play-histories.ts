import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { openTestProviders } from "../tests/support/builders/shop.ts";
import {
  copyTemplate,
  demoTemplateName,
  dropDatabase,
  openCluster,
} from "../tests/support/runner/cluster.ts";
import { type Length, playHistory } from "../tests/verification/histories/history.ts";
import { Contradiction } from "../tests/verification/histories/judge.ts";
import { Stage } from "../tests/verification/stage/stage.ts";
import { postgresMilliseconds, postmasterBehind } from "./postgres-time.ts";

/*
 * A process of `bench/histories.ts` with its own PostgreSQL: plays every n-th history and reports each.
 */

interface Share {
  readonly histories: number;
  readonly seed: number;
  readonly from: number;
  readonly every: number;
  readonly length: Length;
}

export type Report =
  | {
      readonly kind: "played";
      readonly actions: number;
      readonly orders: number;
      readonly crashes: number;
      readonly answers: readonly (readonly [answer: string, times: number])[];
    }
  | { readonly kind: "contradiction"; readonly message: string; readonly isUnjudged: boolean }
  /** Processor time of this process and its PostgreSQL for the histories, without the start. */
  | { readonly kind: "cost"; readonly cpuMs: number };

/** More orders would slow the checker, which reads every one. */
const perDatabase = 80;
const { histories, seed, from, every, length } = JSON.parse(process.argv[2] ?? "{}") as Share;
const report = (reported: Report) => process.send?.(reported);
let isStopped = false;
process.on("message", () => {
  isStopped = true;
});
// The parent process gets the signal too, and decides when to end.
process.on("SIGTERM", () => undefined);
process.on("disconnect", () => {
  isStopped = true;
});

async function playOne(stage: Stage, at: number): Promise<boolean> {
  try {
    const { answers, ...sums } = await playHistory(stage, at, length);
    report({ kind: "played", ...sums, answers: [...answers] });
    return true;
  } catch (error) {
    if (!(error instanceof Contradiction)) throw error;
    report({ kind: "contradiction", message: error.message, isUnjudged: error.isUnjudged });
    // Later findings in the same database may be its consequences.
    return error.isUnjudged;
  }
}

openTestProviders();
const cluster = await openCluster();
const begun = process.cpuUsage();
let postmaster: number | undefined;
let postgresBefore = 0;
let ended: Promise<void> = Promise.resolve();
let turn = 0;
try {
  for (let n = from; n < histories && !isStopped; ) {
    const name = `histories_${process.pid}_${turn++}`;
    const url = await copyTemplate(cluster.url, demoTemplateName, name);
    openConnections(url, { max: 20 });
    if (postmaster === undefined) {
      postmaster = await postmasterBehind(asSeed());
      postgresBefore = await postgresMilliseconds(postmaster);
    }
    const stage = new Stage(url);
    for (let left = perDatabase; left > 0 && n < histories && !isStopped; left--, n += every) {
      if (await playOne(stage, seed + n)) continue;
      n += every;
      break;
    }
    await stage.close();
    // A cut connection delays its pool's end for seconds; do not wait for it.
    const before = ended;
    ended = closeConnections().then(async () => {
      await before;
      await dropDatabase(cluster.url, name);
    });
  }
  await ended;
  if (postmaster !== undefined) {
    const { user, system } = process.cpuUsage(begun);
    const postgres = (await postgresMilliseconds(postmaster)) - postgresBefore;
    report({ kind: "cost", cpuMs: (user + system) / 1000 + postgres });
  }
} finally {
  await cluster.close();
  process.disconnect();
}

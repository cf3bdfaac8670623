import { fork } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Report } from "./play-histories.ts";

/*
 * Whole histories of the shop on a real PostgreSQL against a model, as in the tests but far more and longer: `node
 * bench/histories.ts [histories=20000] [seed] [--rounds=8] [--actors=4] [--processes=1]`; one JSON line. History n of
 * a run has the seed + n; `node bench/histories.ts 1 SEED` with the same rounds and actors plays that one alone. Each
 * process has its own PostgreSQL. Progress is printed to stderr every half minute; SIGTERM ends the running histories
 * and prints the result so far.
 */

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "8" },
    actors: { type: "string", default: "4" },
    processes: { type: "string", default: "1" },
  },
});
const histories = Number(positionals[0] ?? 20_000);
const seed = Number(positionals[1] ?? Date.now() % 2 ** 31);
const processes = Math.min(Number(values.processes), histories);
const length = { rounds: Number(values.rounds), actors: Number(values.actors) };
/** The run stops after this many contradictions. */
const maxContradictions = 5;
const began = performance.now();

const sums = { played: 0, actions: 0, orders: 0, crashes: 0, unjudged: 0 };
const answers = new Map<string, number>();
let contradictions = 0;
let cpuMs = 0;
let isBroken = false;

const players = Array.from({ length: processes }, (_, n) =>
  fork(
    path.join(import.meta.dirname, "play-histories.ts"),
    [JSON.stringify({ histories, seed, every: processes, from: n, length })],
    // Stdout has the result alone, so the processes log to stderr.
    { stdio: ["ignore", process.stderr, process.stderr, "ipc"] },
  ),
);
const stop = () => {
  for (const player of players) if (player.connected) player.send("stop");
};
process.on("SIGTERM", stop);

function count(report: Report): void {
  if (report.kind === "cost") {
    cpuMs += report.cpuMs;
    return;
  }
  sums.played++;
  if (report.kind === "contradiction") {
    console.error(report.message);
    if (report.isUnjudged) sums.unjudged++;
    else contradictions++;
    if (contradictions >= maxContradictions) stop();
    return;
  }
  const { actions, orders, crashes } = report;
  sums.actions += actions;
  sums.orders += orders;
  sums.crashes += crashes;
  for (const [answer, n] of report.answers) answers.set(answer, (answers.get(answer) ?? 0) + n);
}

const progress = setInterval(
  () => console.error(JSON.stringify({ ...sums, contradictions, now: new Date() })),
  30_000,
);
await Promise.all(
  players.map(
    (player) =>
      new Promise<void>((resolve) => {
        player.on("message", (report: Report) => count(report));
        player.once("exit", (code) => {
          isBroken ||= code !== 0;
          resolve();
        });
      }),
  ),
);
clearInterval(progress);
const seconds = (performance.now() - began) / 1000;
console.log(
  JSON.stringify({
    seed,
    ...length,
    ...sums,
    contradictions,
    answers: Object.fromEntries([...answers].sort(([, a], [, b]) => b - a)),
    seconds: Math.round(seconds),
    cpu_ms_per_history: Math.round(cpuMs / sums.played),
    ms_per_history: Math.round((seconds * 1000) / sums.played),
  }),
);
process.exitCode = contradictions > 0 || isBroken ? 1 : 0;

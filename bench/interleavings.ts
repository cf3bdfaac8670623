import { closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { openTestProviders } from "../tests/support/builders/shop.ts";
import {
  copyTemplate,
  demoTemplateName,
  dropDatabase,
  openCluster,
} from "../tests/support/runner/cluster.ts";
import { Contradiction } from "../tests/verification/histories/judge.ts";
import { allPoints, type Point, playPoint } from "../tests/verification/interleavings/play.ts";
import { situations } from "../tests/verification/interleavings/situations.ts";
import { Stage } from "../tests/verification/stage/stage.ts";

/*
 * Pairs of use cases on one order: the first is paused before each of its statements, commits and calls while the
 * other runs; then its process is killed at the same points. `node bench/interleavings.ts [every=1]`; one JSON line.
 * `every` = n tries only every n-th point.
 */

const every = Number(process.argv[2] ?? 1);
const perDatabase = 60;
const name = `interleavings_${process.pid}`;

openTestProviders();
const cluster = await openCluster();
const began = performance.now();
const failures: string[] = [];
let seed = 1;
const tried = { pairs: 0, deaths: 0 };
const steps: Record<string, number> = {};

async function onFreshDatabase(work: (stage: Stage) => Promise<void>): Promise<void> {
  const url = await copyTemplate(cluster.url, demoTemplateName, name);
  openConnections(url, { max: 10 });
  const stage = new Stage(url);
  try {
    await work(stage);
  } finally {
    await stage.close();
    await closeConnections();
  }
}

try {
  const points: Point[] = [];
  await onFreshDatabase(async (stage) => {
    for (const situation of situations) {
      const all = await allPoints(stage, situation, () => seed++);
      steps[situation.name] = all.length;
      points.push(...all);
    }
  });
  const chosen = points.filter((_, n) => n % every === 0);
  console.error(JSON.stringify({ points: points.length, chosen: chosen.length }));
  for (let n = 0; n < chosen.length; n += perDatabase) {
    await onFreshDatabase(async (stage) => {
      for (const point of chosen.slice(n, n + perDatabase)) {
        tried[point.second === undefined ? "deaths" : "pairs"] += 1;
        try {
          await playPoint(stage, seed++, point);
        } catch (error) {
          if (!(error instanceof Contradiction)) throw error;
          failures.push(error.message);
          console.error(error.message);
          return;
        }
      }
    });
    if (n % 600 === 0) console.error(JSON.stringify(tried));
  }
} finally {
  await closeConnections();
  await dropDatabase(cluster.url, name);
  await cluster.close();
}
console.log(
  JSON.stringify({
    every,
    ...tried,
    failures: failures.length,
    points: steps,
    seconds: Math.round((performance.now() - began) / 1000),
  }),
);
process.exitCode = failures.length > 0 ? 1 : 0;

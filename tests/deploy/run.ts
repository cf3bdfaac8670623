import { setTimeout } from "node:timers/promises";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { type Deployment, deploy } from "./deployment.ts";

/*
 * Deploys the shop for real and changes it while people buy: PostgreSQL of Debian with a standby, nginx with TLS, files on
 * S3, mail by SMTP, two web processes and a worker that are not root. `node tests/deploy/run.ts [seed]`, or `npm run verify
 * -- deploy`. One JSON line a part; it ends with 1 when a request failed or an acknowledged order is missing.
 */

/** Milliseconds between the replacements, in which old pages meet new processes. */
const pauseMs = 5_000;
/** Milliseconds in which the shop must answer again after its primary was lost. */
const recoveryTimeoutMs = 60_000;

interface Outcome {
  readonly part: string;
  readonly requests: number;
  readonly requests_per_second: number;
  readonly orders: number;
  readonly failures: Readonly<Record<string, number>>;
}

const seed = Number(process.argv[2] ?? Date.now() % 2 ** 31);
process.stdout.write(`Seed ${seed}\n`);
const deployment = await deploy(seed);
let isGood = true;
try {
  const { earlier, next } = deployment.releases;
  const say = (outcome: object, good: boolean) => {
    isGood &&= good;
    process.stdout.write(`${JSON.stringify(outcome)}\n`);
  };
  for (const [part, release] of [
    ["rolling restart", earlier],
    ["rolling upgrade", next],
    ["rollback", earlier],
  ] as const) {
    const outcome = await observe(deployment, part, async () => {
      await setTimeout(pauseMs);
      await deployment.migrate(release);
      await deployment.roll(release, pauseMs);
      await setTimeout(pauseMs);
    });
    say(outcome, Object.keys(outcome.failures).length === 0);
  }
  const recovery = await losePrimary(deployment);
  say(recovery, true);
  const lost = await findLost(deployment);
  const breaches = await findBreaches();
  const mails = deployment.mails.length;
  say(
    { part: "afterwards", lost, breaches, mails },
    lost.length + breaches.length === 0 && mails > 0,
  );
} finally {
  await deployment.stop();
}
process.exit(isGood ? 0 : 1);

/** Counts what failed while the work was done under load. */
async function observe(
  { visitors, buyers, underLoad }: Deployment,
  part: string,
  work: () => Promise<void>,
): Promise<Outcome> {
  const count = () => visitors.seen.pages + visitors.seen.assets;
  const orders = () => buyers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  visitors.seen.failures.clear();
  for (const { unanswered } of buyers) unanswered.splice(0);
  const [requestsBefore, ordersBefore, began] = [count(), orders(), performance.now()];
  await underLoad(work).catch((error: Error) => {
    visitors.seen.failures.set(error.message, 1);
  });
  const requests = count() - requestsBefore;
  const failures = new Map(visitors.seen.failures);
  for (const reason of buyers.flatMap(({ unanswered, complaints }) => [
    ...unanswered,
    ...complaints,
  ])) {
    failures.set(reason, (failures.get(reason) ?? 0) + 1);
  }
  return {
    part,
    requests,
    requests_per_second: Math.round((requests * 1000) / (performance.now() - began)),
    orders: orders() - ordersBefore,
    failures: Object.fromEntries(failures),
  };
}

/** The primary's machine is gone: the standby takes its address, and no process is restarted. */
async function losePrimary(deployment: Deployment) {
  const { cluster } = deployment;
  let seconds = Number.NaN;
  const { requests, orders } = await observe(deployment, "lost primary", async () => {
    await setTimeout(pauseMs);
    await cluster.losePrimary();
    const began = performance.now();
    await cluster.promoteStandby();
    await deployment.waitForAll(recoveryTimeoutMs);
    seconds = Number(((performance.now() - began) / 1000).toFixed(1));
    await setTimeout(pauseMs);
  });
  return { part: "lost primary", requests, orders, seconds_until_all_are_ready: seconds };
}

/** Acknowledged orders that the database does not have. */
async function findLost({ buyers }: Deployment): Promise<string[]> {
  const ids = buyers.flatMap(({ acknowledged }) => acknowledged.map(({ orderId }) => orderId));
  const rows = await asSeed()<{ id: string }[]>`
    select wanted.id from unnest(${ids}::uuid[]) wanted (id)
    where wanted.id not in (select id from orders)`;
  return rows.map(({ id }) => id);
}

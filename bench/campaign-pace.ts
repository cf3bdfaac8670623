import { spawn } from "node:child_process";
import path from "node:path";
import { provideSecret } from "#base/secrets.server.ts";
import { startCampaign, subscribeMany } from "#tests/support/builders/campaigns.ts";
import { startSmtpSink } from "#tests/support/doubles/smtp-sink.ts";
import { copyTemplate, openCluster, templateName } from "#tests/support/runner/cluster.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";

/*
 * The pace of sending that several processes share, measured by the mail server: the most mails in any second, and the
 * share of the pace that was used.
 *
 *   node bench/campaign-pace.ts [mails a second=50] [processes=3] [seconds=20]
 */

const [perSecond = 50, processes = 3, seconds = 20] = process.argv.slice(2).map(Number);

provideSecret(Buffer.alloc(32, "a"));
const cluster = await openCluster();
const sink = await startSmtpSink();
const worker = path.join(import.meta.dirname, "../tests/verification/campaigns/campaign-worker.ts");
try {
  const url = await copyTemplate(cluster.url, templateName, "bench_pace");
  openConnections(url, { max: 2 });
  await asSeed()`update private.mail_limits set per_second = 10000, now_per_second = 10000`;
  await asSeed()`
    update private.mail_limits set per_second = ${perSecond}, now_per_second = ${perSecond} where name = 'all'`;
  await asSeed()`update private.mail_caps set warms_up = false`;
  await subscribeMany(perSecond * (seconds + 5));
  await startCampaign();
  const children = Array.from({ length: processes }, () =>
    spawn(process.execPath, [worker, url, sink.url, "30000", "50000"], { stdio: "inherit" }),
  );
  while (sink.bodies.length < perSecond * 3)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const from = performance.now();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const until = performance.now();
  for (const child of children) child.kill("SIGKILL");
  const times = sink.times.filter((at) => at >= from && at < until);
  // Each mail begins a second; the fullest one counts.
  let most = 0;
  for (let first = 0, last = 0; first < times.length; first++) {
    while (last < times.length && (times[last] ?? 0) < (times[first] ?? 0) + 1000) last++;
    most = Math.max(most, last - first);
  }
  process.stdout.write(
    `${JSON.stringify({
      ...{ perSecond, processes, seconds, mails: times.length, maxInASecond: most },
      used: Math.round((times.length / ((until - from) / 1000) / perSecond) * 1000) / 1000,
    })}\n`,
  );
} finally {
  await sink.close();
  await closeConnections();
  await cluster.close();
}

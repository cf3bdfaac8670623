import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createTransport } from "nodemailer";
import { provideSecret } from "#base/secrets.server.ts";
import { startCampaign, subscribeMany, sumsOf } from "#tests/support/builders/campaigns.ts";
import { startSmtpSink } from "#tests/support/doubles/smtp-sink.ts";
import { copyTemplate, openCluster, templateName } from "#tests/support/runner/cluster.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";

/*
 * The pace of sending that several processes share, measured by the mail server: the most mails in any second, and the share of
 * the pace that was used; the most that began in any second, as the ledger says; all beside a bare loop of nodemailer in one process, which its own limit holds to the same pace.
 *
 *   node bench/campaign-pace.ts [mails a second=50] [processes=1,3] [seconds=20]
 *
 * One JSON line for each number of processes, and one for the bare loop.
 */

const [, , mode, numbers = "1,3", length = "20"] = process.argv;
const perSecond = Number(mode ?? 50);
const forMs = Number(length) * 1_000;
/** Milliseconds until connections are open and the pace is steady. */
const warmMs = 3_000;

if (mode === "sink") await serveSink();
else if (mode === "bare") await sendBare(numbers, Number(length));
else await measure(numbers.split(",").map(Number));

/** Answers with the moments at which mails came since it was asked last. */
async function serveSink(): Promise<void> {
  const sink = await startSmtpSink();
  process.send?.(sink.url);
  let told = 0;
  process.on("message", (asked) => {
    if (asked === "stop") process.exit(0);
    process.send?.(sink.times.slice(told));
    told = sink.times.length;
  });
}

async function measure(counts: readonly number[]): Promise<void> {
  provideSecret(Buffer.alloc(32, "a"));
  const cluster = await openCluster();
  const sink = fork(import.meta.filename, ["sink"]);
  const [smtpUrl] = (await once(sink, "message")) as [string];
  const worker = path.join(
    import.meta.dirname,
    "../tests/verification/campaigns/campaign-worker.ts",
  );
  const arrivals = async () => {
    sink.send("times");
    return ((await once(sink, "message")) as [number[]])[0];
  };
  /** What arrives while some processes send. */
  const watch = async (name: object, programs: readonly (readonly string[])[]) => {
    const children = programs.map((words) => spawn(process.execPath, words, { stdio: "inherit" }));
    let started: number[] = [];
    while (started.length === 0) {
      await pause(100);
      started = await arrivals();
    }
    await pause(warmMs);
    await arrivals();
    const from = performance.now();
    const began = Date.now();
    await pause(forMs);
    const ended = Date.now();
    const times = await arrivals();
    const seconds = (performance.now() - from) / 1_000;
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(children.map((child) => once(child, "exit")));
    const begun = await asSeed()<{ at: number }[]>`
      select (extract(epoch from begun_at) * 1000)::float8 as at from private.mail_deliveries
      where begun_at between to_timestamp(${began / 1_000}) and to_timestamp(${ended / 1_000}) order by begun_at`;
    const { maxInASecond, used } = paceOf(times, seconds);
    const maxBegunInASecond = paceOf(
      begun.map(({ at }) => at),
      seconds,
    ).maxInASecond;
    print({
      perSecond,
      ...name,
      mails: times.length,
      used,
      maxInASecond,
      ...(begun.length > 0 ? { maxBegunInASecond } : {}),
    });
  };
  try {
    const url = await copyTemplate(cluster.url, templateName, "bench_pace");
    openConnections(url, { max: 2 });
    await asSeed()`update private.mail_limits set per_second = 10000, now_per_second = 10000`;
    await asSeed()`
      update private.mail_limits set per_second = ${perSecond}, now_per_second = ${perSecond} where name = 'all'`;
    await asSeed()`update private.mail_caps set warms_up = false`;
    // Enough for every part, and for what is sent before each is measured.
    await subscribeMany(perSecond * (Number(length) + 30) * counts.length);
    const number = await startCampaign();
    for (const processes of counts) {
      const words = [worker, url, smtpUrl, "30000", "50000"];
      await watch(
        { processes },
        Array.from({ length: processes }, () => words),
      );
    }
    const { tallies } = await sumsOf(number);
    if (tallies.status !== "sending") throw new Error("the campaign ended before its measure");
    await watch({ bare: true }, [[import.meta.filename, "bare", smtpUrl, String(perSecond)]]);
  } finally {
    sink.send("stop");
    await closeConnections();
    await cluster.close();
  }
}

/** The most mails in any second, which each mail may begin, and the share of the pace. */
function paceOf(times: readonly number[], seconds: number) {
  let most = 0;
  for (let first = 0, last = 0; first < times.length; first++) {
    while (last < times.length && (times[last] ?? 0) < (times[first] ?? 0) + 1_000) last++;
    most = Math.max(most, last - first);
  }
  return {
    maxInASecond: most,
    used: Math.round((times.length / seconds / perSecond) * 1_000) / 1_000,
  };
}

async function sendBare(url: string, rateLimit: number): Promise<never> {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 5,
    rateLimit,
    rateDelta: 1_000,
  });
  for (;;) {
    await Promise.all(
      Array.from({ length: rateLimit }, (_, n) =>
        transport.sendMail({
          from: "kabar@shop.test",
          to: `polos${n}@contoh.test`,
          subject: "Kabar",
          text: "Barang baru sudah datang.",
        }),
      ),
    );
  }
}

function print(measured: object): void {
  process.stdout.write(`${JSON.stringify(measured)}\n`);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

import { readFile } from "node:fs/promises";
import { Agent } from "node:http";
import { loadavg } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { provideSecret } from "#base/secrets.server.ts";
import { asShop } from "#db/client.server.ts";
import { nudgeSenders } from "#shop/mailing/campaigns/start-campaign.server.ts";
import {
  removePace,
  startCampaign,
  subscribeMany,
  sumsOf,
} from "#tests/support/builders/campaigns.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { databaseAddress } from "../tests/support/runner/embedded-postgres.ts";
import { removeFolder, startProgram } from "../tests/support/runner/program.ts";
import {
  choicePresses,
  choosersOf,
  confirmationsOf,
  confirmPresses,
  type Presses,
} from "./mail-presses.ts";
import { type Answered, ask, openLoop, summaryOf } from "./open-loop.ts";
import { postgresMilliseconds, postmasterBehind } from "./postgres-time.ts";
import { startSinkProcess } from "./sink-process.ts";
import { mainThreadMilliseconds } from "./thread-time.ts";

/*
 * Public pages, the page that confirms a subscription and the page of choices, with and without a campaign that is being sent, by turns
 * in one run of the real program; the mail server is a process of its own. Requests come at their rate whether or not earlier ones were
 * answered.
 *
 *   node bench/pages-while-sending.ts [--recipients=60000] [--pace=100] [--pages=50] [--rate=200] [--seconds=10] [--rounds=2]
 *
 * `pages` are public pages a second, `rate` requests a second to the page of choices, and again to that of a confirmation: half of them
 * open it, half of them save it. A `pace` of 0 sends as fast as it goes. One JSON line a phase, times in milliseconds from the moment a
 * request was due, with the processor time of the program's first thread and of PostgreSQL a request, and at the end the ratio of the p95 of all public pages while sending to that without. Ends with an error where an
 * answer was none or a press changed nothing.
 */

const { values } = parseArgs({
  options: {
    recipients: { type: "string", default: "60000" },
    pace: { type: "string", default: "100" },
    pages: { type: "string", default: "50" },
    rate: { type: "string", default: "200" },
    seconds: { type: "string", default: "10" },
    rounds: { type: "string", default: "2" },
  },
});
const addresses = ["/", "/Shop", "/item/mug-ngopi-dulu", "/Shop?q=mug"];
const phaseMs = Number(values.seconds) * 1_000;
const perSecond = { pages: Number(values.pages), rate: Number(values.rate) };
const rounds = Number(values.rounds);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

const sink = await startSinkProcess();
const program = await startProgram({
  env: {
    NODE_ENV: "production",
    ALLOW_BUILTIN_PAYMENTS: "1",
    SEED: "demo",
    ALLOW_DEMO_DATA: "1",
    LOG_LEVEL: "error",
    SMTP_NEWS_URL: sink.url,
  },
});
try {
  const keys = JSON.parse(await readFile(path.join(program.dataDir, "keys.json"), "utf8"));
  provideSecret(Buffer.from(keys.pepper, "base64url"));
  const database = await databaseAddress(program.dataDir);
  openConnections(database, { max: 4 });
  await removePace();
  await limitPace(Number(values.pace));
  await subscribeMany(Number(values.recipients), { domains: ["contoh.test"] });
  await measure(database);
} finally {
  agent.destroy();
  sink.stop();
  await closeConnections();
  await program.stop();
  await removeFolder(program.dataDir);
}

async function measure(database: string): Promise<void> {
  const presses = ((rounds * 2 + 1) * perSecond.rate * phaseMs) / 2_000;
  const choosers = await choosersOf(presses);
  const tokens = await confirmationsOf(database, presses);
  const confirm = alternating(confirmPresses(tokens));
  const choose = alternating(choicePresses(choosers));
  const kinds = {
    pages: { rate: perSecond.pages, send: openPage },
    confirm: { rate: perSecond.rate, send: confirm.send },
    choices: { rate: perSecond.rate, send: choose.send },
  };
  const postmaster = await postmasterBehind(asSeed());
  const processorTimes = async () => ({
    thread: mainThreadMilliseconds(program.pid),
    postgres: await postgresMilliseconds(postmaster),
  });
  const all = new Map<string, readonly Answered[]>();
  const phase = async (when: "quiet" | "sending") => {
    for (const [kind, { rate, send }] of Object.entries(kinds)) {
      const [mails, begun] = [sink.arrived.length, performance.now()];
      const before = await processorTimes();
      const answers = await openLoop(rate, phaseMs, send);
      const elapsed = (performance.now() - begun) / 1_000;
      const after = await processorTimes();
      const each = (ms: number) => Math.round((ms * 100) / Math.max(1, answers.length)) / 100;
      const name = `${kind}, ${when}`;
      all.set(name, [...(all.get(name) ?? []), ...answers]);
      print(name, {
        ...summaryOf(answers),
        thread_ms_each: each(after.thread - before.thread),
        postgres_ms_each: each(after.postgres - before.postgres),
        mails_per_second: Math.round((sink.arrived.length - mails) / elapsed),
        load: loadavg()[0],
      });
    }
  };

  await openLoop(20, 5_000, openPage);
  for (let round = 0; round < rounds; round++) {
    await phase("quiet");
    const number = await startCampaign();
    await nudgeSenders(asShop());
    const before = sink.arrived.length;
    while (sink.arrived.length < before + 100) await pause(100);
    await phase("sending");
    await pauseCampaign(number);
  }
  const p95 = (name: string) => summaryOf(all.get(name) ?? []).p95;
  const errors = [...all.values()].flat().filter(({ status }) => status !== 200).length;
  const changed = await changedRows();
  print("afterwards", {
    pages_ratio: Math.round((p95("pages, sending") / p95("pages, quiet")) * 100) / 100,
    confirm_p95: p95("confirm, sending"),
    choices_p95: p95("choices, sending"),
    errors,
    changed,
    pressed: { confirmed: confirm.count(), paused: choose.count() },
  });
  if (errors > 0) throw new Error("an answer was no success");
  if (changed.confirmed !== confirm.count() || changed.paused !== choose.count()) {
    throw new Error("a press changed nothing");
  }
}

/** Opens a page and then presses its button, each for another person. */
function alternating(presses: Presses) {
  let [opened, pressed] = [0, 0];
  const send = (nth: number) => {
    if (nth % 2 === 0) return presses.open(agent, program.url, opened++);
    return presses.press(agent, program.url, pressed++);
  };
  return { send, count: () => pressed };
}

function openPage(nth: number): Promise<number> {
  return ask(agent, program.url + addresses[nth % addresses.length]);
}

async function limitPace(pace: number): Promise<void> {
  if (pace === 0) return;
  await asSeed()`
    update private.mail_limits set per_second = ${pace}, now_per_second = ${pace} where name = 'all'`;
}

/** How many subscriptions are as the presses wanted them. */
async function changedRows(): Promise<{ confirmed: number; paused: number }> {
  const [row] = await asSeed()<{ confirmed: number; paused: number }[]>`
    select count(*) filter (where s.state = 'subscribed' and r.email like 'ingin%')::int as confirmed,
      count(*) filter (where s.paused_until > now())::int as paused
    from public.subscriptions s join private.mail_recipients r on r.id = s.recipient_id where s.topic = 'news'`;
  return row ?? { confirmed: 0, paused: 0 };
}

/** Ends the sending and waits until no mail is on its way. */
async function pauseCampaign(number: number): Promise<void> {
  await asSeed()`
    update private.mail_campaigns set status = 'paused', paused_why = 'person' where number = ${number} and status in ('sending', 'waiting')`;
  const { tallies } = await sumsOf(number);
  if (tallies.status !== "paused") throw new Error("too few recipients for this load");
  let seen = -1;
  while (seen !== sink.arrived.length) {
    seen = sink.arrived.length;
    await pause(1_000);
  }
}

function print(phase: string, measured: object): void {
  process.stdout.write(`${JSON.stringify({ phase, ...measured })}\n`);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

import { readFile } from "node:fs/promises";
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
import { MailLoad, type Recipient } from "./mail-load.ts";
import { postgresMilliseconds, postmasterBehind } from "./postgres-time.ts";
import { treeMilliseconds } from "./process-time.ts";
import { type Arrived, startSinkProcess } from "./sink-process.ts";

/*
 * One-click unsubscribes and a mail provider's events while a campaign is sent, against the real program and a mail server in a
 * process of its own. Requests come at their rate whether or not earlier ones were answered.
 *
 *   node bench/stops-while-sending.ts [--recipients=30000] [--pace=100] [--stops=200] [--events=500] [--seconds=10]
 *
 * One JSON line a phase, times in milliseconds from the moment a request was due, with the processor time of both, and one about the state afterwards: who is
 * suppressed and who is unsubscribed are exactly those who were said to be, the states add up, and nobody got a mail whose
 * attempt began after their stop was answered. Ends with an error where they are not.
 */

const { values } = parseArgs({
  options: {
    recipients: { type: "string", default: "30000" },
    pace: { type: "string", default: "100" },
    stops: { type: "string", default: "200" },
    events: { type: "string", default: "500" },
    seconds: { type: "string", default: "10" },
  },
});
const secret = "rahasia-kotak-balik";
const rates = { stops: Number(values.stops), events: Number(values.events) };
const phaseMs = Number(values.seconds) * 1_000;

await measure(Number(values.recipients), Number(values.pace));

async function measure(recipients: number, pace: number): Promise<void> {
  const sink = await startSinkProcess();
  const { arrived } = sink;
  const program = await startProgram({
    env: { LOG_LEVEL: "error", SMTP_NEWS_URL: sink.url, MAIL_EVENTS_SECRET: secret },
  });
  let load: MailLoad | undefined;
  try {
    const keys = JSON.parse(await readFile(path.join(program.dataDir, "keys.json"), "utf8"));
    provideSecret(Buffer.from(keys.pepper, "base64url"));
    openConnections(await databaseAddress(program.dataDir), { max: 4 });
    await removePace();
    await asSeed()`
      update private.mail_limits set per_second = ${pace}, now_per_second = ${pace} where name = 'all'`;
    const list = await subscribeMany(recipients, { domains: ["contoh.test"] });
    load = new MailLoad({ url: program.url, secret }, await recipientsOf(list), arrived);

    await load.phase(rates.stops / 4, rates.events / 4, 3_000);
    const postmaster = await postmasterBehind(asSeed());
    const processorTimes = async () => ({
      program_ms: treeMilliseconds(program.pid),
      postgres_ms: await postgresMilliseconds(postmaster),
    });
    const phase = async (name: string, stops: number, events: number) => {
      const [before, mails] = [await processorTimes(), arrived.length];
      const measured = await load?.phase(stops, events, phaseMs);
      const after = await processorTimes();
      print(name, {
        ...measured,
        mails_per_second: Math.round((arrived.length - mails) / (phaseMs / 1_000)),
        program_ms: after.program_ms - before.program_ms,
        postgres_ms: after.postgres_ms - before.postgres_ms,
      });
    };
    await phase("stops, quiet", rates.stops, 0);
    await phase("events, quiet", 0, rates.events);
    const number = await startCampaign();
    await nudgeSenders(asShop());
    while (arrived.length < pace * 2) await pause(100);
    for (let round = 0; round < 2; round++) {
      await phase("sending", 0, 0);
      await phase("sending, stops", rates.stops, 0);
      await phase("sending, events", 0, rates.events);
      await phase("sending, both", rates.stops, rates.events);
    }
    await removePace();
    while ((await sumsOf(number)).tallies.status !== "sent") await pause(500);
    await pause(500);
    await proveState(number, load, arrived);
  } finally {
    sink.stop();
    load?.close();
    await closeConnections();
    await program.stop();
    await removeFolder(program.dataDir);
  }
}

/** By chance, so that some have their mail already and others not. */
function recipientsOf(emails: readonly string[]): Promise<Recipient[]> {
  return asSeed()<Recipient[]>`
    select id, email from private.mail_recipients where email = any (${[...emails]}) order by random()`;
}

/** @throws where the state is not what was asked for */
async function proveState(
  number: number,
  load: MailLoad,
  arrived: readonly Arrived[],
): Promise<void> {
  const sql = asSeed();
  const { tallies, counted } = await sumsOf(number);
  const states = await sql<{ id: string; reason: string | null; state: string }[]>`
    select r.id, x.reason, s.state from private.mail_recipients r
    join public.subscriptions s on s.recipient_id = r.id and s.topic = 'news'
    left join private.mail_suppressions x on x.email_hash = r.email_hash and x.lifted_by is null
    where x.reason is not null or s.state <> 'subscribed'`;
  const chosen = (fits: (row: (typeof states)[number]) => boolean) =>
    new Set(states.filter(fits).map(({ id }) => id));
  const begun = await sql<{ id: string; state: string; at: string | null; email: string }[]>`
    select d.recipient_id as id, d.state, r.email,
      case when d.begun_at is not null then (extract(epoch from d.begun_at) * 1000)::float8 end as at
    from private.mail_deliveries d join private.mail_recipients r on r.id = d.recipient_id where d.campaign = ${number}`;
  const late = begun.flatMap(({ id, at }) => {
    const answered = load.answeredAt.get(id);
    // Whole milliseconds against parts of them.
    return answered !== undefined && at !== null && Number(at) > answered + 1
      ? [Number(at) - answered]
      : [];
  });
  const mails = new Map<string, number>();
  for (const { to } of arrived) mails.set(to, (mails.get(to) ?? 0) + 1);
  const skipped = begun.filter(({ state }) => state === "skipped");
  const [events] = await sql<{ n: number; delivered: number }[]>`
    select (select count(*)::int from private.mail_events) as n,
      (select sum(delivered)::int from private.mail_chunks where campaign = ${number}) as delivered`;
  const facts = {
    total: tallies.total,
    sum_of_states: sumOf(counted),
    sum_of_tallies: Number(tallies.sum),
    ...counted,
    stopped: isSame(
      chosen(({ state, reason }) => state === "unsubscribed" && !reason),
      load.stopped,
    ),
    bounced: isSame(
      chosen(({ reason }) => reason === "hard_bounce"),
      load.bounced,
    ),
    complained: isSame(
      chosen(({ reason }) => reason === "complaint"),
      load.complained,
    ),
    events_kept: events?.n === load.events.size,
    delivered_counted: events?.delivered === load.delivered,
    mails: arrived.length,
    got_two: [...mails.values()].filter((count) => count > 1).length,
    skipped_and_mailed: skipped.filter(({ email }) => mails.has(email)).length,
    begun_after_stop: late.length,
  };
  print("afterwards", {
    ...facts,
    sizes: [load.stopped.size, load.bounced.size, load.complained.size],
  });
  const isWhole = facts.sum_of_states === tallies.total && facts.sum_of_tallies === tallies.total;
  const isExact = facts.stopped && facts.bounced && facts.complained && facts.events_kept;
  const isKept =
    arrived.length === counted.accepted &&
    facts.got_two + facts.skipped_and_mailed + facts.begun_after_stop === 0;
  if (!isWhole || !isExact || !isKept || !facts.delivered_counted) {
    throw new Error("the state is not what was asked for");
  }
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}

function print(phase: string, measured: object): void {
  process.stdout.write(`${JSON.stringify({ phase, ...measured })}\n`);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

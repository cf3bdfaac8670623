import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { provideSecret } from "#base/secrets.server.ts";
import { startEmbedded } from "#db/embedded.server.ts";
import { migrate } from "#db/migrate.server.ts";
import { SeededRandom } from "#db/seed/deterministic.ts";
import { isUnavailable } from "#db/unavailable.server.ts";
import {
  removePace,
  shortContent,
  startCampaign,
  subscribeMany,
  sumsOf,
} from "#tests/support/builders/campaigns.ts";
import {
  type SinkOptions,
  type SmtpSink,
  startSmtpSink,
} from "#tests/support/doubles/smtp-sink.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { killPostgres } from "#tests/support/runner/embedded-postgres.ts";

/*
 * Sends one campaign by three processes, kills and freezes them at random instants, also while PostgreSQL dies, and
 * counts on the mail server's side what each recipient got:
 *
 *   node tests/verification/campaigns/kill-during-campaign.ts [recipients=10000] [kills=200] [database kills=5] [seed] [trial=0]
 *
 * The seed repeats the choice and the moments of the kills, not the races.
 */

interface Plan {
  readonly recipients: number;
  /** Tries two subjects first, and chooses the winner once the tenths are out. */
  readonly isTrial?: boolean;
  /** Workers that are killed or frozen, one after the other. */
  readonly kills: number;
  readonly seed: number;
  /** Of the addresses. */
  readonly prefix?: string;
  readonly databaseUrl: string;
  /** Kills PostgreSQL so many times in between; it restarts on the same address. */
  readonly databaseKills?: { readonly count: number; readonly kill: () => Promise<void> };
  /** The longest time between two kills, in milliseconds. */
  readonly maxGapMs: number;
  /** Milliseconds that the mail server takes for a mail, at most. */
  readonly maxReplyMs: number;
}

interface Outcome {
  readonly seed: number;
  readonly recipients: number;
  readonly kills: number;
  readonly freezes: number;
  readonly databaseKills: number;
  readonly seconds: number;
  readonly states: Readonly<Record<string, number>>;
  /** What must not be: two bodies, an accepted mail without a body, a sum that is not the total. */
  readonly breaches: readonly string[];
  readonly maxUncertain: number;
  readonly samples: number;
}

const workers = 3;
const connections = 5;
const leaseMs = 2_000;
/** Milliseconds that the campaign may need after the last kill. */
const endTimeoutMs = 180_000;

export function isClean({ breaches, states, maxUncertain }: Outcome): boolean {
  return breaches.length === 0 && (states.uncertain ?? 0) <= maxUncertain;
}

/** The database is migrated, and `openConnections` was called. */
export async function killDuringCampaign(plan: Plan): Promise<Outcome> {
  const { recipients, kills, seed, databaseUrl } = plan;
  const random = new SeededRandom(seed);
  const breaches = new Set<string>();
  provideSecret(Buffer.alloc(32, "a"));
  await removePace();
  const emails = await subscribeMany(recipients, { prefix: plan.prefix });
  const sink = await startSmtpSink({ script: script(emails, plan.maxReplyMs) });
  const processes: ChildProcess[] = [];
  const start = (place: number) => {
    const file = path.join(import.meta.dirname, "campaign-worker.ts");
    processes[place] = spawn(process.execPath, [file, databaseUrl, sink.url, String(leaseMs)], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, LOG_LEVEL: "silent" },
    });
  };
  const began = Date.now();
  let [killed, frozen, databaseKilled, samples] = [0, 0, 0, 0];
  const thaws: Promise<void>[] = [];
  try {
    const second = { subject: "Ada yang baru", preheader: "" };
    const number = await startCampaign(plan.isTrial ? { ...shortContent, second } : shortContent);
    for (let place = 0; place < workers; place++) start(place);
    const sample = async () => {
      const sums = await whenThere(() => sumsOf(number));
      samples++;
      // Four hours are over at once.
      await whenThere(
        () => asSeed()`
          update private.mail_campaigns set winner_due_at = clock_timestamp()
          where number = ${number} and winner is null and winner_due_at > clock_timestamp()`,
      );
      const { total, sum } = sums.tallies;
      const counted = Object.values(sums.counted).reduce((all, one) => all + one, 0);
      if (sum !== total || counted !== total) breaches.add(`${sum} and ${counted} of ${total}`);
      return sums;
    };
    await firstBody(sink);
    for (let event = 0; event < kills; event++) {
      await new Promise((resolve) => setTimeout(resolve, random.whole(20, plan.maxGapMs)));
      const place = random.whole(0, workers - 1);
      const child = processes[place];
      if (random.next() < 0.6) {
        killed++;
        child?.kill("SIGKILL");
        start(place);
      } else {
        // Often for longer than the lease, so that others take the chunk meanwhile.
        frozen++;
        child?.kill("SIGSTOP");
        const thaw = new Promise<void>((resolve) =>
          setTimeout(resolve, random.whole(50, 2 * leaseMs)),
        );
        thaws.push(thaw.then(() => void child?.kill("SIGCONT")));
      }
      const { count, kill } = plan.databaseKills ?? { count: 0, kill: async () => undefined };
      if (databaseKilled < count && event >= ((databaseKilled + 1) * kills) / (count + 1)) {
        databaseKilled++;
        await kill();
      }
      await sample();
    }
    await Promise.all(thaws);
    const deadline = Date.now() + endTimeoutMs;
    let end = await sample();
    while (end.tallies.status !== "sent" && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      end = await sample();
    }
    if (end.tallies.status !== "sent") breaches.add(`the campaign is ${end.tallies.status}`);
    // A frozen process may still report.
    for (const child of processes) child.kill("SIGKILL");
    for (const breach of await findBreaches(number, sink)) breaches.add(breach);
    return {
      seed,
      recipients,
      kills: killed,
      freezes: frozen,
      databaseKills: databaseKilled,
      seconds: Math.round((Date.now() - began) / 100) / 10,
      states: (await sumsOf(number)).counted,
      breaches: [...breaches],
      // A database that dies may take the results of every worker with it.
      maxUncertain: (killed + frozen + databaseKilled * workers) * connections,
      samples,
    };
  } finally {
    for (const child of processes) child.kill("SIGKILL");
    await sink.close();
  }
}

/** One in twenty is greylisted, one in fifty does not exist, one in fifty loses its connection before the mail. */
function script(emails: readonly string[], maxReplyMs: number): SinkOptions["script"] {
  const places = new Map(emails.map((email, place) => [email, place]));
  return (to, nth) => {
    const place = places.get(to);
    if (place === undefined) return undefined;
    if (place % 50 === 7) return { at: "rcpt", reply: "550 5.1.1 nobody" };
    if (place % 20 === 3 && nth === 1) return { at: "dot", reply: "451 4.7.1 greylisted" };
    if (place % 50 === 9 && nth === 1) return { drop: "before_data" };
    return { lateMs: (place * 7919) % maxReplyMs };
  };
}

async function findBreaches(number: number, sink: SmtpSink): Promise<string[]> {
  const rows = await asSeed()<{ email: string; state: string; is_other: boolean }[]>`
    select r.email, d.state, v.arm <> coalesce(private.mail_arm(r.id, c.number), c.winner) and c.winner is not null as is_other
    from private.mail_deliveries d join private.mail_recipients r on r.id = d.recipient_id
    join private.mail_versions v on v.id = d.version_id join private.mail_campaigns c on c.number = d.campaign
    where d.campaign = ${number}`;
  const bodies = new Map<string, number>();
  for (const { to, end } of sink.bodies) {
    if (end !== "refused") bodies.set(to, (bodies.get(to) ?? 0) + 1);
  }
  return rows.flatMap(({ email, state, is_other }) => {
    const got = bodies.get(email) ?? 0;
    if (is_other) return [`${email} has the other subject`];
    if (got > 1) return [`${email} got ${got} mails and is ${state}`];
    if (state === "accepted" && got !== 1) return [`${email} is accepted and got ${got}`];
    if (state !== "accepted" && state !== "uncertain" && got > 0)
      return [`${email} is ${state} and got ${got}`];
    return [];
  });
}

async function firstBody(sink: SmtpSink): Promise<void> {
  while (sink.bodies.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function whenThere<T>(read: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

if (process.argv[1] === import.meta.filename) {
  const [recipients = 10_000, kills = 200, databaseKills = 5, ...others] = process.argv
    .slice(2)
    .map(Number);
  const [seed = Date.now() % 1_000_000, trial = 0] = others;
  const folder = await mkdtemp(path.join(tmpdir(), "etalase-campaign-"));
  const server = await startEmbedded(folder);
  try {
    server.supervise((error) => {
      throw error;
    });
    await migrate(server.url);
    openConnections(server.url, { max: 4 });
    const outcome = await killDuringCampaign({
      recipients,
      kills,
      seed,
      databaseUrl: server.url,
      maxGapMs: 600,
      maxReplyMs: 250,
      isTrial: trial === 1,
      databaseKills: { count: databaseKills, kill: () => killPostgres(folder) },
    });
    process.stdout.write(`${JSON.stringify(outcome)}\n`);
    process.exitCode = isClean(outcome) ? 0 : 1;
  } finally {
    await closeConnections();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

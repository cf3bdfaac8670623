import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { provideSecret } from "#base/secrets.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { listCampaigns } from "#shop/mailing/campaigns/read-campaigns.server.ts";
import { readResults } from "#shop/mailing/campaigns/results/read-results.server.ts";
import { freezePage, renderVersions } from "#shop/mailing/campaigns/send/freeze.server.ts";
import { readLiveProgress } from "#shop/mailing/campaigns/send/live-progress.server.ts";
import { sendCampaigns } from "#shop/mailing/campaigns/send/send-campaigns.server.ts";
import { removePace, startCampaign, sumsOf } from "#tests/support/builders/campaigns.ts";
import { startSmtpSink } from "#tests/support/doubles/smtp-sink.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { serverMemory } from "../bin/server-memory.mjs";
import { demoPerson } from "../tests/support/builders/shop.ts";
import { copyTemplate, demoTemplateName, openCluster } from "../tests/support/runner/cluster.ts";
import { seconds } from "./watch.ts";

/*
 * A campaign to a large list: frozen whole, then sent for a while, then all but the last part kept as a shop without a mail server
 * does, then sent for a while again. The rate may not fall with what is done.
 *
 *   node bench/campaign-at-scale.ts [recipients=1000000] [seconds of each part=60] [mails that the second part finds=150000]
 *
 * One JSON line a step. The process has the memory limits of the program on a machine of 512 MiB; `live_mib` is heap and buffers
 * after a collection, above the start. Pages are read four times a second meanwhile, in milliseconds.
 */

const [, , mode, ...rest] = process.argv;
if (mode === "sink") await serveSink();
else if (mode === "limited") await measure(rest.map(Number));
else {
  const { flags, environment } = serverMemory(512 * 2 ** 20);
  const numbers = [mode, ...rest].filter((text) => text !== undefined);
  const child = spawn(
    process.execPath,
    ["--expose-gc", ...flags, import.meta.filename, "limited", ...numbers],
    { stdio: "inherit", env: { ...process.env, ...environment } },
  );
  child.once("exit", (code) => process.exit(code ?? 1));
}

/** Counts and forgets: a million bodies need no memory here. */
async function serveSink(): Promise<void> {
  const sink = await startSmtpSink();
  process.send?.(sink.url);
  process.on("message", (asked) => {
    if (asked === "stop") process.exit(0);
    process.send?.(sink.bodies.length);
  });
}

async function measure([
  recipients = 1_000_000,
  forSeconds = 60,
  left = 150_000,
]: readonly number[]) {
  provideSecret(Buffer.alloc(32, "a"));
  const cluster = await openCluster();
  const child = fork(import.meta.filename, ["sink"], { execArgv: [] });
  const [smtpUrl] = (await once(child, "message")) as [string];
  try {
    const url = await copyTemplate(cluster.url, demoTemplateName, "bench_scale");
    openConnections(url, { max: 8 });
    await removePace();
    const filling = performance.now();
    await fill(url, recipients);
    print("filled", { recipients, seconds: seconds(filling) });
    const number = await startCampaign();
    await renderVersions(number, "https://shop.test");

    const pages = watchPages(number);
    const begun = performance.now();
    while (await freezePage(number, "shop.test")) await giveWay();
    print("frozen", { seconds: seconds(begun), ...pages.stop(), ...(await sizes(number)) });

    const send = async (name: string) => {
      const watched = watchPages(number);
      const before = await sumsOf(number);
      const at = performance.now();
      await sendCampaigns({
        smtpUrl,
        connections: 20,
        from: "Toko <kabar@shop.test>",
        publicUrl: "https://shop.test",
        sliceMs: forSeconds * 1_000,
      });
      const ms = performance.now() - at;
      const after = await sumsOf(number);
      const sent = Number(after.counted.accepted ?? 0) - Number(before.counted.accepted ?? 0);
      print(name, {
        mails_per_second: Math.round(sent / (ms / 1_000)),
        ...watched.stop(),
        ...proved(after),
      });
    };
    await send("the first part");
    const keeping = performance.now();
    const keep = new AbortController();
    const looking = setInterval(() => {
      void openOnes(number).then((open) => open <= left && keep.abort());
    }, 200);
    await sendCampaigns({
      smtpUrl: undefined,
      from: "Toko <kabar@shop.test>",
      publicUrl: "https://shop.test",
      sliceMs: 3_600_000,
      signal: keep.signal,
    });
    clearInterval(looking);
    print("kept", { seconds: seconds(keeping), ...proved(await sumsOf(number)) });
    await send("the last part");
    child.send("count");
    const [bodies] = (await once(child, "message")) as [number];
    const { counted } = await sumsOf(number);
    print("afterwards", { bodies, accepted: counted.accepted });
    if (bodies !== counted.accepted) throw new Error("mails and states differ");
  } finally {
    child.send("stop");
    await closeConnections();
    await cluster.close();
  }
}

async function openOnes(number: number): Promise<number> {
  const [row] = await asSeed()<{ open: number }[]>`
    select coalesce(sum(pending), 0)::int as open from private.mail_chunks where campaign = ${number}`;
  return row?.open ?? 0;
}

/** @throws where the states do not add up to the total */
function proved({ tallies, counted }: Awaited<ReturnType<typeof sumsOf>>) {
  const sum = Object.values(counted).reduce((all, count) => all + count, 0);
  if (sum !== tallies.total || Number(tallies.sum) !== tallies.total) {
    throw new Error(`the states add up to ${sum} and ${tallies.sum} of ${tallies.total}`);
  }
  return { total: tallies.total, ...counted };
}

/** What staff look at meanwhile, and the memory of this process. */
function watchPages(number: number): { stop: () => object } {
  const staff = demoPerson("staff@etalase.test");
  const acts = {
    progress: () => readLiveProgress(number, "shop.test"),
    list: () => listCampaigns(staff, { after: null, before: null }),
    results: () => readResults(number),
  };
  const times: Record<string, number[]> = {};
  const before = liveMemory();
  let peak = before;
  let isOver = false;
  const reading = (async () => {
    for (let turn = 0; !isOver; turn++) {
      for (const [name, act] of Object.entries(acts)) {
        const begun = performance.now();
        await act();
        times[name] = [...(times[name] ?? []), performance.now() - begun];
      }
      if (turn % 8 === 0) peak = Math.max(peak, liveMemory());
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  })();
  return {
    stop() {
      isOver = true;
      void reading.catch((error: unknown) => {
        throw error;
      });
      const p95_ms = Object.fromEntries(
        Object.entries(times).map(([name, spent]) => {
          const sorted = [...spent].sort((a, b) => a - b);
          return [name, Math.round((sorted[Math.floor(sorted.length * 0.95)] ?? 0) * 10) / 10];
        }),
      );
      return { live_mib: Math.round(((peak - before) / 2 ** 20) * 10) / 10, p95_ms };
    },
  };
}

function liveMemory(): number {
  global.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function giveWay(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function sizes(number: number): Promise<object> {
  const [row] = await asSeed()<{ total: number; bytes: number }[]>`
    select (select count(*)::int from private.mail_deliveries where campaign = ${number}) as total,
      pg_total_relation_size('private.mail_deliveries')::float8 as bytes`;
  return { total: row?.total, mb: Math.round((row?.bytes ?? 0) / 1e6) };
}

/** Subscribers with hashes that no suppression has. */
async function fill(url: string, recipients: number): Promise<void> {
  // Nobody but the owner writes subscriptions without their functions.
  const sql = openPostgres(url, { max: 1, connection: { "shop.actor": "job:seed" } });
  // The triggers of the list take longer than the freeze.
  await sql`set session_replication_role = replica`;
  for (let from = 1; from <= recipients; from += 50_000) {
    const to = Math.min(recipients, from + 49_999);
    await sql`
      with added as (
        insert into private.mail_recipients (email, language, name, email_hash, mailbox_hash)
        select 'banyak-' || n || case n % 2 when 0 then '@gmail.com' else '@contoh.test' end,
          case n % 3 when 0 then 'en' else 'id' end, case n % 2 when 0 then 'Rina' end,
          sha256(n::text::bytea), sha256(n::text::bytea)
        from generate_series(${from}::int, ${to}::int) n returning id
      )
      insert into public.subscriptions (recipient_id, topic, state, level, source)
      select id, 'news', 'subscribed', 'imported', 'import' from added`;
  }
  await sql.unsafe("analyze private.mail_recipients; analyze public.subscriptions");
  await sql.end();
}

function print(step: string, measured: object): void {
  process.stdout.write(`${JSON.stringify({ step, ...measured })}\n`);
}

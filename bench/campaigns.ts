import { fork } from "node:child_process";
import { once } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createTransport } from "nodemailer";
import { provideSecret } from "#base/secrets.server.ts";
import { asShop } from "#db/client.server.ts";
import { CurrentSigner } from "#integrations/mail/domain/current-signer.server.ts";
import { dkimRecord } from "#integrations/mail/domain/dkim.ts";
import { readDkimKey } from "#integrations/mail/domain/dkim-key.server.ts";
import { freezePage, renderVersions } from "#shop/mailing/campaigns/send/freeze.server.ts";
import { sendCampaigns } from "#shop/mailing/campaigns/send/send-campaigns.server.ts";
import {
  removePace,
  shortContent,
  startCampaign,
  subscribeMany,
  sumsOf,
} from "#tests/support/builders/campaigns.ts";
import { startSmtpSink } from "#tests/support/doubles/smtp-sink.ts";
import { copyTemplate, openCluster, templateName } from "#tests/support/runner/cluster.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";

/*
 * The sender of campaigns beside a bare loop of nodemailer without a ledger, against the same mail server in another
 * process, in one run:
 *
 *   node bench/campaigns.ts [recipients=10000] [connections=20] [kB of a mail=40] [1: signed with DKIM=0]
 *
 * Prints one line of JSON: the pace of freezing, mails a second of both and their ratio, the sender's memory above idle as the system
 * sees it (`senderMiB`) and what of it is in use (`liveMiB`: heap and buffers after a collection, looked at once a second), the
 * bytes of a delivery with its indexes, and the share of dead rows at the end.
 */

const [, , mode, ...rest] = process.argv;
if (mode === "sink") await serveSink();
else await measure([mode, ...rest].filter((text) => text !== undefined).map(Number));

async function serveSink(): Promise<void> {
  const sink = await startSmtpSink();
  process.send?.(sink.url);
  process.once("message", () => process.exit(0));
}

async function measure([
  recipients = 10_000,
  connections = 20,
  kilobytes = 40,
  isSigned = 0,
]: readonly number[]): Promise<void> {
  provideSecret(Buffer.alloc(32, "a"));
  const cluster = await openCluster();
  const child = fork(import.meta.filename, ["sink"]);
  const [smtpUrl] = (await once(child, "message")) as [string];
  try {
    openConnections(await copyTemplate(cluster.url, templateName, "bench_campaigns"), { max: 6 });
    await removePace();
    await subscribeMany(recipients);
    const filler = { kind: "text", text: "Kabar panjang. ".repeat(320) } as const;
    const signer = isSigned ? await publishedSigner() : undefined;
    const number = await startCampaign({
      ...shortContent,
      blocks: [
        ...shortContent.blocks,
        ...Array.from({ length: Math.max(0, Math.floor(kilobytes / 10)) }, () => filler),
      ],
    });
    await renderVersions(number, "https://shop.test");
    const freezeMs = await timed(async () => {
      while ((await freezePage(number, "shop.test")) !== null);
    });
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const live = () => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const idleLive = live();
    const idle = process.memoryUsage().rss;
    let [peak, peakLive] = [idle, idleLive];
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 50);
    const watchLive = setInterval(() => {
      peakLive = Math.max(peakLive, live());
    }, 1_000);
    const sendMs = await timed(async () => {
      while ((await sumsOf(number)).tallies.status === "sending") {
        await sendCampaigns({
          smtpUrl,
          connections,
          from: "Toko <kabar@shop.test>",
          publicUrl: "https://shop.test",
          signer,
          sliceMs: 600_000,
        });
      }
    });
    clearInterval(watch);
    clearInterval(watchLive);
    const { counted } = await sumsOf(number);
    const bareMs = await timed(() => sendBare(smtpUrl, number, recipients, connections));
    const [disk] = await asSeed()<{ bytes: number; dead: number }[]>`
      select pg_total_relation_size('private.mail_deliveries')::float8 as bytes,
        (select n_dead_tup::float8 / greatest(1, n_live_tup + n_dead_tup) from pg_stat_user_tables
          where relname = 'mail_deliveries') as dead`;
    const pace = (ms: number) => Math.round(recipients / (ms / 1000));
    process.stdout.write(
      `${JSON.stringify({
        recipients,
        connections,
        accepted: counted.accepted,
        isSigned: signer !== undefined,
        freezePerSecond: pace(freezeMs),
        sentPerSecond: pace(sendMs),
        barePerSecond: pace(bareMs),
        ratio: Math.round((bareMs / sendMs) * 100) / 100,
        senderMiB: Math.round((peak - idle) / 1_048_576),
        liveMiB: Math.round((peakLive - idleLive) / 1_048_576),
        bytesPerDelivery: Math.round((disk?.bytes ?? 0) / recipients),
        deadShare: Math.round((disk?.dead ?? 0) * 100) / 100,
      })}\n`,
    );
  } finally {
    child.send("stop");
    await closeConnections();
    await cluster.close();
  }
}

/** Signs with the shop's key, as if its domain had published it. */
async function publishedSigner(): Promise<CurrentSigner> {
  const { publicKey } = await readDkimKey(asShop());
  const none = () => Promise.resolve([]);
  const txt = () => Promise.resolve([dkimRecord(publicKey)]);
  const settings = { selector: "etalase", from: "Toko <kabar@shop.test>" };
  const signer = new CurrentSigner(settings, { txt, mx: none, a: none });
  if (!(await signer.key())) throw new Error("mails are not signed");
  return signer;
}

/** The same mails by nodemailer's pool, as fast as it can. */
async function sendBare(
  url: string,
  number: number,
  recipients: number,
  connections: number,
): Promise<void> {
  const [version] = await asSeed()<{ subject: string; html: string; text: string }[]>`
    select subject, html, text from private.mail_versions where campaign = ${number} limit 1`;
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: 100,
  });
  let next = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let n = next++; n < recipients; n = next++) {
        await transport.sendMail({
          from: "Toko <kabar@shop.test>",
          to: `polos${n}@contoh.test`,
          ...version,
          headers: { "List-Unsubscribe": "<https://shop.test/x>", Precedence: "bulk" },
        });
      }
    }),
  );
  transport.close();
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

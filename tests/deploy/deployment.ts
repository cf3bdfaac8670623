import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import https from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { loadKeys } from "#backend/gateway/keys.server.ts";
import { freePort } from "#db/embedded.server.ts";
import { SeededRandom } from "#db/seed/deterministic.ts";
import { startS3Server } from "#tests/support/doubles/s3-server.ts";
import { startSmtpServer } from "#tests/support/doubles/smtp-server.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { Buyer } from "../verification/crash/buyer.ts";
import { chooseVariants, makeAccount, refill } from "../verification/crash/running-shop.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { plainUser } from "./plain-user.ts";
import { startPooler } from "./pooler.ts";
import { startProxy } from "./proxy.ts";
import { addNextVersion, makeRelease, type Release } from "./release.ts";
import { isReady, type Place, type ShopProcess, startProcess } from "./shop-process.ts";
import { Visitors } from "./visitors.ts";

const run = promisify(execFile);

/** The shop as docs/deploy.md deploys it, with people in it. */
export interface Deployment {
  readonly releases: { readonly earlier: Release; readonly next: Release };
  readonly cluster: Cluster;
  readonly mails: readonly string[];
  readonly visitors: Visitors;
  readonly buyers: readonly Buyer[];
  /** The step before a release's processes: `npm run migrate`. */
  migrate(release: Release): Promise<void>;
  /**
   * Replaces every process by one of the release, one after the other.
   * @param pauseMs between two of them
   */
  roll(release: Release, pauseMs: number): Promise<void>;
  /** Waits until every web process says that it can serve. */
  waitForAll(timeoutMs: number): Promise<void>;
  /** Makes everybody come, and go after some milliseconds or when the work is done. */
  underLoad(work: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Requests a second of visitors, beside the buyers' own. */
const visitorRate = 55;
const buyerCount = 3;
/** Milliseconds between two purchases of one buyer. */
const purchaseEveryMs = 1_000;

export async function deploy(seed: number): Promise<Deployment> {
  const opened: (() => unknown)[] = [];
  const stop = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    return await open(seed, opened, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(
  seed: number,
  opened: (() => unknown)[],
  stop: () => Promise<void>,
): Promise<Deployment> {
  const random = new SeededRandom(seed);
  const folder = await mkdtemp(path.join(tmpdir(), "etalase-deploy-"));
  opened.push(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const earlier = await makeRelease(folder, "earlier");
  const next = await makeRelease(folder, "next", addNextVersion);

  const cluster = await startCluster(folder);
  opened.push(() => cluster.stop());
  const pooler = await startPooler(folder, cluster.poolerUrl);
  opened.push(() => pooler.stop());
  const store = await startS3Server("etalase");
  opened.push(() => store.stop());
  const mail = await startSmtpServer();
  opened.push(() => mail.close());
  const ports = [await freePort(), await freePort()];
  await mkdir(path.join(folder, "proxy"));
  const proxy = await startProxy(path.join(folder, "proxy"), ports);
  opened.push(() => proxy.stop());
  https.globalAgent.options.ca = proxy.certificate;

  const keys = await makeKeys(folder);
  const env = {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: cluster.url,
    STORAGE_URL: store.storageUrl,
    SMTP_URL: mail.url,
    MAIL_FROM: "Toko <toko@shop.test>",
    PUBLIC_URL: proxy.url,
    TRUSTED_PROXIES: "127.0.0.0/8",
    BACKUPS: "external",
    MIGRATE: "0",
    SEED: "demo",
    ALLOW_DEMO_DATA: "1",
    PAYMENTS: "builtin,transfer",
    ALLOW_BUILTIN_PAYMENTS: "1",
  };
  const place = (name: string, role: "web" | "worker", port: number): Place => ({
    name,
    role,
    port,
    keys: keys.file,
    env: { ...env, ...portsOf(role, port, ports) },
    dataDir: path.join(folder, "data", name),
  });
  const places = [
    ...ports.map((port, index) => place(`web-${index + 1}`, "web", port)),
    place("worker", "worker", await freePort()),
  ];
  const processes = new Map<string, ShopProcess>();
  opened.push(() => Promise.all([...processes.values()].map((one) => one.stop())));
  const migrate = async (release: Release) => {
    await run(process.execPath, ["bin/migrate.mjs"], {
      cwd: release.folder,
      ...plainUser(),
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: cluster.url,
      },
    });
  };
  await migrate(earlier);
  for (const one of places) processes.set(one.name, await startProcess(earlier, one));

  openConnections(cluster.url, { max: 2 });
  opened.push(closeConnections);
  const variants = await chooseVariants(20);
  await refill(variants, 100_000);
  const buyers: Buyer[] = [];
  for (let n = 0; n < buyerCount; n++) {
    const account = await makeAccount(`http://127.0.0.1:${ports[0]}`, keys.secret, n);
    const taste = new SeededRandom(seed + n + 1);
    buyers.push(new Buyer(proxy.url, keys.publishable, account, taste, variants.slice(2)));
    await buyers[n]?.signIn();
  }
  const visitors = new Visitors(proxy.url, proxy.certificate, random);
  return {
    releases: { earlier, next },
    cluster,
    mails: mail.received,
    visitors,
    buyers,
    migrate,
    async roll(release, pauseMs) {
      for (const one of places) {
        await setTimeout(pauseMs);
        await processes.get(one.name)?.stop();
        processes.delete(one.name);
        processes.set(one.name, await startProcess(release, one));
      }
    },
    async waitForAll(timeoutMs) {
      const deadline = Date.now() + timeoutMs;
      for (const port of ports) {
        while (!(await isReady(port))) {
          if (Date.now() > deadline) throw new Error(`port ${port} is not ready`);
          await setTimeout(50);
        }
      }
    },
    async underLoad(work) {
      visitors.start(visitorRate);
      const lifting = liftLimits();
      const shopping = Promise.all(
        buyers.map((buyer, n) =>
          buyer.shop({ first: (n / buyerCount) * purchaseEveryMs, every: purchaseEveryMs }),
        ),
      );
      try {
        await work();
      } finally {
        for (const buyer of buyers) buyer.stop();
        await shopping;
        await visitors.stop();
        await Promise.all(buyers.map((buyer) => buyer.finish())).finally(() => lifting.close());
      }
    },
    stop,
  };
}

/** A few buyers order as much as hundreds would: forgets every second how many orders they have placed. */
function liftLimits(): NodeJS.Timeout {
  return setInterval(() => {
    // While the primary is away there is nothing to forget.
    asSeed()`delete from private.rate_limits`.execute().catch(() => undefined);
  }, 1_000);
}

/** Where a process answers. The worker's `PORT` is a web's: the built-in payment provider notifies the shop there. */
function portsOf(role: "web" | "worker", port: number, webs: readonly number[]): NodeJS.ProcessEnv {
  if (role === "web") return { PORT: String(port) };
  return { PORT: String(webs[0]), WORKER_PORT: String(port) };
}

/** The keys that every process of the shop has. */
async function makeKeys(folder: string) {
  const { publishable, secret } = await loadKeys(folder);
  return { publishable, secret, file: path.join(folder, "keys.json") };
}

import { mkdir } from "node:fs/promises";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { forgetUnfinished } from "#backend/functions/idempotency.server.ts";
import { loadKeys } from "#backend/gateway/keys.server.ts";
import { attachRealtime } from "#backend/realtime/attach.server.ts";
import { type Config, ConfigError, config as readSettings } from "#base/config.server.ts";
import { log } from "#base/log.server.ts";
import { connect, disconnect } from "#db/client.server.ts";
import { assertDurable, startEmbedded } from "#db/embedded.server.ts";
import { migrate, readChapters } from "#db/migrate.server.ts";
import { demoAccounts, demoPassword } from "#db/seed/accounts.server.ts";
import { seed } from "#db/seed/seed.server.ts";
import { openProviders } from "#integrations/payment/providers.server.ts";
import { openStore } from "#integrations/storage/open-store.server.ts";
import { keepCatalogue } from "#shop/catalogue/cache.server.ts";
import { createApp } from "./app.ts";
import { builtScreens } from "./built-screens.ts";
import { DataDirInUse, lockDataDir } from "./data-lock.ts";
import { storeDemoPictures } from "./demo-pictures.ts";
import { freeAbandonedJobs, type Jobs, startJobs } from "./jobs.ts";
import type { Screens } from "./screens.ts";
import { limitSlowBodies } from "./slow-bodies.ts";

/** What has been opened, to be closed in the opposite order. */
const opened: { name: string; close: () => Promise<void> }[] = [];
let isDraining = false;

/** Milliseconds that running requests get to finish. */
const drainPatience = 25_000;

export async function main(loadScreens: () => Promise<Screens> = builtScreens): Promise<void> {
  const config = readSettings();
  const say = (text: string) => process.stdout.write(`${text}\n`);
  listenForSignals();

  const unlock = await lockDataDir(config.dataDir);
  opened.push({ name: "data directory", close: unlock });
  const databaseUrl = await openDatabase(config, say);
  const applied = await migrate(databaseUrl);
  if (applied.length > 0) say(`Database: ${applied.length} chapters applied`);
  if (await seed(databaseUrl, config.seed)) say("Demo shop: created");

  connect(databaseUrl);
  opened.push({ name: "database connections", close: disconnect });
  // With a database of our own nobody else can be at work: the lock of the data directory says so.
  if (!config.databaseUrl) await forgetUnfinished();
  opened.push({ name: "catalogue", close: await keepCatalogue() });
  const keys = await loadKeys(config.dataDir);
  const builtinSecret = Buffer.from(keys.pepper).toString("hex");
  openProviders(config, { builtin: builtinSecret });
  if (config.storageUrl.startsWith("file:")) {
    await mkdir(config.storageUrl.slice("file:".length), { recursive: true });
  }
  const store = openStore(config.storageUrl);
  // What is missing in the settings stops the start; a store that is down for a moment does not.
  await store.check();
  if (config.seed === "demo") await storeDemoPictures(config);

  let jobs: Jobs | undefined;
  const screens = await loadScreens();
  const app = createApp({
    config,
    keys,
    screens,
    health: {
      isDraining: () => isDraining,
      jobs: () => (config.role === "web" ? undefined : jobs ? jobs.problem() : "not started yet"),
      storage: () => store.check(),
      chapters: (await readChapters()).length,
    },
  });
  const listener = getRequestListener(app.fetch);
  const server = createServer(
    {
      // Large uploads take their time; what is merely slow is cut by limitSlowBodies.
      requestTimeout: 4 * 60 * 60 * 1000,
      headersTimeout: 10_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 32_768,
    },
    screens.before?.(listener) ?? listener,
  );
  server.maxConnections = 2_000;
  limitSlowBodies(server);
  const realtime = attachRealtime(server, {
    keys,
    publicUrl: config.publicUrl,
    allowedOrigins: config.allowedOrigins,
    allowPublicChannels: config.realtimePublic,
  });
  // A socket that asks for another protocol would stay open without an answer.
  server.on("upgrade", (request, socket) => {
    if (!request.url?.startsWith("/realtime/v1/websocket")) socket.destroy();
  });
  if (config.role !== "worker") {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(config.port, config.host, resolve);
    });
    opened.push({ name: "doors", close: () => drain(server, realtime.close) });
  }
  if (config.role !== "web") {
    // Only here is this process surely the only one; elsewhere the queue itself frees them after four hours.
    if (!config.databaseUrl) await freeAbandonedJobs();
    jobs = await startJobs(config, builtinSecret);
    opened.push({ name: "jobs", close: jobs.stop });
  }
  greet(config, say);
}

async function openDatabase(config: Config, say: (text: string) => void): Promise<string> {
  if (config.databaseUrl) {
    say("Database: DATABASE_URL");
    await assertDurable(config.databaseUrl);
    return config.databaseUrl;
  }
  const database = await startEmbedded(config.dataDir);
  opened.push({ name: "embedded PostgreSQL", close: database.stop });
  await assertDurable(database.url);
  say(`Database: embedded PostgreSQL${database.adopted ? ", taken over after a crash" : ""}`);
  return database.url;
}

function greet(config: Config, say: (text: string) => void): void {
  say(`\n  ${config.publicUrl}\n`);
  if (config.seed === "demo") {
    say(`  Demo accounts, password ${demoPassword}`);
    for (const account of demoAccounts) say(`    ${account.email.padEnd(26)}${account.role}`);
    if (config.devDoors) say(`  Mails are kept at ${config.publicUrl}/dev/mail`);
    say("");
  }
  log.info({ address: config.publicUrl, role: config.role }, "ready");
}

async function drain(
  server: ReturnType<typeof createServer>,
  closeRealtime: () => Promise<void>,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await closeRealtime();
  const timer = setTimeout(() => server.closeAllConnections(), drainPatience);
  await closed;
  clearTimeout(timer);
}

/** Closes everything, newest first. One part that fails does not keep the others open. */
export async function shutDown(): Promise<void> {
  isDraining = true;
  for (const part of opened.splice(0).reverse()) {
    try {
      await part.close();
    } catch (error) {
      log.error({ err: error, part: part.name }, "a part did not close");
    }
  }
}

function listenForSignals(): void {
  let isStopping = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      shutDown().then(() => process.exit(0));
    });
  }
  // A bug somewhere must be seen, but not take down everybody's shop with it.
  process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));
}

/** For people at a terminal: one readable reason, no stack. */
export async function fail(error: unknown): Promise<never> {
  await shutDown();
  const isExpected = error instanceof ConfigError || error instanceof DataDirInUse;
  const code = (error as NodeJS.ErrnoException).code;
  if (isExpected) process.stderr.write(`${(error as Error).message}\n`);
  else if (code === "EADDRINUSE") {
    process.stderr.write("The port is in use. Choose another one: PORT=3001 npm start\n");
  } else log.fatal({ err: error }, "could not start");
  process.exit(1);
}

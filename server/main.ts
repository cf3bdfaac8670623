import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { flushCompileCache } from "node:module";
import { createServer } from "node:net";
import { purgeUnfinished } from "#backend/functions/idempotency.server.ts";
import { requireShopKeys } from "#backend/gateway/key-fingerprints.server.ts";
import { loadKeys } from "#backend/gateway/keys.server.ts";
import { config as readSettings } from "#base/config.server.ts";
import type { Config } from "#base/config-type.ts";
import { OperatorError } from "#base/errors.ts";
import { log } from "#base/log.server.ts";
import { provideSecret } from "#base/secrets.server.ts";
import { connect, disconnect } from "#db/client.server.ts";
import { assertDurable, startEmbedded } from "#db/embedded.server.ts";
import { awaitMigrations, migrate } from "#db/migrate.server.ts";
import { preparePooledLogin } from "#db/pooled-login.server.ts";
import { findPublicPasswords, randomDemoPasswords } from "#db/seed/demo-accounts.server.ts";
import { seed } from "#db/seed/seed.server.ts";
import { syncClock } from "#db/sync-clock.server.ts";
import { chooseCourier } from "#integrations/courier/choose-courier.server.ts";
import { openCourier } from "#integrations/courier/live-rates.server.ts";
import { openProviders } from "#integrations/payment/providers.server.ts";
import { StoreUnavailable } from "#integrations/storage/object-store.ts";
import { folderOfStore, openStore } from "#integrations/storage/open-store.server.ts";
import { provideStore } from "#integrations/storage/shop-store.server.ts";
import { lockDataDir } from "#server/boot/data-lock.ts";
import { storeDemoPictures } from "#server/boot/demo-pictures.ts";
import { greet } from "#server/boot/greet.ts";
import { freeAbandonedJobs, type Jobs, startJobs } from "#server/boot/jobs.ts";
import { closeLater, fail, listenForSignals } from "#server/boot/lifecycle.ts";
import { outputSecret, say } from "#server/boot/operator-output.ts";
import { findMove, rememberAddress } from "#server/boot/public-address.ts";
import { findStartFacts } from "#server/boot/start-facts.ts";
import { startProblem } from "#server/boot/start-problem.ts";
import { textTable } from "#server/boot/text-table.ts";
import { openServer } from "#server/http/open-server.ts";
import { openWorkerServer } from "#server/http/open-worker-server.ts";
import { retainWhileRunning } from "#server/releases/retain-assets.server.ts";
import type { Screens } from "#server/screens/screens.ts";
import { startCatalogueCache } from "#shop/kernel/cache.server.ts";
import { flushRefusals } from "#shop/promotions/count-refusals.server.ts";
import { followMaintenance } from "#shop/settings/merchant/maintenance.server.ts";
import { listRemovedProviders } from "#shop/settings/merchant/removed-providers.server.ts";

export async function main(loadScreens: () => Promise<Screens>): Promise<void> {
  const config = readSettings();
  listenForSignals();

  closeLater("data directory", await lockDataDir(config.dataDir));
  if (config.role !== "worker") await assertPortFree(config);
  const databaseUrl = await openDatabase(config);
  await migrateDatabase(config, databaseUrl);
  const passwords = config.production ? randomDemoPasswords() : new Map<string, string>();
  const isSeeded = await seed(databaseUrl, config.seed, passwords);
  if (isSeeded) {
    say("Demo shop: created");
    const lines = [...passwords].map(([email, password]) => `${email.padEnd(26)}${password}`);
    const about = "The passwords of the demo accounts, shown only once";
    if (lines.length > 0) await outputSecret(config.dataDir, "demoPasswords", about, lines);
  }
  if (config.production) await assertNoPublicPasswords(databaseUrl);

  connect(config.databaseUrl ?? databaseUrl, {
    directUrl: config.databaseDirectUrl && databaseUrl,
  });
  closeLater("database connections", disconnect);
  closeLater("refused promo codes", flushRefusals);
  closeLater("clock", await syncClock());
  // With an embedded database the data directory's lock excludes other processes.
  if (!config.databaseUrl) await purgeUnfinished();
  const keys = await loadKeys(config.dataDir);
  await requireShopKeys(keys);
  provideSecret(keys.pepper);
  const builtinSecret = Buffer.from(keys.pepper).toString("hex");
  openProviders(config, { builtin: builtinSecret });
  openCourier(chooseCourier(config.courier));
  const folder = folderOfStore(config.storageUrl);
  if (folder !== undefined) await mkdir(folder, { recursive: true });
  const store = openStore(config.storageUrl);
  provideStore(store);
  // Missing settings stop the start; a temporarily unavailable store does not.
  await store.check();
  if (config.seed === "demo") await storeDemoPictures(config).catch(unlessUnavailable);

  let jobs: Jobs | undefined;
  if (config.role !== "web") {
    // Only the embedded database guarantees that this process is alone; elsewhere the queue frees them after
    // four hours.
    if (!config.databaseUrl) await freeAbandonedJobs();
    jobs = await startJobs(config, builtinSecret);
    closeLater("jobs", jobs.stop);
  }
  if (config.role === "worker") {
    await openWorkerServer({ config, keys, store, jobs: () => jobs?.problem() });
  } else {
    const move = await findMove(config.publicUrl);
    if (move) say(move, "warn");
    await rememberAddress(config.publicUrl);
    closeLater("maintenance", await followMaintenance());
    closeLater("catalogue", await startCatalogueCache());
    const screens = await loadScreens();
    const isBuilt = screens.before === undefined;
    // With an embedded database no other process serves this shop.
    const isOnlyProcess = !config.databaseUrl;
    if (isBuilt) {
      closeLater("assets", await retainWhileRunning(store, screens.clientFolder, isOnlyProcess));
    }
    await openServer({ config, keys, store, screens, jobs: () => jobs?.problem() });
  }
  // Node would write them when the program ends by itself, which few do: most are killed.
  flushCompileCache();
  const facts = await findStartFacts(config);
  if (process.stdout.isTTY) say(`\n${textTable(Object.entries(facts), "  ")}`);
  else log.info(facts, "ready");
  if (config.role !== "worker") await greet(config);
  for (const gone of await listRemovedProviders(config.payments)) {
    log.warn(
      gone,
      "PAYMENTS no longer names a provider that has open payments: they are not followed until it does",
    );
  }
}

/**
 * Reports a used port before anything is set up.
 * @throws the system's error
 */
async function assertPortFree({ host, port }: Config): Promise<void> {
  const probe = createServer();
  await once(probe.listen(port, host), "listening");
  await once(probe.close(), "close");
}

/** The shop opens without the missing pictures; the next start stores them. */
function unlessUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error;
  log.warn({ err: error }, "the demo shop's pictures could not be stored");
}

async function migrateDatabase(config: Config, databaseUrl: string): Promise<void> {
  if (!config.migratesAtStart) {
    await awaitMigrations(databaseUrl, (missing) =>
      say(`Database: waiting for ${missing.length} migrations (MIGRATE=0)`),
    );
    return;
  }
  const applied = await migrate(databaseUrl);
  if (applied.length > 0) say(`Database: ${applied.length} migrations applied`);
  if (config.databaseDirectUrl && config.databaseUrl) {
    await preparePooledLogin(config.databaseDirectUrl, config.databaseUrl);
  }
}

/** @returns the address of PostgreSQL itself */
async function openDatabase(config: Config): Promise<string> {
  if (config.databaseUrl) {
    const { databaseDirectUrl: direct } = config;
    say(
      direct
        ? "Database: DATABASE_DIRECT_URL, requests through the pooler of DATABASE_URL"
        : "Database: DATABASE_URL",
    );
    await assertDurable(direct ?? config.databaseUrl).catch((error: unknown) => {
      // Later connections use the pooler at DATABASE_URL, so failures name that setting.
      const problem = direct && startProblem(error, process.env, "DATABASE_DIRECT_URL");
      throw problem ? new OperatorError(problem, { cause: error }) : error;
    });
    return direct ?? config.databaseUrl;
  }
  const starting = startEmbedded(config.dataDir);
  // Registered before the start ends, so that an interrupted start stops PostgreSQL too.
  closeLater("embedded PostgreSQL", () =>
    starting.then(
      (database) => database.stop(),
      () => undefined,
    ),
  );
  const database = await starting;
  database.supervise(fail);
  await assertDurable(database.url);
  say(`Database: embedded PostgreSQL${database.adopted ? ", taken over after a crash" : ""}`);
  return database.url;
}

/**
 * The README publishes the demo password, which would open the whole shop.
 * @throws OperatorError
 */
async function assertNoPublicPasswords(databaseUrl: string): Promise<void> {
  const open = await findPublicPasswords(databaseUrl);
  if (open.length === 0) return;
  throw new OperatorError(
    `Everybody knows the password of these demo accounts: ${open.join(", ")}. Give them new ones with "npm run demo-accounts", or remove them with "npm run demo-accounts remove".`,
  );
}

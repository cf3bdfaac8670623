import { config as readSettings } from "#base/config.server.ts";
import { connect, disconnect } from "#db/client.server.ts";
import { startEmbedded } from "#db/embedded.server.ts";
import { findStockDifferences } from "#shop/stock/reconcile-stock.server.ts";
import { DataDirInUse, lockDataDir } from "./data-lock.ts";

/*
 * `npm run reconcile`: proves the stock of every variant from its movements and holds, beside a shop that runs or
 * without one. Exit code 0 when all adds up, 1 when something differs (one line each), 2 when it could not look.
 */

async function reconcile(): Promise<number> {
  const { databaseUrl, dataDir } = readSettings();
  const database = databaseUrl ? { url: databaseUrl, close: async () => {} } : await open(dataDir);
  try {
    connect(database.url, { max: 1 });
    const { variants, movements, differences } = await findStockDifferences();
    for (const { sku, figure, stored, proven } of differences) {
      process.stdout.write(`${sku}: ${figure} is ${stored}, its books say ${proven}\n`);
    }
    process.stdout.write(
      `${variants} variants, ${movements} movements: ${differences.length} differences\n`,
    );
    return differences.length === 0 ? 0 : 1;
  } finally {
    await disconnect();
    await database.close();
  }
}

/** The database of a shop that runs is only visited; otherwise it is started for the moment. */
async function open(dataDir: string): Promise<{ url: string; close: () => Promise<void> }> {
  let unlock: (() => Promise<void>) | undefined;
  try {
    unlock = await lockDataDir(dataDir);
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error;
  }
  const server = await startEmbedded(dataDir);
  return {
    url: server.url,
    close: async () => {
      if (!unlock) return;
      await server.stop();
      await unlock();
    },
  };
}

process.exitCode = await reconcile().catch((error) => {
  process.stderr.write(`The stock could not be looked at: ${error}\n`);
  return 2;
});

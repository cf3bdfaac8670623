import { config as readSettings } from "#base/config.server.ts";
import { connect, disconnect } from "#db/client.server.ts";
import { findStockDifferences } from "#shop/stock/reconcile-stock.server.ts";
import { visitDatabase } from "./visit-database.ts";

/*
 * `npm run reconcile`: checks the stock of every variant against its movements and holds; the shop may be
 * running. Exit code 0 when all adds up, 1 on differences (one line each), 2 when the check could not run.
 */

async function reconcile(): Promise<number> {
  const { databaseUrl, databaseDirectUrl, dataDir } = readSettings();
  const database = databaseUrl
    ? { url: databaseDirectUrl ?? databaseUrl, close: async () => undefined }
    : await visitDatabase(dataDir);
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

process.exitCode = await reconcile().catch((error) => {
  process.stderr.write(`The stock could not be looked at: ${error}\n`);
  return 2;
});

import { config as readSettings } from "#base/config.server.ts";
import { connect, disconnect } from "#db/client.server.ts";
import { reconcileBooks } from "./reconcile-books.ts";
import { openShopDatabase } from "./visit-database.ts";

/*
 * `npm run reconcile`: checks the stock of every variant against its movements and holds, the price of every order against
 * its parts, and the facts about recipients that segments use against their orders. The shop may be running. Exit code 0
 * without differences, 1 with differences (one line each), 2 when the check could not run.
 */

async function reconcile(): Promise<number> {
  const database = await openShopDatabase(readSettings());
  try {
    connect(database.url, { max: 1 });
    const differences = await reconcileBooks((line) => process.stdout.write(`${line}\n`));
    return differences === 0 ? 0 : 1;
  } finally {
    await disconnect();
    await database.close();
  }
}

process.exitCode = await reconcile().catch((error) => {
  process.stderr.write(`Stock and prices could not be checked: ${error}\n`);
  return 2;
});

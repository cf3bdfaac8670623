import { config as readSettings } from "#base/config.server.ts";
import { connect, disconnect } from "#db/client.server.ts";
import { rebuildPlaces } from "#shop/catalogue/index/postgres-index.server.ts";
import { openShopDatabase } from "./visit-database.ts";

/*
 * `npm run rebuild-catalogue`: computes places, counts and vocabulary of the storefront again in small steps; the shop may be
 * running. Exit code 0 when it is done, 2 when it failed.
 */

async function rebuild(): Promise<void> {
  const config = readSettings();
  const database = await openShopDatabase(config);
  try {
    connect(database.url, { max: 1 });
    await rebuildPlaces();
    process.stdout.write("Lists and searches of the storefront were made again.\n");
  } finally {
    await disconnect();
    await database.close();
  }
}

await rebuild().catch((error) => {
  process.stderr.write(`Lists and searches could not be made again: ${error}\n`);
  process.exitCode = 2;
});

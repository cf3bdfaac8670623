import { config as readSettings } from "#base/config.server.ts";
import { connect, disconnect } from "#db/client.server.ts";
import {
  catalogueIndex,
  openCatalogueIndex,
} from "#shop/catalogue/engine/catalogue-index.server.ts";
import { openShopDatabase } from "./visit-database.ts";

/*
 * `npm run rebuild-catalogue`: makes places, counts and vocabulary of the storefront again, and the index of a search engine, in
 * small steps; the shop may be running. Exit code 0 when it is done, 2 when it could not be.
 */

async function rebuild(): Promise<void> {
  const config = readSettings();
  openCatalogueIndex(config.searchEngine);
  const database = await openShopDatabase(config);
  try {
    connect(database.url, { max: 1 });
    await catalogueIndex().rebuild();
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

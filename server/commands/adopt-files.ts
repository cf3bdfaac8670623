import { config as readSettings } from "#base/config.server.ts";
import { connect, disconnect } from "#db/client.server.ts";
import { openPlainStore } from "#integrations/storage/open-store.server.ts";
import { adoptFiles } from "#integrations/storage/own-store.server.ts";
import { openShopDatabase } from "./visit-database.ts";

/*
 * `npm run adopt-files`: makes this database the owner of the files at STORAGE_URL, after a restore that replaces the shop. Exit code
 * 0, or 2 when nothing was changed.
 */

async function adopt(): Promise<void> {
  const config = readSettings();
  const database = await openShopDatabase(config);
  try {
    connect(database.url, { max: 1 });
    await adoptFiles(openPlainStore(config.storageUrl));
  } finally {
    await disconnect();
    await database.close();
  }
}

process.exitCode = await adopt().then(
  () => {
    process.stdout.write("The files at STORAGE_URL now belong to this database. Start the shop.\n");
    return 0;
  },
  (error: unknown) => {
    process.stderr.write(
      `Nothing was changed: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    return 2;
  },
);

import { access } from "node:fs/promises";
import path from "node:path";
import type { Config } from "#base/config-type.ts";
import { OperatorError } from "#base/errors.ts";
import { startEmbedded } from "#db/embedded.server.ts";
import { findDatabaseFolder } from "#db/embedded-folder.server.ts";
import { DataDirInUse, lockDataDir } from "#server/boot/data-lock.ts";

/** Whether this data directory has an embedded database. */
export async function hasEmbedded(dataDir: string): Promise<boolean> {
  const cluster = path.join(await findDatabaseFolder(dataDir), "postgres");
  return access(path.join(cluster, "PG_VERSION")).then(
    () => true,
    () => false,
  );
}

/**
 * Opens the embedded database for a command: connects to the database of a running shop, or starts it until `close`.
 * @throws OperatorError when there is none, so that a wrong DATA_DIR does not get a new shop
 */
export async function visitDatabase(
  dataDir: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  if (!(await hasEmbedded(dataDir))) {
    throw new OperatorError(
      `${dataDir} has no shop. Set DATA_DIR or DATABASE_URL to the shop's value.`,
    );
  }
  return openEmbedded(dataDir);
}

/** As `visitDatabase`, but creates the database when there is none. */
export async function openEmbedded(
  dataDir: string,
): Promise<{ url: string; close: () => Promise<void> }> {
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

/** The shop's database for a command: past a pooler with DATABASE_URL, else the embedded one until `close`. */
export async function openShopDatabase({
  databaseUrl,
  databaseDirectUrl,
  dataDir,
}: Config): Promise<{ url: string; close: () => Promise<void> }> {
  if (databaseUrl === undefined) return visitDatabase(dataDir);
  return { url: databaseDirectUrl ?? databaseUrl, close: async () => undefined };
}

import type { Config } from "#base/config.server.ts";
import { startEmbedded } from "#db/embedded.server.ts";
import { DataDirInUse, lockDataDir } from "#server/boot/data-lock.ts";

/** The embedded database for a command: connects to that of a running shop, or starts it until `close`. */
export async function visitDatabase(
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

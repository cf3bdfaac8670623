import { type ConnectOptions, connect, disconnect } from "#db/client.server.ts";
import { openPostgres, type PoolSql } from "#db/driver.server.ts";

let seed: PoolSql | undefined;

/** Opens the program's connections to a database, and those of `asSeed`. */
export function openConnections(url: string, options: ConnectOptions = {}): void {
  connect(url, options);
  seed = openPostgres(options.directUrl ?? url, {
    max: Math.min(options.max ?? maxSeed, maxSeed),
    bigints: "number",
    connection: {
      application_name: "etalase seed",
      role: "service_role",
      search_path: "public, extensions",
      // The statements of a test prepare its shop; the audit log does not have them.
      "shop.actor": "job:seed",
    },
  });
}

const maxSeed = 4;

/** Waits for running queries, then closes every connection. */
export async function closeConnections(): Promise<void> {
  const current = seed;
  seed = undefined;
  await Promise.all([disconnect(), current?.end({ timeout: 5 })]);
}

/**
 * The statements of a test itself: the rights of the shop, in the name of the seed. What a test calls runs on the
 * program's connections, which name nobody, so that a write without a writer is refused as in a real shop.
 */
export function asSeed(): PoolSql {
  if (!seed) throw new Error("no database: testDatabase() or useProgram() opens one");
  return seed;
}

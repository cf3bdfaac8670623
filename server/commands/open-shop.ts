import { differingKey, fingerprintsOf } from "#backend/gateway/key-fingerprints.server.ts";
import { hasKeys, type Keys, loadKeys } from "#backend/gateway/keys.server.ts";
import { config as readSettings } from "#base/config.server.ts";
import type { Config } from "#base/config-type.ts";
import { OperatorError } from "#base/errors.ts";
import { provideSecret } from "#base/secrets.server.ts";
import { connect, disconnect, sqlState } from "#db/client.server.ts";
import { openShopDatabase } from "./visit-database.ts";

/** Schemas or tables are missing: the program has not set the database up. */
const notSetUp = ["42P01", "3F000"];

/**
 * Runs a command on the shop's database, whether the shop runs or not.
 * @param work its second argument is the address of PostgreSQL, not of a pooler
 * @throws OperatorError when the database has not been set up
 */
export async function withShop<T>(work: (config: Config, url: string) => Promise<T>): Promise<T> {
  const config = readSettings();
  const database = await openShopDatabase(config);
  try {
    connect(database.url, { max: 2 });
    return await work(config, database.url);
  } catch (error) {
    if (!notSetUp.includes(sqlState(error) ?? "")) throw error;
    throw new OperatorError("The database is not set up yet: start the shop once with npm start.");
  } finally {
    await disconnect();
    await database.close();
  }
}

/**
 * The shop's keys, for a command that signs, hashes or replaces keys. Creates none.
 * @throws OperatorError when this environment has no keys, or keys of another shop
 */
export async function requireOwnKeys({ dataDir }: Config): Promise<Keys> {
  const keys = await readOwnKeys(dataDir);
  const problem = await differingKey(fingerprintsOf(keys));
  if (problem !== undefined) throw new OperatorError(problem);
  provideSecret(keys.pepper);
  return keys;
}

/** The keys of this environment, possibly of another shop. @throws OperatorError when there are none */
export async function readOwnKeys(dataDir: string): Promise<Keys> {
  if (await hasKeys(dataDir)) return loadKeys(dataDir);
  throw new OperatorError(
    `There is no keys.json in ${dataDir}. Set KEYS_FILE to the shop's keys.json, or DATA_DIR to its folder.`,
  );
}

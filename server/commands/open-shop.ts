import { type Keys, loadKeys } from "#backend/gateway/keys.server.ts";
import { type Config, config as readSettings } from "#base/config.server.ts";
import { OperatorError } from "#base/errors.ts";
import { provideSecret } from "#base/secrets.server.ts";
import { connect, disconnect, sqlState } from "#db/client.server.ts";
import { visitDatabase } from "./visit-database.ts";

/** Schemas or tables are missing: the program has not set the database up. */
const notSetUp = ["42P01", "3F000"];

/**
 * Runs a command on the shop's database, whether the shop runs or not.
 * @throws OperatorError when the database has not been set up
 */
export async function withShop<T>(work: (config: Config, keys: Keys) => Promise<T>): Promise<T> {
  const config = readSettings();
  const database = config.databaseUrl
    ? { url: config.databaseUrl, close: async () => undefined }
    : await visitDatabase(config.dataDir);
  try {
    connect(database.url, { max: 2 });
    const keys = await loadKeys(config.dataDir);
    provideSecret(keys.pepper);
    return await work(config, keys);
  } catch (error) {
    if (!notSetUp.includes(sqlState(error) ?? "")) throw error;
    throw new OperatorError("The database is not set up yet: start the shop once with npm start.");
  } finally {
    await disconnect();
    await database.close();
  }
}

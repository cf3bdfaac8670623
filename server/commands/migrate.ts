import { config as readSettings } from "#base/config.server.ts";
import { migrate, readMigrations } from "#db/migrate.server.ts";
import { preparePooledLogin } from "#db/pooled-login.server.ts";
import { startProblem } from "#server/boot/start-problem.ts";
import { openEmbedded, openShopDatabase } from "./visit-database.ts";

/*
 * `npm run migrate`: applies the missing migrations and nothing else; the shop may be running, and several may run at once.
 * Exit code 0, or 2 when it failed: the migrations it has named are then in the database.
 */

const say = (text: string) => process.stdout.write(`${text}\n`);

async function run(): Promise<void> {
  const settings = readSettings();
  const database = settings.databaseUrl
    ? await openShopDatabase(settings)
    : await openEmbedded(settings.dataDir);
  try {
    const applied = await migrate(database.url, (name) => say(`applied ${name}`));
    const { databaseUrl, databaseDirectUrl } = settings;
    if (databaseUrl && databaseDirectUrl) await preparePooledLogin(databaseDirectUrl, databaseUrl);
    const { length } = await readMigrations();
    say(`${applied.length} migrations applied, the database has all ${length}`);
  } finally {
    await database.close();
  }
}

process.exitCode = await run().then(
  () => 0,
  (error: unknown) => {
    const reason = startProblem(error) ?? (error instanceof Error ? error.message : String(error));
    process.stderr.write(`The database could not be migrated: ${reason}\n`);
    return 2;
  },
);

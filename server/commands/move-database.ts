import { config as readSettings } from "#base/config.server.ts";
import { OperatorError } from "#base/errors.ts";
import { connect, disconnect } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { startEmbedded } from "#db/embedded.server.ts";
import { migrate } from "#db/migrate.server.ts";
import { preparePooledLogin } from "#db/pooled-login.server.ts";
import { openPlainStore } from "#integrations/storage/open-store.server.ts";
import { adoptFiles } from "#integrations/storage/own-store.server.ts";
import { lockDataDir } from "#server/boot/data-lock.ts";
import { startProblem } from "#server/boot/start-problem.ts";
import { analyze, copyRows } from "./move/copy-rows.ts";
import { listTables, type Proof, proofOf, requireEmptyTarget } from "./move/tables.ts";
import { reconcileBooks } from "./reconcile-books.ts";
import { hasEmbedded } from "./visit-database.ts";

/*
 * `npm run move-database`: copies the embedded database of DATA_DIR to the empty database at DATABASE_URL, and verifies the
 * row count and checksum of every table, and the books. The shop must be stopped. The embedded database does not change. Exit
 * code 0, or 2 when the target has no data of the shop.
 */

const say = (text: string) => void process.stdout.write(`${text}\n`);

async function move(): Promise<void> {
  const { dataDir, databaseUrl, databaseDirectUrl, storageUrl } = readSettings();
  const targetUrl = databaseDirectUrl ?? databaseUrl;
  if (targetUrl === undefined) throw new OperatorError("Set DATABASE_URL to the new database.");
  if (!(await hasEmbedded(dataDir))) throw new OperatorError(`${dataDir} has no shop.`);
  const unlock = await lockDataDir(dataDir);
  try {
    const embedded = await startEmbedded(dataDir);
    try {
      await migrate(embedded.url);
      await migrate(targetUrl);
      if (databaseUrl && databaseDirectUrl) {
        await preparePooledLogin(databaseDirectUrl, databaseUrl);
      }
      await copyDatabase(embedded.url, targetUrl);
    } finally {
      await embedded.stop();
    }
  } finally {
    await unlock();
  }
  await settleTarget(targetUrl, storageUrl);
  say(
    "The shop is now in the database at DATABASE_URL. Start it with the same DATA_DIR, or with its keys.json and files.",
  );
}

async function copyDatabase(sourceUrl: string, targetUrl: string): Promise<void> {
  const source = openPostgres(sourceUrl, { max: 1 });
  const target = openPostgres(targetUrl, { max: 1 });
  try {
    const tables = await listTables(source);
    await requireEmptyTarget(target, tables);
    await source.begin("isolation level repeatable read read only", (from) =>
      target.begin(async (to) => {
        await copyRows(from, to, tables);
        let rows = 0;
        for (const { name } of tables) {
          const [here, there] = await Promise.all([proofOf(from, name), proofOf(to, name)]);
          requireSame(here, there);
          rows += here.rows;
        }
        say(`${tables.length} tables, ${rows} rows: counts and checksums are equal`);
      }),
    );
    await analyze(target);
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
}

/** @throws Error, which rolls the copy back */
function requireSame(here: Proof, there: Proof): void {
  if (here.rows === there.rows && here.sum === there.sum) return;
  throw new Error(
    `${here.table} has ${here.rows} rows and ${there.rows} in the new database, or their contents differ`,
  );
}

/** Checks the books, and makes the new database the owner of the files, so that the embedded one can no longer delete them. */
async function settleTarget(url: string, storageUrl: string): Promise<void> {
  connect(url, { max: 1 });
  try {
    await reconcileBooks(say);
    await adoptFiles(openPlainStore(storageUrl)).catch((error: unknown) => {
      say(`The files still belong to the embedded database: ${String(error)}`);
      say("Run npm run adopt-files with DATABASE_URL before you start the shop.");
    });
  } finally {
    await disconnect();
  }
}

process.exitCode = await move().then(
  () => 0,
  (error: unknown) => {
    const reason = startProblem(error) ?? (error instanceof Error ? error.message : String(error));
    process.stderr.write(`Nothing was moved: ${reason}\n`);
    return 2;
  },
);

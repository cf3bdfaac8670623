import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { config as readSettings } from "#base/config.server.ts";
import type { Config } from "#base/config-type.ts";
import type { BackupSettings } from "#base/operations-config.ts";
import { connect, disconnect } from "#db/client.server.ts";
import { folderOfStore } from "#integrations/storage/open-store.server.ts";
import { noteFact } from "#shop/settings/merchant/operation-facts.server.ts";
import { type CopiedShop, copyShop } from "./backup/copy-shop.ts";
import { removeOldBackups, storeBackup } from "./backup/stored-backups.ts";
import { visitDatabase } from "./visit-database.ts";

/*
 * `npm run backup [folder]`: copies the database, files and keys of this shop as of one point in time. The shop may be
 * running. The folder must be new or empty; it gets its name only when the backup is complete. Without a folder, writes an
 * encrypted backup to BACKUP_URL and removes old backups there. Exit code 0 for a complete backup, 2 for none.
 */

async function backup(wanted: string | undefined): Promise<string> {
  const settings = readSettings();
  if (settings.databaseUrl) {
    throw new Error(
      "the database at DATABASE_URL is backed up by its own tools; docs/operations.md says what else belongs to it",
    );
  }
  if (wanted !== undefined)
    return withShop(settings, (url) => backUpToFolder(settings, url, wanted));
  const { backups } = settings;
  if (!backups) throw new Error("name a folder (npm run backup <folder>) or set BACKUP_URL");
  return withShop(settings, (url) => backUpToStore(settings, url, backups));
}

/** Records a complete backup for metrics and the safety page. */
async function withShop(
  { dataDir }: Config,
  make: (url: string) => Promise<string>,
): Promise<string> {
  const database = await visitDatabase(dataDir);
  connect(database.url, { max: 1 });
  try {
    const made = await make(database.url);
    await noteFact("backup_made");
    return made;
  } finally {
    await disconnect();
    await database.close();
  }
}

async function backUpToFolder(settings: Config, url: string, wanted: string): Promise<string> {
  const folder = path.resolve(wanted);
  const left = await readdir(folder).catch(() => []);
  if (left.length > 0) throw new Error(`${folder} is not empty`);
  const unfinished = `${folder}.unfinished`;
  const copied = await copyInto(unfinished, settings, url);
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
  return `${folder}: ${described(copied)}`;
}

async function backUpToStore(
  settings: Config,
  url: string,
  backups: BackupSettings,
): Promise<string> {
  const scratch = path.join(settings.dataDir, "backup.unfinished");
  try {
    const copied = await copyInto(scratch, settings, url);
    const name = await storeBackup(scratch, copied.asOf, backups);
    const removed = await removeOldBackups(backups);
    return `${name}: ${described(copied)}; ${removed} old backups removed`;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function copyInto(
  folder: string,
  { dataDir, storageUrl }: Config,
  url: string,
): Promise<CopiedShop> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return copyShop(url, dataDir, folderOfStore(storageUrl), folder);
}

function described({ asOf, files }: CopiedShop): string {
  const stored = files === undefined ? "no files: back up the files on S3 there" : `${files} files`;
  return `database of ${asOf.toISOString()}, keys, ${stored}`;
}

process.exitCode = await backup(process.argv[2]).then(
  (made) => {
    process.stdout.write(`${made}\n`);
    return 0;
  },
  (error: unknown) => {
    process.stderr.write(`No backup: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  },
);

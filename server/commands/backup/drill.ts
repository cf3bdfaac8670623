import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Config } from "#base/config-type.ts";
import type { BackupSettings } from "#base/operations-config.ts";
import { findDatabaseFolder } from "#db/embedded-folder.server.ts";
import { migrate } from "#db/migrate.server.ts";
import { reconcileBooks } from "../reconcile-books.ts";
import { countRows } from "./copy-shop.ts";
import { findMissingFiles } from "./find-missing-files.ts";
import type { Manifest } from "./manifest.ts";
import { restoreFolder } from "./restore-folder.ts";
import { fetchBackup, listBackups } from "./stored-backups.ts";

/**
 * Restores the newest stored backup into a temporary folder with its own database, verifies it and removes it. The shop may
 * be running.
 * @returns whether rows, books and files are complete
 */
export async function drill(
  { dataDir, storageUrl }: Config,
  backups: BackupSettings,
  say: (line: string) => void,
): Promise<boolean> {
  const [name] = await listBackups(backups);
  if (name === undefined) throw new Error("there is no backup at BACKUP_URL");
  const scratch = path.join(dataDir, "restore-drill");
  const target = path.join(scratch, "data");
  await rm(scratch, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  try {
    const folder = path.join(scratch, "backup");
    await fetchBackup(name, folder, backups);
    return await restoreFolder(
      folder,
      { dataDir: target, storageUrl: `file:${path.join(target, "storage")}` },
      async (manifest, url) => {
        say(`${name}: every checksum is correct, and the database of ${manifest.as_of} started`);
        // A start of the shop also migrates.
        await migrate(url);
        const store = manifest.has_files ? `file:${path.join(target, "storage")}` : storageUrl;
        const isComplete = [
          await hasRows(manifest, say),
          (await reconcileBooks(say)) === 0,
          await hasFiles(store, say),
        ];
        return !isComplete.includes(false);
      },
    );
  } finally {
    const place = await findDatabaseFolder(target);
    await rm(scratch, { recursive: true, force: true });
    if (place !== target) await rm(place, { recursive: true, force: true });
  }
}

async function hasRows({ rows }: Manifest, say: (line: string) => void): Promise<boolean> {
  const restored = await countRows();
  const lacking = Object.entries(rows).filter(([table, count]) => (restored[table] ?? 0) < count);
  for (const [table, count] of lacking) say(`${table}: ${restored[table]} rows of ${count}`);
  say(
    Object.entries(restored)
      .map(([table, count]) => `${table}: ${count}`)
      .join(", "),
  );
  return lacking.length === 0;
}

async function hasFiles(storageUrl: string, say: (line: string) => void): Promise<boolean> {
  const { count, missing } = await findMissingFiles(storageUrl);
  for (const file of missing) say(`Missing: ${file}`);
  say(`${count} files: ${missing.length} missing`);
  return missing.length === 0;
}

import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { config as readSettings } from "#base/config.server.ts";
import type { Config } from "#base/config-type.ts";
import type { BackupSettings } from "#base/operations-config.ts";
import { asShop } from "#db/client.server.ts";
import { pauseRestoredAutomations } from "#shop/mailing/automations/run-automations.server.ts";
import { pauseRestored } from "#shop/mailing/campaigns/send/open-campaigns.server.ts";
import { drill } from "./backup/drill.ts";
import { findMissingFiles } from "./backup/find-missing-files.ts";
import type { Manifest } from "./backup/manifest.ts";
import { assertEmpty, restoreFolder, unpackedFolder } from "./backup/restore-folder.ts";
import { fetchBackup, listBackups } from "./backup/stored-backups.ts";

/*
 * `npm run restore <folder>`: restores a backup into an empty DATA_DIR, starts its database once, pauses its
 * campaigns and checks that the files named by its rows exist. `-- --latest` and `-- --name=<name>` restore from BACKUP_URL.
 * `-- --drill` restores the newest into a temporary folder, verifies and removes it. Exit code 0 when everything is restored, 1
 * when something is missing, 2 when nothing was restored.
 */

const say = (line: string) => void process.stdout.write(`${line}\n`);
const usage =
  "name a backup: npm run restore <folder>, or npm run restore -- --latest, --name=<name> or --drill";

async function run(word: string | undefined): Promise<number> {
  const settings = readSettings();
  if (word === undefined) throw new Error(usage);
  if (word === "--drill") return (await drill(settings, storedIn(settings), say)) ? 0 : 1;
  if (settings.databaseUrl) {
    throw new Error("DATABASE_URL is set, but restore works only with the embedded database");
  }
  if (!word.startsWith("--")) return restore(settings, path.resolve(word));
  const named = /^--name=(.+)$/.exec(word)?.[1];
  if (word !== "--latest" && named === undefined) throw new Error(usage);
  const stored = storedIn(settings);
  const name = named ?? (await listBackups(stored))[0];
  if (name === undefined) throw new Error("there is no backup at BACKUP_URL");
  return restoreStored(settings, stored, name);
}

function storedIn({ backups }: Config): BackupSettings {
  if (!backups) throw new Error("set BACKUP_URL and BACKUP_KEY");
  return backups;
}

async function restoreStored(
  settings: Config,
  stored: BackupSettings,
  name: string,
): Promise<number> {
  await assertEmpty(settings.dataDir);
  // With the default mode, because PostgreSQL's account must be able to enter it.
  await mkdir(settings.dataDir, { recursive: true });
  // On the disk of DATA_DIR: the system's temporary folder may be too small.
  const folder = path.join(settings.dataDir, unpackedFolder);
  try {
    await fetchBackup(name, folder, stored);
    return await restore(settings, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function restore(settings: Config, folder: string): Promise<number> {
  return restoreFolder(folder, settings, async (manifest) => {
    await renewOwner();
    const paused = await pauseSending();
    const code = await report(manifest, settings.storageUrl);
    if (paused.campaigns > 0) {
      say(`Campaigns paused: ${paused.campaigns}. See /admin/MailList/Campaigns`);
    }
    if (paused.automations > 0) {
      say(`Automations paused: ${paused.automations}. See /admin/MailList/Automations`);
    }
    return code;
  });
}

/** Gives the restored database a new id, so that it does not start with the files of the original database. */
async function renewOwner(): Promise<void> {
  const [has] = await asShop()<{ owner: boolean }[]>`
    select to_regclass('private.store_owner') is not null as owner`;
  if (has?.owner) await asShop()`update private.store_owner set id = gen_random_uuid()`;
}

/** @returns how many; a backup of an earlier version has none of them */
async function pauseSending(): Promise<{ campaigns: number; automations: number }> {
  const [has] = await asShop()<{ campaigns: boolean; automations: boolean }[]>`
    select to_regclass('private.mail_campaigns') is not null as campaigns,
      to_regclass('private.mail_automations') is not null as automations`;
  return {
    campaigns: has?.campaigns ? await pauseRestored() : 0,
    automations: has?.automations ? await pauseRestoredAutomations() : 0,
  };
}

/** @returns the exit code */
async function report(manifest: Manifest, storageUrl: string): Promise<number> {
  const { count, missing } = await findMissingFiles(storageUrl);
  const [counted] = await asShop()<{ orders: number; people: number }[]>`
    select (select count(*)::int from orders) as orders, (select count(*)::int from auth.users) as people`;
  say(
    `The shop of ${manifest.as_of}: ${counted?.orders} orders, ${counted?.people} people, ${count} files`,
  );
  for (const file of missing) say(`Missing: ${file}`);
  return missing.length === 0 ? 0 : 1;
}

process.exitCode = await run(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(
    `Nothing was restored: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  return 2;
});

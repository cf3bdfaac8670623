import { chmod, chown, mkdir, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { config as readSettings } from "#base/config.server.ts";
import { limitConcurrency } from "#base/limit-concurrency.ts";
import { asShop, connect, disconnect } from "#db/client.server.ts";
import { startEmbedded } from "#db/embedded.server.ts";
import { databaseFolder } from "#db/embedded-folder.server.ts";
import { postgresOwner } from "#db/embedded-owner.server.ts";
import { objectKey } from "#integrations/storage/object-version.ts";
import { folderOfStore, openPlainStore } from "#integrations/storage/open-store.server.ts";
import { ownerKey } from "#integrations/storage/own-store.server.ts";
import { lockDataDir } from "#server/boot/data-lock.ts";
import { pauseRestoredAutomations } from "#shop/automations/run-automations.server.ts";
import { pauseRestored } from "#shop/campaigns/sending/open-campaigns.server.ts";
import { copyFile } from "./backup/copy-file.ts";
import { type Manifest, machine, readManifest } from "./backup/manifest.ts";

/*
 * `npm run restore <folder>`: restores a backup into an empty DATA_DIR, starts its database once, pauses its
 * campaigns and checks that the files named by its rows exist. Exit code 0 when all exist, 1 when files are missing, 2 when
 * nothing was restored.
 */

async function restore(wanted: string | undefined): Promise<number> {
  if (wanted === undefined) throw new Error("say which: npm run restore <folder>");
  const { databaseUrl, dataDir, storageUrl } = readSettings();
  if (databaseUrl) throw new Error("DATABASE_URL is set, and this restores the embedded database");
  const folder = path.resolve(wanted);
  const manifest = await readManifest(folder);
  if (manifest.machine !== machine) {
    throw new Error(
      `it was made on ${manifest.machine}, and the database's files do not fit ${machine}`,
    );
  }
  const stored = folderOfStore(storageUrl);
  const files = stored === undefined ? undefined : path.resolve(stored);
  const owner = await postgresOwner();
  for (const taken of [dataDir, files ?? dataDir]) await assertEmpty(taken);
  const place = await databaseFolder(dataDir, owner);
  const cluster = path.join(place, "postgres");

  const unlock = await lockDataDir(dataDir);
  const made = [
    ...["keys.json", "postgres-password", "database-folder"].map((name) =>
      path.join(dataDir, name),
    ),
    place === dataDir ? cluster : place,
  ];
  try {
    await putBack(folder, manifest, (name) => {
      const [area = "", ...rest] = name.split("/");
      if (area === "database") return path.join(cluster, ...rest);
      // The first start makes the files the restored database's.
      if (name === `files/${ownerKey}`) return undefined;
      if (area === "files") return files && path.join(files, ...rest);
      return path.join(dataDir, name);
    });
    await giveTo(cluster, owner);
    const running = await startEmbedded(dataDir);
    try {
      await assertVersion(cluster, manifest);
      connect(running.url, { max: 2 });
      await renewOwner();
      const paused = await pauseSending();
      const code = await look(manifest, storageUrl);
      if (paused.campaigns > 0) {
        process.stdout.write(
          `Campaigns paused: ${paused.campaigns}. See /admin/MailList/Campaigns\n`,
        );
      }
      if (paused.automations > 0) {
        process.stdout.write(
          `Automations paused: ${paused.automations}. See /admin/MailList/Automations\n`,
        );
      }
      return code;
    } finally {
      await disconnect();
      await running.stop();
    }
  } catch (error) {
    // Remove a partial restore.
    if (files?.startsWith(path.resolve(dataDir) + path.sep)) made.push(files);
    else if (files) await emptyFolder(files);
    await Promise.all(made.map((name) => rm(name, { recursive: true, force: true })));
    throw error;
  } finally {
    await unlock();
  }
}

async function assertEmpty(folder: string): Promise<void> {
  const left = (await readdir(folder).catch(() => [])).filter((name) => name !== "process.lock");
  if (left.length > 0) {
    throw new Error(`${folder} is not empty; restore into a new DATA_DIR, or move this one away`);
  }
}

async function emptyFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  await Promise.all(
    names.map((name) => rm(path.join(folder, name), { recursive: true, force: true })),
  );
}

/**
 * Copies every file to its place and verifies its bytes.
 * @throws Error naming the first file that differs
 */
async function putBack(
  folder: string,
  manifest: Manifest,
  placeOf: (name: string) => string | undefined,
): Promise<void> {
  for (const name of manifest.folders) {
    const place = placeOf(name);
    if (place) await mkdir(place, { recursive: true, mode: 0o700 });
  }
  const inTurn = limitConcurrency(8);
  // Wait for every copy before the check, so that no write follows the cleanup.
  const ended = await Promise.allSettled(
    manifest.files.map((file) =>
      inTurn(async () => {
        const place = placeOf(file.path);
        if (place === undefined) return;
        const facts = await copyFile(path.join(folder, file.path), place);
        if (!facts) throw new Error(`${file.path} is missing in the backup`);
        if (facts.sha256 !== file.sha256) throw new Error(`${file.path} is damaged in the backup`);
      }),
    ),
  );
  const failed = ended.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
}

/** When this process is root, the embedded server runs under another account. */
async function giveTo(
  cluster: string,
  owner: { uid: number; gid: number } | undefined,
): Promise<void> {
  await chmod(cluster, 0o700);
  if (!owner) return;
  await chown(cluster, owner.uid, owner.gid);
  for (const name of await readdir(cluster, { recursive: true })) {
    await chown(path.join(cluster, name), owner.uid, owner.gid);
  }
}

async function assertVersion(cluster: string, manifest: Manifest): Promise<void> {
  const version = Number((await readFile(path.join(cluster, "PG_VERSION"), "utf8")).trim());
  if (version !== manifest.postgres) throw new Error(`PG_VERSION says ${version}`);
}

/** The restored database is another one than that of the backup: where both would use the same files, its start is refused. */
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
async function look(manifest: Manifest, storageUrl: string): Promise<number> {
  const store = openPlainStore(storageUrl);
  const objects = await asShop()<{ bucket_id: string; name: string; version: string }[]>`
    select bucket_id, name, version from storage.objects`;
  const inTurn = limitConcurrency(16);
  const sizes = await Promise.all(
    objects.map(({ version }) => inTurn(() => store.size(objectKey(version)))),
  );
  const missing = objects.filter((_, index) => sizes[index] === undefined);
  const [counted] = await asShop()<{ orders: number; people: number }[]>`
    select (select count(*)::int from orders) as orders, (select count(*)::int from auth.users) as people`;
  process.stdout.write(
    `The shop of ${manifest.as_of}: ${counted?.orders} orders, ${counted?.people} people, ${objects.length} files\n`,
  );
  for (const { bucket_id, name } of missing) {
    process.stdout.write(`Missing: ${bucket_id}/${name}\n`);
  }
  return missing.length === 0 ? 0 : 1;
}

process.exitCode = await restore(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(
    `Nothing was restored: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  return 2;
});

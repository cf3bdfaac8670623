import { chmod, chown, mkdir, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { limitConcurrency } from "#base/limit-concurrency.ts";
import { connect, disconnect } from "#db/client.server.ts";
import { startEmbedded } from "#db/embedded.server.ts";
import { databaseFolder } from "#db/embedded-folder.server.ts";
import { postgresOwner } from "#db/embedded-owner.server.ts";
import { folderOfStore } from "#integrations/storage/open-store.server.ts";
import { ownerKey } from "#integrations/storage/own-store.server.ts";
import { lockDataDir } from "#server/boot/data-lock.ts";
import { copyFile } from "./copy-file.ts";
import { type Manifest, machine, readManifest } from "./manifest.ts";

/** Where a backup is restored. */
export interface RestoreTarget {
  readonly dataDir: string;
  readonly storageUrl: string;
}

/**
 * Restores a backup folder into an empty data directory, and starts its database while `work` runs.
 * @param work runs with a connected database; its second argument is the database's address
 * @throws Error after removing everything that a failed restore wrote
 */
export async function restoreFolder<T>(
  folder: string,
  { dataDir, storageUrl }: RestoreTarget,
  work: (manifest: Manifest, url: string) => Promise<T>,
): Promise<T> {
  const manifest = await readManifest(folder);
  if (manifest.machine !== machine) {
    throw new Error(
      `it was made on ${manifest.machine}, and the database files do not work on ${machine}`,
    );
  }
  const stored = folderOfStore(storageUrl);
  const files = stored === undefined ? undefined : path.resolve(stored);
  for (const taken of [dataDir, files ?? dataDir]) await assertEmpty(taken);
  const owner = await postgresOwner();
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
    await restoreFiles(folder, manifest, (name) => {
      const [area = "", ...rest] = name.split("/");
      if (area === "database") return path.join(cluster, ...rest);
      // At its first start the restored database becomes the owner of the files.
      if (name === `files/${ownerKey}`) return undefined;
      if (area === "files") return files && path.join(files, ...rest);
      return path.join(dataDir, name);
    });
    await changeOwner(cluster, owner);
    const running = await startEmbedded(dataDir);
    try {
      await assertVersion(cluster, manifest);
      connect(running.url, { max: 2 });
      return await work(manifest, running.url);
    } finally {
      await disconnect();
      await running.stop();
    }
  } catch (error) {
    if (files?.startsWith(path.resolve(dataDir) + path.sep)) made.push(files);
    else if (files) await emptyFolder(files);
    await Promise.all(made.map((name) => rm(name, { recursive: true, force: true })));
    throw error;
  } finally {
    await unlock();
  }
}

/** Folder in the data directory for the files of a backup during a restore. */
export const unpackedFolder = "restore.unfinished";

/** @throws Error for a folder that has other contents than those of this restore */
export async function assertEmpty(folder: string): Promise<void> {
  const own = ["process.lock", unpackedFolder];
  const left = (await readdir(folder).catch(() => [])).filter((name) => !own.includes(name));
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
 * @throws Error that names the first file that differs
 */
async function restoreFiles(
  folder: string,
  manifest: Manifest,
  placeOf: (name: string) => string | undefined,
): Promise<void> {
  for (const name of manifest.folders) {
    const place = placeOf(name);
    if (place) await mkdir(place, { recursive: true, mode: 0o700 });
  }
  const inTurn = limitConcurrency(8);
  // Awaits every copy before it throws, so that no write happens after the cleanup.
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

/** Changes the owner when this process is root, because the embedded server runs under another account. */
async function changeOwner(
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
  if (version !== manifest.postgres) throw new Error(`PG_VERSION is ${version}`);
}

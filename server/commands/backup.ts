import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { config as readSettings } from "#base/config.server.ts";
import { connect, disconnect } from "#db/client.server.ts";
import { folderOfStore } from "#integrations/storage/open-store.server.ts";
import { noteFact } from "#shop/merchant/operation-facts.server.ts";
import { copyDatabase } from "./backup/copy-database.ts";
import { copyFile } from "./backup/copy-file.ts";
import { copyTree } from "./backup/copy-tree.ts";
import { machine, writeManifest } from "./backup/manifest.ts";
import { visitDatabase } from "./visit-database.ts";

/*
 * `npm run backup <folder>`: copies database, files and keys of this shop as of one moment, whether the shop
 * runs or not. The folder is new or empty and gets its name only when complete. Exit code 0 for a complete
 * backup, 2 for none.
 */

/** Contents of the data directory besides the database and the files. */
const secrets = ["keys.json", "postgres-password"] as const;

async function backup(wanted: string | undefined): Promise<string> {
  if (wanted === undefined) throw new Error("say where: npm run backup <folder>");
  const { databaseUrl, dataDir, storageUrl } = readSettings();
  if (databaseUrl) {
    throw new Error(
      "the database at DATABASE_URL is backed up by its own tools; docs/operations.md says what else belongs to it",
    );
  }
  const folder = path.resolve(wanted);
  const left = await readdir(folder).catch(() => []);
  if (left.length > 0) throw new Error(`${folder} is not empty`);
  const unfinished = `${folder}.unfinished`;
  const files = folderOfStore(storageUrl);
  const database = await visitDatabase(dataDir);
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    // Bytes never change under their name, and stay for a minute after the last row that names them is deleted.
    // Files copied before the database, and those added until then, are therefore all that its rows name.
    const early = files ? await copyTree(path.resolve(files), unfinished, "files") : none;
    const rows = await copyDatabase(database.url, unfinished);
    const known = new Set(early.files.map((file) => file.path));
    const late = files
      ? await copyTree(
          path.resolve(files),
          unfinished,
          "files",
          (name, isFolder) => isFolder || !known.has(`files/${name}`),
        )
      : none;
    const keys = await Promise.all(
      secrets.map(async (name) => {
        const facts = await copyFile(path.join(dataDir, name), path.join(unfinished, name));
        return facts ? [{ path: name, ...facts }] : [];
      }),
    );
    await writeManifest(unfinished, {
      format: 1,
      as_of: rows.asOf.toISOString(),
      postgres: rows.version,
      machine,
      has_files: files !== undefined,
      folders: [...rows.folders],
      files: [...rows.files, ...early.files, ...late.files, ...keys.flat()],
    });
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
    await noteBackup(database.url);
    const count = early.files.length + late.files.length;
    const stored = files ? `${count} files` : "no files: those on S3 are backed up there";
    return `${folder}: database of ${rows.asOf.toISOString()}, keys, ${stored}`;
  } finally {
    await database.close();
  }
}

async function noteBackup(url: string): Promise<void> {
  connect(url, { max: 1 });
  await noteFact("backup_made").finally(disconnect);
}

const none = { files: [] } as const;

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

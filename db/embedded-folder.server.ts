import { randomBytes } from "node:crypto";
import { chown, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { OperatorError } from "#base/errors.ts";
import { isReachable, type Owner } from "./embedded-owner.server.ts";

/** File in the data directory with the path of the database folder, when the database is elsewhere. */
const folderFile = "database-folder";
/** File in the database folder with the path of its data directory. */
const dataDirFile = "data-dir";

/** The folder with the database cluster of a data directory: the data directory itself, or the folder that its file names. */
export async function findDatabaseFolder(dataDir: string): Promise<string> {
  return (await readPath(path.join(dataDir, folderFile))) ?? dataDir;
}

/**
 * As `findDatabaseFolder`, but creates the folder below /var/lib when PostgreSQL's account cannot enter the data directory,
 * e.g. below /root. The folder's name is random, so that a deleted data directory gets a new database.
 * @throws OperatorError when the data directory is a copy: two shops would use one database
 */
export async function databaseFolder(dataDir: string, owner: Owner | undefined): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const known = await findDatabaseFolder(dataDir);
  if (known !== dataDir) {
    await claim(known, dataDir);
    return known;
  }
  if (!owner || (await isReachable(dataDir, owner))) return dataDir;
  const folder = path.join("/var/lib/etalase", randomBytes(8).toString("hex"));
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await chown(folder, owner.uid, owner.gid);
  await writeFile(path.join(folder, dataDirFile), `${dataDir}\n`);
  await writeFile(path.join(dataDir, folderFile), `${folder}\n`, { flush: true });
  return folder;
}

/** Updates the recorded path after the data directory was moved. @throws OperatorError when it was copied */
async function claim(folder: string, dataDir: string): Promise<void> {
  const file = path.join(folder, dataDirFile);
  const claimed = await readPath(file);
  if (claimed === undefined || claimed === dataDir) return;
  if ((await findDatabaseFolder(claimed)) === folder) {
    throw new OperatorError(
      `${dataDir} is a copy of ${claimed}, whose database is in ${folder}. Copy a shop with npm run backup and npm run restore.`,
    );
  }
  await writeFile(file, `${dataDir}\n`);
}

async function readPath(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, "utf8")).trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

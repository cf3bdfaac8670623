import { randomBytes } from "node:crypto";
import { chown, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { OperatorError } from "#base/errors.ts";
import { isReachable, type Owner } from "./embedded-owner.server.ts";

/** In the data directory: names the folder of the database, where that is another one. */
const folderNote = "database-folder";
/** In that other folder: names its data directory. */
const dataDirNote = "data-dir";

/** The folder that holds the cluster of a data directory: the data directory itself, or the folder that it names. */
export async function findDatabaseFolder(dataDir: string): Promise<string> {
  return (await readNote(path.join(dataDir, folderNote))) ?? dataDir;
}

/**
 * As `findDatabaseFolder`. Makes a folder below /var/lib on first use when the owner cannot enter the data directory,
 * e.g. below /root. Its name is random, so that a deleted data directory leads to a new database.
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
  await writeFile(path.join(folder, dataDirNote), `${dataDir}\n`);
  await writeFile(path.join(dataDir, folderNote), `${folder}\n`, { flush: true });
  return folder;
}

/** Updates the note of a data directory that was moved. @throws OperatorError for a copied one */
async function claim(folder: string, dataDir: string): Promise<void> {
  const note = path.join(folder, dataDirNote);
  const claimed = await readNote(note);
  if (claimed === undefined || claimed === dataDir) return;
  if ((await findDatabaseFolder(claimed)) === folder) {
    throw new OperatorError(
      `${dataDir} is a copy of ${claimed}, whose database is in ${folder}. Copy a shop with npm run backup and npm run restore.`,
    );
  }
  await writeFile(note, `${dataDir}\n`);
}

async function readNote(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, "utf8")).trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

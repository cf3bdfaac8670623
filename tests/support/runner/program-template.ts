import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { clusterOf } from "./embedded-postgres.ts";
import { removeFolder, startProgram, templateNames, temporaryFolder } from "./program.ts";

/**
 * The data of programs that have been started once, with the demo shop and without; other programs of this run start
 * with a copy (`newDataDir`). Not on systems without `cp -a`.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.platform === "win32") return undefined;
  const made: string[] = [];
  for (const [seed, name] of Object.entries(templateNames)) {
    if (process.env[name]) continue;
    const dataDir = await temporaryFolder();
    const program = await startProgram({ dataDir, env: { SEED: seed } });
    await program.stop();
    await removeSpareLog(dataDir);
    process.env[name] = dataDir;
    made.push(dataDir);
  }
  return async () => void (await Promise.all(made.map(removeFolder)));
}

/** Number of files of its log that PostgreSQL may read at its next start. */
const neededLogFiles = 2;

/** After a clean stop PostgreSQL needs the first files of its log alone; each copy would carry the empty ones, too. */
async function removeSpareLog(dataDir: string): Promise<void> {
  const folder = path.join(await clusterOf(dataDir), "pg_wal");
  const files = (await readdir(folder)).filter((name) => /^[0-9A-F]{24}$/.test(name)).sort();
  await Promise.all(files.slice(neededLogFiles).map((name) => rm(path.join(folder, name))));
}

import { mkdir, open, readFile, rm } from "node:fs/promises";
import path from "node:path";

/** Another living process uses this data directory. */
export class DataDirInUse extends Error {
  constructor(dataDir: string, pid: number) {
    super(
      `${dataDir} is in use by process ${pid}. Stop it first, or give this one a folder of its own with DATA_DIR.`,
    );
    this.name = "DataDirInUse";
  }
}

interface Holder {
  pid: number;
  /** When that process began, to tell it from a later one that got the same number; empty where unknown. */
  born: string;
}

/**
 * Takes the data directory for this process. A lock whose process is gone (`kill -9`) is taken over.
 * @returns how to give it back
 * @throws DataDirInUse
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, "process.lock");
  const own: Holder = { pid: process.pid, born: await birthOf(process.pid) };
  for (let attempt = 0; ; attempt++) {
    try {
      const handle = await open(file, "wx", 0o600);
      await handle.writeFile(JSON.stringify(own));
      await handle.close();
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || attempt > 2) throw error;
    }
    const holder = await readHolder(file);
    if (holder && (await isStillThere(holder))) throw new DataDirInUse(dataDir, holder.pid);
    await rm(file, { force: true });
  }
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Holder;
  } catch {
    // Killed between creating and writing: nobody holds it.
    return undefined;
  }
}

async function isStillThere(holder: Holder): Promise<boolean> {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return holder.born === "" || holder.born === (await birthOf(holder.pid));
}

/** Start time of a process in clock ticks (field 22 of /proc/PID/stat); empty where there is no /proc. */
async function birthOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The second field is the program's name in brackets and may hold spaces.
  return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}

import { mkdir, open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { OperatorError } from "#base/errors.ts";
import { isRunning, startTimeOf } from "#db/running-processes.server.ts";

/** Another running process uses this data directory. */
export class DataDirInUse extends OperatorError {
  constructor(dataDir: string, pid: number) {
    super(
      `${dataDir} is in use by process ${pid}. Stop it first, or give this one a folder of its own with DATA_DIR.`,
    );
  }
}

interface Holder {
  pid: number;
  /**
   * Start time of the process, to distinguish it from a later one with the same number; empty where unknown.
   */
  born: string;
}

/**
 * Locks the data directory for this process. A lock whose process has ended (`kill -9`) is replaced.
 * @returns a function that releases the lock
 * @throws DataDirInUse
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, "process.lock");
  const own: Holder = { pid: process.pid, born: await startTimeOf(process.pid) };
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
    // The process was killed between creation and write, so the lock has no holder.
    return undefined;
  }
}

async function isStillThere({ pid, born }: Holder): Promise<boolean> {
  if (!(await isRunning(pid))) return false;
  return born === "" || born === (await startTimeOf(pid));
}

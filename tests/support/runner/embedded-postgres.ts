import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { findDatabaseFolder } from "#db/embedded-folder.server.ts";

const run = promisify(execFile);

/** Folder of the embedded PostgreSQL's data. */
export async function clusterOf(dataDir: string): Promise<string> {
  return path.join(await findDatabaseFolder(dataDir), "postgres");
}

/** Line 1 of the file is the process, line 4 the port. */
async function postmasterFile(dataDir: string): Promise<string[]> {
  const text = await readFile(path.join(await clusterOf(dataDir), "postmaster.pid"), "utf8");
  return text.split("\n");
}

/** Kills every process of the embedded PostgreSQL at once, so that none can write anything more. */
export async function killPostgres(dataDir: string): Promise<void> {
  const postmaster = Number((await postmasterFile(dataDir))[0]);
  // Stop the first process, so that it can neither report the others' end nor start another process meanwhile.
  process.kill(postmaster, "SIGSTOP");
  for (const pid of [...(await childrenOf(postmaster)), postmaster]) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      // The process has ended by itself meanwhile.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

export async function childrenOf(parent: number): Promise<number[]> {
  const { stdout } = await run("ps", ["-e", "-o", "pid=,ppid="]);
  return stdout.split("\n").flatMap((line) => {
    const [pid, ppid] = line.trim().split(/\s+/).map(Number);
    return pid !== undefined && ppid === parent ? [pid] : [];
  });
}

/** The address of a running program's embedded PostgreSQL. */
export async function databaseAddress(dataDir: string): Promise<string> {
  const password = (await readFile(path.join(dataDir, "postgres-password"), "utf8")).trim();
  const port = (await postmasterFile(dataDir))[3];
  return `postgres://etalase:${password}@127.0.0.1:${port}/etalase`;
}

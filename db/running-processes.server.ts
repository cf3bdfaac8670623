import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/* Facts about other processes of this machine, from /proc (Linux, proc(5)) or else from `ps`. */

const run = promisify(execFile);

/** Whether a process runs. A zombie counts as ended. */
export async function isRunning(pid: number): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs under another account.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const state = (await statOf(pid))?.[0] ?? (await askPs("state=", pid));
  return !/^[ZX]/.test(state);
}

/**
 * Start time of a process, to distinguish it from a later one with the same number. Clock ticks since boot;
 * empty where unknown.
 */
export async function startTimeOf(pid: number): Promise<string> {
  return (await statOf(pid))?.[19] ?? "";
}

/** The command line of a process; empty when it has ended. */
export async function commandOf(pid: number): Promise<string> {
  const shown = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => undefined);
  return shown ?? (await askPs("command=", pid));
}

/** The fields of /proc/PID/stat from the third one (the state) on. */
async function statOf(pid: number): Promise<string[] | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // The second field is the program's name in brackets and may hold spaces.
  return text?.slice(text.lastIndexOf(")") + 2).split(" ");
}

async function askPs(field: string, pid: number): Promise<string> {
  const { stdout } = await run("ps", ["-o", field, "-p", String(pid)]).catch(() => ({
    stdout: "",
  }));
  return stdout.trim();
}

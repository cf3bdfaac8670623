import { readFileSync } from "node:fs";

/** What a process's own thread has computed so far, in milliseconds, whatever else the machine does. Linux only; NaN elsewhere. */
export function mainThreadMilliseconds(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

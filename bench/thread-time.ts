import { readFileSync } from "node:fs";

/** Processor time of a process's main thread so far, in milliseconds. Linux only; NaN elsewhere. */
export function mainThreadMilliseconds(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

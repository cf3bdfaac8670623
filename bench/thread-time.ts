import { readFileSync } from "node:fs";

/** Processor time of a process's main thread so far, in milliseconds. Linux only; NaN elsewhere. */
export function mainThreadMilliseconds(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

/** Processor time of a process on all its threads so far, in milliseconds, without its children. Linux only. */
export function processMilliseconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [user, system] = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  // A tick is a hundredth of a second.
  return (Number(user) + Number(system)) * 10;
}

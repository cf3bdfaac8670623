import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Length of a tick of /proc, in milliseconds: 100 a second on every Linux that Node runs on. */
const tick = 10;

/**
 * Processor time of a process and all its descendants so far, in milliseconds, on all their threads. PostgreSQL's
 * connections are separate processes, so pool them before measuring: an ended process counts only once its parent has
 * reaped it. Linux only; NaN elsewhere.
 */
export function treeMilliseconds(root: number): number {
  try {
    const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    const children = new Map<number, number[]>();
    const times = new Map<number, number>();
    for (const pid of processes) {
      const stat = statOf(Number(pid));
      if (!stat) continue;
      times.set(Number(pid), stat.ticks * tick);
      children.set(stat.parent, [...(children.get(stat.parent) ?? []), Number(pid)]);
    }
    const sum = (pid: number): number =>
      (times.get(pid) ?? 0) + (children.get(pid) ?? []).reduce((all, one) => all + sum(one), 0);
    return times.has(root) ? sum(root) : Number.NaN;
  } catch {
    return Number.NaN;
  }
}

/** Own and reaped children's time, user and system. The name may hold blanks, so count from behind its bracket. */
function statOf(pid: number): { parent: number; ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = [11, 12, 13, 14].reduce((all, at) => all + Number(fields[at]), 0);
    return { parent: Number(fields[1]), ticks };
  } catch {
    return undefined;
  }
}

/** The embedded PostgreSQL of a data directory, which is not a child process; undefined when its data is elsewhere. */
export function postgresOf(dataDir: string): number | undefined {
  try {
    const file = path.join(dataDir, "postgres", "postmaster.pid");
    return Number(readFileSync(file, "utf8").split("\n")[0]);
  } catch {
    return undefined;
  }
}

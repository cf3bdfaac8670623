import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

/** A control group of Linux: its processes and their children share its memory limit. */
export interface MemoryGroup {
  /** The shell command to enter it. */
  readonly enter: string;
  /** Number of processes that were ended because the memory was full. */
  killed(): number;
  /** Ends the remaining processes. */
  remove(): Promise<void>;
}

/**
 * Both kinds of control groups: their folder, the file that sets the limit, and the file that counts ended processes.
 */
const kinds = [
  { parent: "/sys/fs/cgroup/memory", bound: "memory.limit_in_bytes", count: "memory.oom_control" },
  { parent: "/sys/fs/cgroup", bound: "memory.max", count: "memory.events" },
];

/**
 * @param bytes the group's memory limit
 * @returns undefined where the system or its rights do not allow such a group
 */
export function memoryGroup(bytes: number): MemoryGroup | undefined {
  for (const { parent, bound, count } of kinds) {
    const folder = path.join(parent, `etalase-${process.pid}`);
    if (!existsSync(parent)) continue;
    try {
      mkdirSync(folder);
    } catch {
      // The folder belongs to another account or is read-only, as in a container.
      continue;
    }
    if (existsSync(path.join(folder, bound))) {
      writeFileSync(path.join(folder, bound), String(bytes));
      const left = () =>
        readFileSync(path.join(folder, "cgroup.procs"), "utf8").split("\n").filter(Boolean);
      return {
        enter: `echo $$ > ${folder}/cgroup.procs`,
        killed: () =>
          Number(/^oom_kill (\d+)/m.exec(readFileSync(path.join(folder, count), "utf8"))?.[1]),
        async remove() {
          for (let pids = left(); pids.length > 0; pids = left()) {
            // A command does not fail when one of them has ended meanwhile.
            spawnSync("kill", ["-9", ...pids]);
            await setTimeout(50);
          }
          rmdirSync(folder);
        },
      };
    }
    rmdirSync(folder);
  }
  return undefined;
}

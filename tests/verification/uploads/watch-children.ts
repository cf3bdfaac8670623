import { readFileSync } from "node:fs";

const everyMs = 5;

/**
 * Follows the processes that this one starts.
 * @returns a function that ends it and tells the most memory that one of them held, in megabytes; 0 where the system does not
 *   tell
 */
export function watchChildren(): () => number {
  let most = 0;
  const look = () => {
    for (const child of read(`/proc/self/task/${process.pid}/children`).split(" ")) {
      const held = /^VmHWM:\s+(\d+) kB$/m.exec(child && read(`/proc/${child}/status`))?.[1];
      most = Math.max(most, Number(held ?? 0) / 1024);
    }
  };
  const timer = setInterval(look, everyMs);
  return () => {
    clearInterval(timer);
    return most;
  };
}

/** Empty for a process that has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

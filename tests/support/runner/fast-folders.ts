import { accessSync, constants, statfsSync } from "node:fs";
import path from "node:path";

/** Maximum bytes of the databases, files and browsers of a run. */
const room = 3 * 1024 ** 3;
const memory = "/dev/shm";

/**
 * Where this process and those that it starts keep what they need for a while: in memory where Linux offers enough of
 * it, for a database on a disk waits for that disk at each commit; and Node's compiled scripts, which each start of the
 * program would make anew, beside the packages. A folder that is chosen already stays.
 */
export function chooseFastFolders(): void {
  if (!process.env.TMPDIR && hasRoom()) process.env.TMPDIR = memory;
  process.env.NODE_COMPILE_CACHE ??= path.join(
    import.meta.dirname,
    "../../../node_modules/.cache/etalase-scripts",
  );
}

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= room;
  } catch {
    // Another system, or a closed one.
    return false;
  }
}

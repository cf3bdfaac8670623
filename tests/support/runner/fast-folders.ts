import { accessSync, constants, statfsSync } from "node:fs";
import path from "node:path";

/** Maximum bytes of the databases, files and browsers of a run. */
const room = 3 * 1024 ** 3;
const memory = "/dev/shm";

/**
 * Temporary folders of this process and its children: in memory where Linux has enough of it, because a database on a
 * disk waits for that disk at each commit; and Node's compile cache, which each start of the program would rebuild,
 * beside the packages. A folder that is already set stays.
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

import { closeSync, fsync, open, writev } from "node:fs";
import { promisify } from "node:util";
import { log } from "#base/log.server.ts";

/*
 * Files by descriptor: Node's FileHandle objects burden the garbage collector, and closing one is another task for the
 * thread pool. At hundreds of files a second both are measurable.
 */

export const openNumber = promisify(open);
export const syncNumber = promisify(fsync);
const writeMany = promisify(writev);

/** Writes all pieces at the end of a file, in order. The system may write a part only; the rest is written again. */
export async function writeAll(file: number, pieces: readonly Uint8Array[]): Promise<void> {
  let rest = pieces.filter(({ byteLength }) => byteLength > 0);
  while (rest.length > 0) {
    const { bytesWritten } = await writeMany(file, rest);
    if (bytesWritten === 0) throw new Error("the disk takes no bytes");
    rest = behind(rest, bytesWritten);
  }
}

/** The rest of some pieces after a number of bytes. */
export function behind(pieces: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let left = bytes;
  const rest: Uint8Array[] = [];
  for (const piece of pieces) {
    if (left < piece.byteLength) rest.push(left === 0 ? piece : piece.subarray(left));
    left = Math.max(0, left - piece.byteLength);
  }
  return rest;
}

/** Closes synchronously: the data is synced or abandoned by now, so closing does not block. */
export function closeSynced(file: number): void {
  try {
    closeSync(file);
  } catch (error) {
    log.warn({ err: error }, "a stored file did not close");
  }
}

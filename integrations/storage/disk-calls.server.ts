import { closeSync, fsync, open, writev } from "node:fs";
import { promisify } from "node:util";
import { log } from "#base/log.server.ts";

/*
 * Files by number: Node's own handles are objects that the collector has to look after, and closing one is another turn
 * of its threads. At hundreds of files a second both show.
 */

export const openNumber = promisify(open);
export const syncNumber = promisify(fsync);
const writeMany = promisify(writev);

/** Every byte at the end of a file, in order. A system may take some and leave the rest to be asked again. */
export async function writeAll(file: number, pieces: readonly Uint8Array[]): Promise<void> {
  let rest = pieces.filter(({ byteLength }) => byteLength > 0);
  while (rest.length > 0) {
    const { bytesWritten } = await writeMany(file, rest);
    if (bytesWritten === 0) throw new Error("the disk takes no bytes");
    rest = behind(rest, bytesWritten);
  }
}

/** What is left of some pieces behind a number of bytes. */
export function behind(pieces: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let left = bytes;
  const rest: Uint8Array[] = [];
  for (const piece of pieces) {
    if (left < piece.byteLength) rest.push(left === 0 ? piece : piece.subarray(left));
    left = Math.max(0, left - piece.byteLength);
  }
  return rest;
}

/** At once: what matters is on the disk by now, or is given up, so closing has nothing to wait for. */
export function closeSynced(file: number): void {
  try {
    closeSync(file);
  } catch (error) {
    log.warn({ err: error }, "a stored file did not close");
  }
}

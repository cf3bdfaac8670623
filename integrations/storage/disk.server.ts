import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, type FileHandle, open, opendir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { closeSynced, openNumber, syncNumber, writeAll } from "./disk-calls.server.ts";
import { type Folder, makeFolder } from "./disk-folder.server.ts";
import { assertKey, type ObjectStore, StoreFull, StoreUnavailable } from "./object-store.ts";

/** Files up to this many bytes are read at once: cheaper than a stream for the pictures of a page. */
const smallFile = 256 * 1024;
/** Bytes per write: the network delivers small pieces. */
const writeSize = 512 * 1024;
/** Pieces per write, below the limit of one system call. */
const writePieces = 500;

/** Files below one folder. @param root an absolute path; created when missing */
export function diskStore(root: string): ObjectStore {
  const base = path.resolve(root);
  /** Folders stay open for the life of the process: at most 256, each needed again by later uploads. */
  const folders = new Map<string, Promise<Folder>>();
  const locate = (key: string): string => {
    assertKey(key);
    const file = path.resolve(base, key);
    if (!file.startsWith(base + path.sep)) throw new Error("an object key may not leave the store");
    return file;
  };
  const ensureFolder = (folder: string): Promise<Folder> => {
    const known = folders.get(folder);
    if (known) return known;
    const made = makeFolder(folder, base);
    folders.set(folder, made);
    // Drop a failed folder, so that the next call retries.
    made.catch(() => folders.delete(folder));
    return made;
  };

  /**
   * Writes a temporary file, renames it once complete, then syncs the file and its folder: in this order journalling
   * file systems commit once for both. No reader knows the key before that, so a power cut leaves at most a file
   * without a reference.
   */
  const appear = async (key: string, fill: (file: number) => Promise<void>): Promise<void> => {
    const name = locate(key);
    const temporary = `${name}.${randomUUID()}.part`;
    let present = temporary;
    try {
      const folder = await ensureFolder(path.dirname(name));
      const file = await openNumber(temporary, "wx", 0o640);
      try {
        await fill(file);
        await rename(temporary, name);
        present = name;
        await Promise.all([syncNumber(file), folder.sync()]);
      } finally {
        closeSynced(file);
      }
    } catch (error) {
      // The folder may have been removed: create it again for the next file.
      if (codeOf(error) === "ENOENT") folders.delete(path.dirname(name));
      await rm(present, { force: true });
      const code = codeOf(error);
      if (code === "ENOSPC" || code === "EDQUOT") throw new StoreFull(error);
      throw error;
    }
  };

  return {
    put: (key, bytes) => appear(key, (file) => writeAll(file, [bytes])),
    async write(key, source, written) {
      let size = 0;
      await appear(key, async (file) => {
        let waiting: Uint8Array[] = [];
        let held = 0;
        for await (const chunk of source) {
          size += chunk.byteLength;
          held += chunk.byteLength;
          waiting.push(chunk);
          if (held < writeSize && waiting.length < writePieces) continue;
          await writeAll(file, waiting);
          waiting.forEach((piece) => {
            written?.(piece);
          });
          waiting = [];
          held = 0;
        }
        await writeAll(file, waiting);
        waiting.forEach((piece) => {
          written?.(piece);
        });
      });
      return size;
    },
    async size(key) {
      const found = await unlessMissing(stat(locate(key)));
      return found?.isFile() ? found.size : undefined;
    },
    async read(key, range) {
      const handle = await unlessMissing(open(locate(key), "r"));
      if (!handle) return undefined;
      if (range && range.end - range.start < smallFile) return readPart(handle, range);
      return handle.createReadStream(range);
    },
    async copy(from, to) {
      const source = await unlessMissing(open(locate(from), "r"));
      if (!source) return false;
      const bytes = source.createReadStream();
      await appear(to, async (file) => {
        for await (const chunk of bytes) await writeAll(file, [chunk]);
      }).finally(() => bytes.destroy());
      return true;
    },
    remove: (key) => rm(locate(key), { force: true }),
    async *list() {
      for (const { folder, name } of await foldersBelow(base)) {
        const entries = await unlessMissing(opendir(folder));
        for await (const entry of entries ?? []) {
          if (!entry.isFile()) continue;
          const found = await unlessMissing(stat(path.join(folder, entry.name)));
          if (found) yield { key: `${name}/${entry.name}`, writtenAt: found.mtime };
        }
      }
    },
    check: () =>
      access(base, constants.W_OK).then(
        () => undefined,
        () => "not reachable",
      ),
  };
}

async function readPart(
  handle: FileHandle,
  { start, end }: { start: number; end: number },
): Promise<Uint8Array> {
  try {
    const bytes = Buffer.allocUnsafe(end - start + 1);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
    if (bytesRead < bytes.length) {
      throw new StoreUnavailable(`${bytesRead} bytes of ${start} to ${end}`);
    }
    return bytes;
  } finally {
    await handle.close();
  }
}

async function foldersBelow(base: string): Promise<{ folder: string; name: string }[]> {
  const found: { folder: string; name: string }[] = [];
  const entries = await unlessMissing(opendir(base));
  for await (const entry of entries ?? []) {
    if (entry.isDirectory()) found.push({ folder: path.join(base, entry.name), name: entry.name });
  }
  return found;
}

async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}

import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, type FileHandle, open, opendir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { closeSynced, openNumber, syncNumber, writeAll } from "./disk-calls.server.ts";
import { type Folder, makeFolder } from "./disk-folder.server.ts";
import { assertKey, type ObjectStore, StoreFull } from "./object-store.ts";

/** Bytes up to which a file is read at once: cheaper than a stream for pictures of a page. */
const smallFile = 256 * 1024;
/** Bytes that are written at once: what comes over the network comes in small pieces. */
const writeSize = 512 * 1024;
/** Pieces that are written at once, below what one call of the system takes. */
const writePieces = 500;

/** Files below one folder. @param root an absolute path; made when it is missing */
export function diskStore(root: string): ObjectStore {
  const base = path.resolve(root);
  /** Open as long as the process lives: at most 256, and each is needed again at the next upload. */
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
    // What failed once may succeed later.
    made.catch(() => folders.delete(folder));
    return made;
  };

  /**
   * Under another name until every byte is written, then under its own, then made to last together with its folder: in
   * this order journalling file systems commit once for both. Nobody knows the key before all of it is done, so a power
   * cut in between leaves something that nothing names.
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
      // Somebody may have removed the folder; it is made again for the next file.
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
    return bytes.subarray(0, bytesRead);
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

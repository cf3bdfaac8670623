import { randomUUID } from "node:crypto";
import { createReadStream, type ReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";

/** Where bytes are kept. Keys are made by the program: letters, digits, `-`, `_`, `.` and `/`. */
export interface ObjectStore {
  /** Whole or not at all: a reader never sees half a file, also after a power cut. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** @returns undefined when there is no such object */
  size(key: string): Promise<number | undefined>;
  /** @param range first and last byte, both included */
  read(key: string, range?: { start: number; end: number }): ReadStream;
  remove(key: string): Promise<void>;
}

const safeKey = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/;

/** Files below one folder. @param root an absolute path; made when it is missing */
export function diskStore(root: string): ObjectStore {
  const base = path.resolve(root);
  const folders = new Set<string>();
  const locate = (key: string): string => {
    const file = path.resolve(base, key);
    if (!safeKey.test(key) || !file.startsWith(base + path.sep)) {
      throw new Error("an object key may not leave the store");
    }
    return file;
  };
  return {
    async put(key, bytes) {
      const file = locate(key);
      const folder = path.dirname(file);
      if (!folders.has(folder)) {
        await mkdir(folder, { recursive: true });
        folders.add(folder);
      }
      const temporary = `${file}.${randomUUID()}.part`;
      const handle = await open(temporary, "wx", 0o640);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      } finally {
        await handle.close();
      }
      await rename(temporary, file);
    },
    async size(key) {
      try {
        const found = await stat(locate(key));
        return found.isFile() ? found.size : undefined;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    read: (key, range) => createReadStream(locate(key), range),
    remove: (key) => rm(locate(key), { force: true }),
  };
}

/** The store that `STORAGE_URL` names. */
export function openStore(storageUrl: string): ObjectStore {
  // Not a URL parser: `file:./data/storage` is relative to the working folder.
  if (storageUrl.startsWith("file:")) {
    return diskStore(storageUrl.slice("file:".length).replace(/^\/\/(?=\/)/, ""));
  }
  throw new Error("STORAGE_URL must start with file:");
}

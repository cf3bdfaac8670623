import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import {
  access,
  copyFile,
  type FileHandle,
  mkdir,
  open,
  opendir,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import path from "node:path";
import { assertKey, type ObjectStore, StoreFull } from "./object-store.ts";

/** Bytes up to which a file is read at once: cheaper than a stream for pictures of a page. */
const smallFile = 256 * 1024;

/** Files below one folder. @param root an absolute path; made when it is missing */
export function diskStore(root: string): ObjectStore {
  const base = path.resolve(root);
  const folders = new Map<string, Promise<void>>();
  const locate = (key: string): string => {
    assertKey(key);
    const file = path.resolve(base, key);
    if (!file.startsWith(base + path.sep)) throw new Error("an object key may not leave the store");
    return file;
  };
  const ensureFolder = (folder: string): Promise<void> => {
    const known = folders.get(folder) ?? makeFolder(folder, base);
    folders.set(folder, known);
    // What failed once may succeed later.
    known.catch(() => folders.delete(folder));
    return known;
  };

  /** Under another name until it is whole and on the disk; then it appears at once. */
  const appear = async (key: string, fill: (temporary: string) => Promise<void>): Promise<void> => {
    const file = locate(key);
    const temporary = `${file}.${randomUUID()}.part`;
    try {
      await ensureFolder(path.dirname(file));
      await fill(temporary);
      await rename(temporary, file);
      await syncFolder(path.dirname(file));
    } catch (error) {
      await rm(temporary, { force: true });
      const code = codeOf(error);
      if (code === "ENOSPC" || code === "EDQUOT") throw new StoreFull(error);
      throw error;
    }
  };
  const fillFrom = async (
    temporary: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
  ): Promise<void> => {
    const handle = await open(temporary, "wx", 0o640);
    try {
      if (content instanceof Uint8Array) await handle.writeFile(content);
      else for await (const chunk of content) await handle.writeFile(chunk);
      await handle.sync();
    } finally {
      await handle.close();
    }
  };

  return {
    put: (key, bytes) => appear(key, (temporary) => fillFrom(temporary, bytes)),
    async write(key, source) {
      let size = 0;
      const counted = async function* () {
        for await (const chunk of source) {
          size += chunk.byteLength;
          yield chunk;
        }
      };
      await appear(key, (temporary) => fillFrom(temporary, counted()));
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
      const source = locate(from);
      if (!(await unlessMissing(stat(source)))) return false;
      await appear(to, async (temporary) => {
        // Where the file system can, both share their blocks until one changes, which none does.
        await copyFile(source, temporary, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
        const handle = await open(temporary, "r+");
        await handle.sync().finally(() => handle.close());
      });
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

async function makeFolder(folder: string, base: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  if (folder.startsWith(base + path.sep)) await syncFolder(path.dirname(folder));
}

/** Without it a power cut may forget the new name, though the bytes are on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } catch (error) {
    // Windows and some network drives cannot; there the drive itself answers for it.
    if (!["EPERM", "EINVAL", "ENOTSUP"].includes(codeOf(error) ?? "")) throw error;
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

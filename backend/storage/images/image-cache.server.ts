import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { log } from "#base/log.server.ts";

/** Transformed pictures on this machine. A lost one is made again. */
export interface ImageCache {
  /** @param key letters and digits */
  find(key: string): Promise<Uint8Array | undefined>;
  keep(key: string, bytes: Uint8Array): Promise<void>;
}

const keyShape = /^[0-9a-f]{64}$/;

/**
 * Files in one folder; the least recently used are evicted first.
 * @param maxBytes of all files together
 */
export function diskImageCache(folder: string, maxBytes: number): ImageCache {
  let known: Promise<Map<string, number>> | undefined;
  let total = 0;
  const sizes = (): Promise<Map<string, number>> => {
    known ??= readSizes(folder).then((found) => {
      for (const size of found.values()) total += size;
      return found;
    });
    return known;
  };
  const forget = async (entries: Map<string, number>, key: string) => {
    total -= entries.get(key) ?? 0;
    entries.delete(key);
    await rm(path.join(folder, key), { force: true });
  };

  return {
    async find(key) {
      const entries = await sizes();
      const size = entries.get(key);
      if (size === undefined) return undefined;
      // An unusable copy is discarded; the picture can be made again.
      const bytes = await readFile(path.join(folder, key)).catch(() => undefined);
      if (bytes?.byteLength !== size) {
        await forget(entries, key);
        return undefined;
      }
      // A Map iterates in insertion order: the last entry is the newest.
      entries.delete(key);
      entries.set(key, size);
      return bytes;
    },
    async keep(key, bytes) {
      if (!keyShape.test(key) || bytes.byteLength > maxBytes / 10) return;
      try {
        const entries = await sizes();
        const temporary = path.join(folder, `${key}.${randomUUID()}`);
        await writeFile(temporary, bytes);
        await rename(temporary, path.join(folder, key));
        total += bytes.byteLength - (entries.get(key) ?? 0);
        entries.delete(key);
        entries.set(key, bytes.byteLength);
        for (const oldest of entries.keys()) {
          if (total <= maxBytes) break;
          await forget(entries, oldest);
        }
      } catch (error) {
        // On a full disk pictures are slower but still available.
        log.warn({ err: error }, "a transformed picture was not kept");
      }
    },
  };
}

/** Files of an earlier process, oldest first. */
async function readSizes(folder: string): Promise<Map<string, number>> {
  await mkdir(folder, { recursive: true });
  const found: { name: string; size: number; at: number }[] = [];
  for (const name of await readdir(folder)) {
    const entry = await stat(path.join(folder, name)).catch(() => undefined);
    if (!entry?.isFile()) continue;
    if (keyShape.test(name)) found.push({ name, size: entry.size, at: entry.mtimeMs });
    // A partial file of a process that died.
    else if (Date.now() - entry.mtimeMs > 60_000)
      await rm(path.join(folder, name), { force: true });
  }
  return new Map(found.sort((a, b) => a.at - b.at).map(({ name, size }) => [name, size]));
}

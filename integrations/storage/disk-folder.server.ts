import { mkdir } from "node:fs/promises";
import path from "node:path";
import { closeSynced, openNumber, syncNumber } from "./disk-calls.server.ts";

export interface Folder {
  /**
   * Syncs the folder's current names, once for all concurrent calls (docs/why/storage-and-realtime.md): without it a power cut may lose a
   * name although its bytes are on the disk.
   */
  sync(): Promise<void>;
  close(): void;
}

/** Creates a missing folder and syncs its name in the parent. @param base the root folder of the store */
export async function makeFolder(folder: string, base: string): Promise<Folder> {
  await mkdir(folder, { recursive: true });
  if (folder.startsWith(base + path.sep)) {
    const above = await openFolder(path.dirname(folder));
    await above.sync().finally(above.close);
  }
  return openFolder(folder);
}

async function openFolder(folder: string): Promise<Folder> {
  let opened: number;
  try {
    opened = await openNumber(folder, "r");
  } catch (error) {
    // Windows cannot open folders; there the file system alone is relied on.
    if (!["EPERM", "EISDIR"].includes(codeOf(error) ?? "")) throw error;
    return { sync: async () => undefined, close: () => undefined };
  }
  return { close: () => closeSynced(opened), sync: shared(() => syncFolder(opened)) };
}

async function syncFolder(opened: number): Promise<void> {
  try {
    await syncNumber(opened);
  } catch (error) {
    // Some network drives cannot sync a folder.
    if (!["EPERM", "EINVAL", "ENOTSUP"].includes(codeOf(error) ?? "")) throw error;
  }
}

/** Calls during a run share the next run: the current one may have begun before their names were written. */
export function shared(run: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    const begun = run().finally(() => {
      if (current === begun) current = undefined;
    });
    current = begun;
    return begun;
  };
  return () => {
    if (!current) return begin();
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return begin();
      });
    return next;
  };
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}

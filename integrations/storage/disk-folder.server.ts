import { mkdir } from "node:fs/promises";
import path from "node:path";
import { closeSynced, openNumber, syncNumber } from "./disk-calls.server.ts";

export interface Folder {
  /** Makes every name that is there now last, once for all who ask meanwhile (decision 0039): without it a power cut may forget one, though the bytes are on the disk. */
  sync(): Promise<void>;
  close(): void;
}

/** Made when it is missing, and made to last in the folder above. @param base where the store begins */
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
    // Windows opens no folders; there the drive itself answers for it.
    if (!["EPERM", "EISDIR"].includes(codeOf(error) ?? "")) throw error;
    return { sync: async () => undefined, close: () => undefined };
  }
  return { close: () => closeSynced(opened), sync: shared(() => syncFolder(opened)) };
}

async function syncFolder(opened: number): Promise<void> {
  try {
    await syncNumber(opened);
  } catch (error) {
    // Some network drives cannot.
    if (!["EPERM", "EINVAL", "ENOTSUP"].includes(codeOf(error) ?? "")) throw error;
  }
}

/**
 * Whoever asks while one is under way shares the next one with all who ask until it begins: the one under way may have
 * begun before their name was there.
 */
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

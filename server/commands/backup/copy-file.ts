import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";

/** A copied file of a backup. */
export interface CopiedFile {
  /** Path below the backup's folder, with slashes. */
  readonly path: string;
  readonly size: number;
  /** Hexadecimal digits. */
  readonly sha256: string;
}

/**
 * Copies a file, syncs it, and returns size and checksum of the bytes that were read, even when the file
 * changes meanwhile. Only this account can read the copy, because a backup holds everything.
 * @returns undefined when the file no longer exists
 * @throws Error when the copy already exists
 */
export async function copyFile(
  from: string,
  to: string,
): Promise<Omit<CopiedFile, "path"> | undefined> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  const target = await open(to, "wx", 0o600);
  const hash = createHash("sha256");
  let size = 0;
  try {
    for await (const chunk of createReadStream(from, { highWaterMark: 1024 * 1024 })) {
      const bytes = chunk as Buffer;
      hash.update(bytes);
      size += bytes.byteLength;
      await target.write(bytes);
    }
    await target.sync();
  } catch (error) {
    await rm(to, { force: true });
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  } finally {
    await target.close();
  }
  return { size, sha256: hash.digest("hex") };
}

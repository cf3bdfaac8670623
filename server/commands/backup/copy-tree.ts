import { readdir } from "node:fs/promises";
import path from "node:path";
import { limitConcurrency } from "#base/limit-concurrency.ts";
import { type CopiedFile, copyFile } from "./copy-file.ts";

/** Files copied concurrently: each waits for the disk. */
const atOnce = 8;

export interface Tree {
  readonly folders: readonly string[];
  readonly files: readonly CopiedFile[];
}

/**
 * Copies a folder recursively. Entries that vanish meanwhile are omitted.
 * @param into the backup's folder
 * @param name the target inside it, e.g. `database`
 * @param isWanted called with the path below `from`, with slashes
 */
export async function copyTree(
  from: string,
  into: string,
  name: string,
  isWanted: (relative: string, isFolder: boolean) => boolean = () => true,
): Promise<Tree> {
  const folders: string[] = [name];
  const inTurn = limitConcurrency(atOnce);
  const copying: Promise<CopiedFile | undefined>[] = [];

  async function walk(relative: string): Promise<void> {
    const entries = await readdir(path.join(from, relative), { withFileTypes: true }).catch(empty);
    for (const entry of entries) {
      const below = relative === "" ? entry.name : `${relative}/${entry.name}`;
      if (!isWanted(below, entry.isDirectory())) continue;
      if (entry.isDirectory()) {
        folders.push(`${name}/${below}`);
        await walk(below);
      } else if (entry.isFile()) {
        const copied = `${name}/${below}`;
        copying.push(
          inTurn(async () => {
            const facts = await copyFile(path.join(from, below), path.join(into, copied));
            return facts && { path: copied, ...facts };
          }),
        );
      }
    }
  }

  await walk("");
  const files = (await Promise.all(copying)).filter((file) => file !== undefined);
  return { folders, files };
}

function empty(error: NodeJS.ErrnoException): [] {
  if (error.code === "ENOENT") return [];
  throw error;
}

import { randomUUID } from "node:crypto";
import { open, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { log } from "#base/log.server.ts";
import { asShop, sqlState } from "#db/client.server.ts";

/**
 * Free bytes below which a disk counts as full: PostgreSQL allocates 16 MiB at once for its WAL, and stops
 * without them.
 */
const leastFreeBytes = 32 * 2 ** 20;
/** Bytes of a test write to the data directory. */
const probeBytes = 64 * 1024;
/** Milliseconds that a passed check is cached, so that frequent probes write little. */
const passedMs = 5_000;
/** Milliseconds that a failed check is cached. */
const failedMs = 1_000;
const full = new Set(["ENOSPC", "EDQUOT", "53100"]);

/**
 * Checks that the shop can write to its data directory and to its database's disk.
 * @returns the problem, or undefined; a passed check is cached for five seconds, a failed one for one second
 */
export function diskCheck(dataDir: string): () => Promise<string | undefined> {
  let validUntil = 0;
  let found: Promise<string | undefined> = Promise.resolve(undefined);
  return () => {
    const began = performance.now();
    if (began < validUntil) return found;
    validUntil = began + failedMs;
    found = check(dataDir).then((problem) => {
      if (problem === undefined) validUntil = began + passedMs;
      return problem;
    });
    return found;
  };
}

async function check(dataDir: string): Promise<string | undefined> {
  try {
    await Promise.all([writeProbe(dataDir), asShop()`select private.check_writes()`]);
    const { bavail, bsize } = await statfs(dataDir);
    return bavail * bsize < leastFreeBytes ? "disk full" : undefined;
  } catch (error) {
    log.error({ err: error }, "writing was tried and failed");
    const code = sqlState(error) ?? (error as NodeJS.ErrnoException).code ?? "";
    return full.has(code) ? "disk full" : "cannot write";
  }
}

async function writeProbe(dataDir: string): Promise<void> {
  const file = path.join(dataDir, `write-check-${randomUUID()}`);
  try {
    const handle = await open(file, "wx", 0o600);
    try {
      await handle.writeFile(Buffer.alloc(probeBytes));
      // Some file systems report an error only on sync.
      await handle.sync();
    } finally {
      await handle.close();
    }
  } finally {
    await rm(file, { force: true });
  }
}

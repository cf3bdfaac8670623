import { createHash, randomUUID } from "node:crypto";
import { invalidMimeType, tooLarge } from "#backend/storage/errors.ts";
import { log } from "#base/log.server.ts";
import { isConnectionLost } from "#db/connection-lost.server.ts";
import type { ObjectStore } from "#integrations/storage/object-store.ts";
import { contradicts, sniffLength } from "./sniff.ts";

/** Stored bytes without a row yet. */
export interface StoredBytes {
  readonly version: string;
  readonly size: number;
  readonly etag: string;
}

/** The key of a version's bytes: spread over folders, and never a name that a client chose. */
export function objectKey(version: string): string {
  return `${version.slice(0, 2)}/${version}`;
}

/**
 * An unguessable name for new bytes. Versions of one second share a folder, so that one sync of the folder
 * covers all of them.
 */
export function freshVersion(): string {
  const folder = (Math.floor(Date.now() / 1000) % 256).toString(16).padStart(2, "0");
  return `${folder}${randomUUID().slice(2)}`;
}

/** A strong entity tag of the content, in the quotes that HTTP requires. */
export function etagOf(digest: Buffer): string {
  return `"${digest.toString("base64url").slice(0, 32)}"`;
}

/**
 * Writes bytes under a new version as they arrive, and stops at the first byte above the limit. Every upload
 * ends here, so all have the same checks.
 * @param limits.essence the declared media type without parameters; undefined skips the check of the content
 * @param limits.written called with pieces that are no longer needed
 * @throws StorageError EntityTooLarge, InvalidMimeType, and the error of `source`; nothing is stored then
 */
export async function storeBytes(
  store: ObjectStore,
  source: AsyncIterable<Uint8Array>,
  limits: {
    limit: number;
    essence: string | undefined;
    written?: (piece: Uint8Array) => void;
  },
): Promise<StoredBytes> {
  const version = freshVersion();
  const hash = createHash("sha256");
  const checked = async function* () {
    let size = 0;
    let head: Uint8Array[] | undefined = limits.essence ? [] : undefined;
    for await (const chunk of source) {
      size += chunk.byteLength;
      if (size > limits.limit) throw tooLarge();
      hash.update(chunk);
      if (!head) {
        yield chunk;
        continue;
      }
      head.push(chunk);
      if (size < sniffLength) continue;
      yield assertHonest(limits.essence, head.length === 1 ? chunk : Buffer.concat(head));
      head = undefined;
    }
    if (head && size > 0) yield assertHonest(limits.essence, Buffer.concat(head));
  };
  const size = await store.write(objectKey(version), checked(), limits.written);
  return { version, size, etag: etagOf(hash.digest()) };
}

/** @throws StorageError InvalidMimeType */
export function assertHonest(essence: string | undefined, head: Uint8Array): Uint8Array {
  if (essence && contradicts(essence, head)) throw invalidMimeType(essence);
  return head;
}

/** Removes bytes whose row was not written. After a failure the nightly purge removes them. */
export async function discardBytes(store: ObjectStore, version: string): Promise<void> {
  await store
    .remove(objectKey(version))
    .catch((error) => log.warn({ err: error, version }, "left for the sweep"));
}

/**
 * Removes bytes whose row could not be written. A lost connection may have broken after the commit, and a row
 * without bytes is worse than bytes without a row: the nightly purge then decides.
 */
export async function discardAfter(
  error: unknown,
  store: ObjectStore,
  version: string,
): Promise<void> {
  if (!isConnectionLost(error)) await discardBytes(store, version);
}

import { createHash, randomUUID } from "node:crypto";
import { invalidMimeType, tooLarge } from "#backend/storage/errors.ts";
import { log } from "#base/log.server.ts";
import { isConnectionLost } from "#db/connection-lost.server.ts";
import type { ObjectStore } from "#integrations/storage/object-store.ts";
import { contradicts, sniffLength } from "./sniff.ts";

/** Bytes that are in the store and that no row names yet. */
export interface StoredBytes {
  readonly version: string;
  readonly size: number;
  readonly etag: string;
}

/** Where the bytes of a version are: spread over folders, and never under a name that a client chose. */
export function objectKey(version: string): string {
  return `${version.slice(0, 2)}/${version}`;
}

/**
 * A name for new bytes that nobody can guess. Those of one second go to one folder, so that making its names last is done
 * once for all of them.
 */
export function freshVersion(): string {
  const folder = (Math.floor(Date.now() / 1000) % 256).toString(16).padStart(2, "0");
  return `${folder}${randomUUID().slice(2)}`;
}

/** A strong tag from the content, in the quotes that HTTP wants. */
export function etagOf(digest: Buffer): string {
  return `"${digest.toString("base64url").slice(0, 32)}"`;
}

/**
 * Writes bytes under a fresh version while they come, and stops at the first that is too many. Every way in for
 * files ends here, so what is refused on one is refused on all.
 * @param limits.essence the declared media type without parameters; undefined leaves the content alone
 * @param limits.written may be told of pieces that are not needed any more
 * @throws StorageError EntityTooLarge, InvalidMimeType, and whatever `source` throws; then nothing is kept
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

/** Takes back bytes whose row was not written. What cannot be removed now the sweep removes later. */
export async function discardBytes(store: ObjectStore, version: string): Promise<void> {
  await store
    .remove(objectKey(version))
    .catch((error) => log.warn({ err: error, version }, "left for the sweep"));
}

/**
 * Takes back bytes whose row could not be written. A connection that broke may have done so after the commit, and a row
 * without its bytes is worse than bytes without a row: then the sweep finds out.
 */
export async function discardAfter(
  error: unknown,
  store: ObjectStore,
  version: string,
): Promise<void> {
  if (!isConnectionLost(error)) await discardBytes(store, version);
}

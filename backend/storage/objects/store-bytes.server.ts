import { createHash } from "node:crypto";
import { invalidMimeType, tooLarge } from "#backend/storage/errors.ts";
import type { ObjectStore } from "#integrations/storage/object-store.ts";
import {
  etagOf,
  freshVersion,
  objectKey,
  type StoredBytes,
} from "#integrations/storage/object-version.ts";
import { contradicts, sniffLength } from "./sniff.ts";

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

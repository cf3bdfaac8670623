import { Readable } from "node:stream";
import { type ObjectStore, StoreUnavailable } from "./object-store.ts";
import { objectKey } from "./object-version.ts";

/**
 * Reads the first `size` bytes of a stored version. Streams of S3 have plain `Uint8Array` chunks.
 * @param size bytes; the caller limits it, because the result is in memory
 * @throws StoreUnavailable when the store does not return all of them
 */
export async function readWhole(
  store: ObjectStore,
  version: string,
  size: number,
): Promise<Buffer<ArrayBuffer>> {
  const whole = Buffer.alloc(size);
  if (size === 0) return whole;
  const source = await store.read(objectKey(version), { start: 0, end: size - 1 });
  if (source === undefined) throw new StoreUnavailable(`the bytes of ${version} are missing`);
  const chunks = source instanceof Readable ? (source as AsyncIterable<Uint8Array>) : [source];
  let at = 0;
  for await (const chunk of chunks) {
    if (at + chunk.byteLength <= size) whole.set(chunk, at);
    at += chunk.byteLength;
  }
  if (at !== size) throw new StoreUnavailable(`${at} bytes of ${size}`);
  return whole;
}

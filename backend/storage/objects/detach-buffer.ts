/**
 * Frees the memory of unneeded bytes at once. The garbage collector underestimates the memory behind a buffer
 * object and then runs full collections: without this, uploads caused five a second. Only for bytes that came
 * with a request and have no other user; a part of a larger buffer is not detached.
 */
export function detachBuffer(bytes: Uint8Array): void {
  const { buffer, byteLength } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  if (isWhole && byteLength > 0) buffer.transfer(0);
}

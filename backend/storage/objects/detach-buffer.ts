/**
 * Frees the memory of bytes that nobody needs any more, at once. The collector learns late how much hangs on the few bytes
 * of a buffer's object and then goes through everything: left to it, uploads made it do so five times a second. Only for
 * bytes that came with a request and are nobody else's; a part of something larger is left alone.
 */
export function detachBuffer(bytes: Uint8Array): void {
  const { buffer, byteLength } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  if (isWhole && byteLength > 0) buffer.transfer(0);
}

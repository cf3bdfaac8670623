import { secret } from "./camera-metadata.ts";

/* What a stored file has beside its picture, read from its bytes and not by the decoder that wrote them. */

/** Start, JFIF, tables, frames, restart interval, scan. */
const jpegMarkers = new Set([0xe0, 0xdb, 0xc0, 0xc1, 0xc2, 0xc4, 0xdd, 0xda]);
/** `pHYs` is a resolution. */
const pngChunks = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "pHYs", "IEND"]);
const webpChunks = new Set(["VP8X", "ALPH", "VP8 ", "VP8L"]);

/** Names of segments and chunks that no picture needs, bytes behind it, and the word that was planted. */
export function tracesOf(file: Buffer): readonly string[] {
  const parts =
    file[0] === 0xff ? jpegTraces(file) : file[0] === 0x89 ? pngTraces(file) : webpTraces(file);
  const isTold = file.toString("latin1").replaceAll("\0", "").includes(secret);
  return isTold ? [...parts, secret] : parts;
}

function jpegTraces(file: Buffer): string[] {
  const found: string[] = [];
  let at = 2;
  for (; file[at + 1] !== 0xda && at + 4 <= file.length; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file[at + 1] ?? 0;
    const isJfif = marker !== 0xe0 || file.toString("latin1", at + 4, at + 8) === "JFIF";
    if (!jpegMarkers.has(marker) || !isJfif) found.push(`segment ${marker.toString(16)}`);
  }
  // In the pixels 0xff is followed by a zero or a marker of theirs.
  const end = file.indexOf(Buffer.from([0xff, 0xd9]), at);
  if (end !== file.length - 2) found.push("bytes behind the picture");
  return found;
}

function pngTraces(file: Buffer): string[] {
  const found: string[] = [];
  let at = 8;
  for (let name = ""; name !== "IEND" && at + 12 <= file.length; ) {
    name = file.toString("latin1", at + 4, at + 8);
    if (!pngChunks.has(name)) found.push(`chunk ${name}`);
    at += 12 + file.readUInt32BE(at);
  }
  if (at !== file.length) found.push("bytes behind the picture");
  return found;
}

function webpTraces(file: Buffer): string[] {
  const found: string[] = [];
  for (let at = 12; at + 8 <= file.length; ) {
    const name = file.toString("latin1", at, at + 4);
    const length = file.readUInt32LE(at + 4);
    if (!webpChunks.has(name)) found.push(`chunk ${name}`);
    at += 8 + length + (length % 2);
  }
  if (file.readUInt32LE(4) !== file.length - 8) found.push("bytes behind the picture");
  return found;
}

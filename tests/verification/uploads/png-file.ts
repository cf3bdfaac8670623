import { crc32, deflateSync } from "node:zlib";

/* PNG files by their chunks (W3C PNG, third edition), so that each part can be wrong by itself. */

export const pngSignature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** @param sum absent: the right one */
export function chunk(name: string, content: Uint8Array = Buffer.alloc(0), sum?: number): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), content]);
  return Buffer.concat([u32(content.byteLength), body, u32(sum ?? crc32(body))]);
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

/** Colour types of PNG. */
export const grey = 0;
export const rgb = 2;
export const palette = 3;
export const greyAlpha = 4;
export const rgba = 6;
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Header {
  readonly width: number;
  readonly height: number;
  /** Bits of a channel. */
  readonly depth?: number;
  readonly colour?: number;
  readonly interlace?: number;
}

export function header({ width, height, depth = 8, colour = rgb, interlace = 0 }: Header): Buffer {
  const facts = Buffer.from([depth, colour, 0, 0, interlace]);
  return chunk("IHDR", Buffer.concat([u32(width), u32(height), facts]));
}

/** Rows of one value, each with its filter. */
export function rows(head: Header, value = 0x60, filter = 0): Buffer {
  const { width, height, depth = 8, colour = rgb } = head;
  const row = Buffer.alloc(1 + Math.ceil((width * depth * (channels[colour] ?? 3)) / 8), value);
  row[0] = filter;
  return Buffer.concat(Array.from({ length: height }, () => row));
}

export const data = (pixels: Uint8Array): Buffer => chunk("IDAT", deflateSync(pixels));
export const end = chunk("IEND");

interface Parts {
  /** Chunks between the header and the pixels. */
  readonly before?: readonly Uint8Array[];
  readonly pixels?: Uint8Array;
  readonly after?: readonly Uint8Array[];
}

export function png(head: Header, { before = [], pixels, after = [end] }: Parts = {}): Buffer {
  return Buffer.concat([
    pngSignature,
    header(head),
    ...before,
    pixels ?? data(rows(head)),
    ...after,
  ]);
}

/** A finished PNG with more chunks behind its header. */
export function withChunks(file: Uint8Array, ...chunks: readonly Uint8Array[]): Buffer {
  const headerEnd = 33;
  return Buffer.concat([file.subarray(0, headerEnd), ...chunks, file.subarray(headerEnd)]);
}

/** A compressed text or profile: `zTXt`, `iCCP`. */
export const compressed = (name: string, content: Uint8Array): Buffer =>
  chunk(name, Buffer.concat([Buffer.from("Comment\0\0", "latin1"), deflateSync(content)]));

import { u16, u32 } from "./png-file.ts";

/* WebP files by their RIFF chunks, and AVIF files by their boxes (ISO/IEC 14496-12, 23008-12). */

const u32le = (value: number) => u32(value).reverse();

export function riffChunk(name: string, content: Uint8Array): Buffer {
  const padding = Buffer.alloc(content.length % 2);
  return Buffer.concat([Buffer.from(name, "latin1"), u32le(content.length), content, padding]);
}

/** @param length absent: the right one */
export function webp(chunks: readonly Uint8Array[], length?: number): Buffer {
  const body = Buffer.concat([Buffer.from("WEBP", "latin1"), ...chunks]);
  return Buffer.concat([Buffer.from("RIFF", "latin1"), u32le(length ?? body.length), body]);
}

/** The chunks of a finished WebP, without its RIFF header. */
export const webpBody = (file: Uint8Array): Uint8Array => file.subarray(12);

const exifFlag = 0x08;
const xmpFlag = 0x04;
const profileFlag = 0x20;

/** The header of an extended WebP. @param flags sums of the flags */
export function extended(width: number, height: number, flags = 0): Buffer {
  const [w, h] = [u32le(width - 1).subarray(0, 3), u32le(height - 1).subarray(0, 3)];
  return riffChunk("VP8X", Buffer.concat([Buffer.from([flags, 0, 0, 0]), w, h]));
}
export const webpFlags = { exif: exifFlag, xmp: xmpFlag, profile: profileFlag };

export function box(name: string, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), ...content]);
  return Buffer.concat([u32(body.length + 4), body]);
}
const full = (name: string, version: number, ...content: readonly Uint8Array[]) =>
  box(name, Buffer.from([version, 0, 0, 0]), ...content);

/** The content of the first box of a name, wherever it is. */
function contentOf(file: Buffer, name: string): Buffer {
  const at = file.indexOf(name, 0, "latin1");
  if (at < 4) throw new Error(`The AVIF has no ${name}`);
  return file.subarray(at + 4, at - 4 + file.readUInt32BE(at - 4));
}

/**
 * An AVIF of several pictures that share the pixels and properties of a finished one.
 * @param claimed width and height that `ispe` says instead of the true ones
 */
export function avifOf(
  file: Buffer,
  { items = 1, brand = "avif", claimed }: AvifChange = {},
): Buffer {
  const pixels = contentOf(file, "mdat");
  const properties = Buffer.from(contentOf(file, "ipco"));
  const ispe = properties.indexOf("ispe", 0, "latin1");
  if (claimed) properties.set(Buffer.concat(claimed.map(u32)), ispe + 8);
  const list = Array.from({ length: items }, (_, index) => index + 1);
  const count = boxesIn(properties);
  const uses = Buffer.from([count, ...Array.from({ length: count }, (_, index) => index + 1)]);
  const infos = list.map((id) => full("infe", 2, u16(id), u16(0), Buffer.from("av01\0", "latin1")));
  const meta = (offset: number) =>
    full(
      "meta",
      0,
      full("hdlr", 0, u32(0), Buffer.from("pict", "latin1"), Buffer.alloc(13)),
      full("pitm", 0, u16(1)),
      full(
        "iloc",
        0,
        Buffer.from([0x44, 0]),
        u16(items),
        ...list.map((id) =>
          Buffer.concat([u16(id), u16(0), u16(1), u32(offset), u32(pixels.length)]),
        ),
      ),
      full("iinf", 0, u16(items), ...infos),
      box(
        "iprp",
        box("ipco", properties),
        full("ipma", 0, u32(items), ...list.map((id) => Buffer.concat([u16(id), uses]))),
      ),
    );
  const type = box("ftyp", Buffer.from(`${brand}\0\0\0\0${brand}mif1miaf`, "latin1"));
  const offset = type.length + meta(0).length + 8;
  return Buffer.concat([type, meta(offset), box("mdat", pixels)]);
}

interface AvifChange {
  readonly items?: number;
  readonly brand?: string;
  readonly claimed?: readonly [width: number, height: number];
}

function boxesIn(content: Buffer): number {
  let count = 0;
  for (let at = 0; at + 8 <= content.length; at += Math.max(8, content.readUInt32BE(at))) count++;
  return count;
}

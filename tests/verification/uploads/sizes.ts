import { deflateSync } from "node:zlib";
import { changed, segment } from "./jpeg-file.ts";
import * as png from "./png-file.ts";
import { avifOf, extended, riffChunk, webp } from "./riff-and-boxes.ts";
import { accepted, casesOf, flat, noise } from "./upload-case.ts";

/* Sizes at and beyond each limit, true and claimed, and files that unpack to far more than they are. */

const frame = 0xc0;
const jpegOf = async (width: number, height: number) =>
  changed(await flat(16, 16).jpeg().toBuffer(), frame, 5, ...png.u16(height), ...png.u16(width));
/** A lossless WebP that is a header: 14 bits for each side. */
const losslessOf = (width: number, height: number) => {
  const sides = Buffer.alloc(5);
  sides[0] = 0x2f;
  sides.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1);
  return webp([riffChunk("VP8L", Buffer.concat([sides, Buffer.alloc(40)]))]);
};
const claimingAvif = async (width: number, height: number) =>
  avifOf(await noise(64, 64).avif({ effort: 0 }).toBuffer(), { claimed: [width, height] });
const small = { width: 64, height: 64 };
const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024);
const packed = (name: string) => (megabytes: number) =>
  png.png(small, { before: [png.compressed(name, zeros(megabytes))] });

export const sizes = casesOf("sizes", [
  [
    "a PNG of 60,000 × 60,000",
    "picture_too_many_pixels",
    () =>
      png
        .png({ ...small, width: 60_000 }, { pixels: png.data(png.rows(small)) })
        .fill(png.header({ width: 60_000, height: 60_000 }), 8, 33),
  ],
  [
    "a PNG of 2³¹ − 1 squared",
    "picture_broken",
    () =>
      Buffer.concat([
        png.pngSignature,
        png.header({ width: 0x7fffffff, height: 0x7fffffff }),
        png.data(Buffer.alloc(99)),
        png.end,
      ]),
  ],
  ["a PNG without width", "picture_broken", () => png.png({ width: 0, height: 64 })],
  [
    "a PNG of 9,000 × 9,000",
    "picture_too_many_pixels",
    () =>
      Buffer.concat([
        png.pngSignature,
        png.header({ width: 9_000, height: 9_000 }),
        png.data(Buffer.alloc(99)),
        png.end,
      ]),
  ],
  [
    "a PNG with fewer pixels than it says",
    "picture_broken",
    () => png.png({ width: 4_000, height: 4_000 }, { pixels: png.data(Buffer.alloc(9_999)) }),
  ],
  ["a JPEG of 65,500 × 65,500", "picture_too_many_pixels", () => jpegOf(65_500, 65_500)],
  ["a JPEG of 65,500 × 16", "picture_side_too_long", () => jpegOf(65_500, 16)],
  ["a JPEG without height", "picture_broken", () => jpegOf(16, 0)],
  ["a JPEG of 8,000 × 8,000 with 16 rows", "either", () => jpegOf(8_000, 8_000), "heavy"],
  ["a WebP of 16,384 × 16,384", "picture_broken", () => webp([extended(16_384, 16_384)])],
  ["a lossless WebP of 16,384 × 16,384", "picture_broken", () => losslessOf(16_384, 16_384)],
  ["a lossless WebP that is a header", "picture_broken", () => losslessOf(64, 64)],
  [
    "a WebP with a canvas of 2²⁴ squared",
    "picture_broken",
    () => webp([extended(0x1000000, 0x1000000)]),
  ],
  ["an AVIF of 60,000 × 60,000", "picture_too_many_pixels", () => claimingAvif(60_000, 60_000)],
  ["an AVIF of 2³² − 1 squared", "picture_broken", () => claimingAvif(0xffffffff, 0xffffffff)],
  ["an AVIF larger than its pixels", "picture_broken", () => claimingAvif(640, 640)],
  ["a pixel", "picture_too_small", () => png.png({ width: 1, height: 1 })],
  ["15 pixels wide", "picture_too_small", () => flat(15, 40).png().toBuffer()],
  ["15 pixels high", "picture_too_small", () => flat(40, 15).jpeg().toBuffer()],
  ["16 × 16", accepted("png", 16, 16), async () => flat(16, 16).ensureAlpha(0.5).png().toBuffer()],
  ["12,001 pixels wide", "picture_side_too_long", () => flat(12_001, 16).jpeg().toBuffer()],
  ["12,001 pixels high", "picture_side_too_long", () => png.png({ width: 16, height: 12_001 })],
  ["12,000 pixels wide", accepted("jpeg", 12_000, 16), () => flat(12_000, 16).webp().toBuffer()],
  [
    "80,004,000 pixels",
    "picture_too_many_pixels",
    () => png.png({ width: 10_000, height: 8_001, depth: 1, colour: png.grey }),
    "heavy",
  ],
  [
    "80,000,000 pixels in a few kilobytes",
    accepted("jpeg", 10_000, 8_000),
    () => png.png({ width: 10_000, height: 8_000, depth: 1, colour: png.grey }),
    "heavy",
  ],
  [
    "80,000,000 pixels of 64 bits",
    "either",
    () =>
      png.png(
        { width: 10_000, height: 8_000, depth: 16, colour: png.rgba },
        { pixels: png.chunk("IDAT", deflateSync(Buffer.alloc(80_001 * 8_000), { level: 1 })) },
      ),
    "heavy",
  ],
  ["80,000,000 interlaced pixels", "either", () => flatInterlaced(10_000, 8_000), "heavy"],
  [
    "80,000,000 progressive pixels",
    "either",
    () => flat(10_000, 8_000).jpeg({ progressive: true }).toBuffer(),
    "heavy",
  ],
  [
    "80,000,000 pixels of WebP",
    "either",
    () => flat(10_000, 8_000).webp({ effort: 0 }).toBuffer(),
    "heavy",
  ],
  [
    "64,000,000 pixels of AVIF",
    "either",
    () => flat(8_000, 8_000).avif({ effort: 0 }).toBuffer(),
    "heavy",
  ],
  [
    "pixels that unpack to 50 MB too many",
    "either",
    () => png.png(small, { pixels: png.data(zeros(50)) }),
  ],
  ["a text of 50 MB", "either", () => packed("zTXt")(50)],
  ["a profile of 50 MB", "either", () => packed("iCCP")(50)],
  [
    "200 texts of 8 MB",
    "either",
    () =>
      png.png(small, {
        before: Array.from({ length: 200 }, () => png.compressed("zTXt", zeros(8))),
      }),
    "heavy",
  ],
  [
    "a JPEG of 300 comments",
    accepted("jpeg", 64, 64),
    async () => {
      const file = await flat(64, 64).jpeg().toBuffer();
      return Buffer.concat([
        file.subarray(0, 2),
        ...Array.from({ length: 300 }, () => segment(0xfe, Buffer.alloc(65_533, 0x41))),
        file.subarray(2),
      ]);
    },
  ],
  ["25 MB and a byte", "picture_too_many_bytes", () => Buffer.alloc(25 * 1024 * 1024 + 1)],
]);

const flatInterlaced = (width: number, height: number) =>
  flat(width, height).png({ progressive: true, compressionLevel: 1 }).toBuffer();

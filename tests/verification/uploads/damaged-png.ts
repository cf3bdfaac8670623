import { deflateSync } from "node:zlib";
import * as png from "./png-file.ts";
import { accepted, casesOf } from "./upload-case.ts";

/* PNG files that are wrong inside, each in one way. */

const size = { width: 40, height: 30 };
const good = png.data(png.rows(size));
const of =
  (parts: Parameters<typeof png.png>[1], head = {}) =>
  () =>
    png.png({ ...size, ...head }, parts);
const indexed = { ...size, depth: 8, colour: png.palette };
const colours = (count: number) => png.chunk("PLTE", Buffer.alloc(count * 3, 0x50));
const bytes = (...values: readonly number[]) => Buffer.from(values);

export const damagedPngs = casesOf("PNG", [
  [
    "a wrong sum of the header",
    "picture_broken",
    () => {
      const file = png.png(size);
      file[30] = (file[30] ?? 0) ^ 1;
      return file;
    },
  ],
  [
    "a wrong sum of the pixels",
    "picture_broken",
    of({ pixels: png.chunk("IDAT", deflateSync(png.rows(size)), 1) }),
  ],
  [
    "a wrong sum of a text",
    accepted("jpeg", 40, 30),
    of({ before: [png.chunk("tEXt", bytes(65, 0, 65), 1)] }),
  ],
  [
    "a chunk longer than the file",
    "picture_broken",
    of({ pixels: Buffer.concat([png.u32(90_000), good.subarray(4)]) }),
  ],
  [
    "a chunk of 2³² − 1 bytes",
    "picture_broken",
    of({ before: [Buffer.concat([png.u32(0xffffffff), Buffer.from("tEXt")])] }),
  ],
  [
    "a chunk shorter than its pixels",
    "picture_broken",
    of({ pixels: Buffer.concat([png.u32(3), good.subarray(4)]) }),
  ],
  ["no end", "either", of({ after: [] })],
  ["no pixels", "picture_broken", of({ pixels: Buffer.alloc(0) })],
  ["two headers", "picture_broken", of({ before: [png.header({ width: 9_000, height: 20 })] })],
  ["the end before the pixels", "picture_broken", of({ before: [png.end] })],
  [
    "an unknown chunk that must be known",
    "picture_broken",
    of({ before: [png.chunk("ABCD", bytes(1))] }),
  ],
  [
    "5,000 empty chunks of pixels",
    "either",
    of({
      pixels: Buffer.concat([...Array.from({ length: 5_000 }, () => png.chunk("IDAT")), good]),
    }),
  ],
  [
    "a filter that there is not",
    "picture_broken",
    of({ pixels: png.data(png.rows(size, 0x60, 9)) }),
  ],
  ["three bits a channel", "picture_broken", of({}, { depth: 3 })],
  ["a colour type that there is not", "picture_broken", of({}, { colour: 5 })],
  ["an interlacing that there is not", "picture_broken", of({}, { interlace: 7 })],
  [
    "interlaced with the rows of a still one",
    "either",
    of({ pixels: png.data(png.rows(size)) }, { interlace: 1 }),
  ],
  ["no palette", "picture_broken", () => png.png(indexed)],
  ["an empty palette", "picture_broken", () => png.png(indexed, { before: [colours(0)] })],
  [
    "a palette of half a colour",
    "picture_broken",
    () => png.png(indexed, { before: [png.chunk("PLTE", bytes(1, 2, 3, 4))] }),
  ],
  ["257 colours", "picture_broken", () => png.png(indexed, { before: [colours(257)] })],
  [
    "a colour outside of the palette",
    "either",
    () => png.png(indexed, { before: [colours(4)], pixels: png.data(png.rows(indexed, 200)) }),
  ],
  [
    "more transparencies than colours",
    "either",
    () =>
      png.png(indexed, {
        before: [colours(4), png.chunk("tRNS", Buffer.alloc(256))],
        pixels: png.data(png.rows(indexed, 2)),
      }),
  ],
  [
    "pixels that are no zlib",
    "picture_broken",
    of({ pixels: png.chunk("IDAT", Buffer.alloc(600, 0x99)) }),
  ],
  [
    "pixels with a wrong checksum",
    "either",
    () => {
      const packed = deflateSync(png.rows(size));
      packed.fill(0, packed.length - 4);
      return png.png(size, { pixels: png.chunk("IDAT", packed) });
    },
  ],
  [
    "a gamma of nothing and a white of nothing",
    "either",
    of({ before: [png.chunk("gAMA", png.u32(0)), png.chunk("cHRM", Buffer.alloc(32))] }),
  ],
  [
    "an animation",
    "picture_animated",
    of({ before: [png.chunk("acTL", Buffer.concat([png.u32(2), png.u32(0)]))] }),
  ],
  [
    "an animation of one picture",
    "picture_animated",
    of({ before: [png.chunk("acTL", Buffer.concat([png.u32(1), png.u32(0)]))] }),
  ],
]);

import sharp, { type Sharp } from "sharp";
import { withSegments } from "./jpeg-file.ts";
import * as png from "./png-file.ts";
import { extended, webp, webpBody } from "./riff-and-boxes.ts";
import { accepted, flatColour as corner } from "./upload-case.ts";

/* One picture as cameras store it, with room for what they write beside it. */

export const [width, height] = [48, 32] as const;
/** Upright, its upper left quarter has the colour and the rest is white. */
const uprightAt = (x: number, y: number) =>
  x < width / 2 && y < height / 2 ? corner : [255, 255, 255];

/** Where a stored pixel stands upright (EXIF 2.32, Orientation). */
const turns: Readonly<Record<number, (x: number, y: number) => readonly [number, number]>> = {
  1: (x, y) => [x, y],
  2: (x, y) => [width - 1 - x, y],
  3: (x, y) => [width - 1 - x, height - 1 - y],
  4: (x, y) => [x, height - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y) => [width - 1 - y, x],
  7: (x, y) => [width - 1 - y, height - 1 - x],
  8: (x, y) => [y, height - 1 - x],
};

/** The picture as a camera stores it that was held in one of the eight ways. */
export function turned(orientation: number): Sharp {
  const turn = turns[orientation] ?? ((x, y) => [x, y]);
  const [w, h] = orientation >= 5 && orientation <= 8 ? [height, width] : [width, height];
  const pixels = Array.from({ length: w * h }, (_, at) =>
    uprightAt(...turn(at % w, Math.floor(at / w))),
  );
  return sharp(Buffer.from(pixels.flat()), { raw: { width: w, height: h, channels: 3 } });
}

export const jpegOf = (orientation: number) =>
  turned(orientation).jpeg({ quality: 100, chromaSubsampling: "4:4:4" }).toBuffer();
export const upright = accepted("jpeg", width, height, { corner });
export const converted = accepted("jpeg", width, height, { corner, isConverted: true });
export const inJpeg =
  (...segments: readonly Uint8Array[]) =>
  async () =>
    withSegments(await jpegOf(1), ...segments);
export const pngOf = () => turned(1).png().toBuffer();
export const inPng =
  (...chunks: readonly Uint8Array[]) =>
  async () =>
    png.withChunks(await pngOf(), ...chunks);
export const inWebp =
  (
    flags: number,
    before: readonly Uint8Array[],
    after: readonly Uint8Array[] = [],
    orientation = 1,
  ) =>
  async () => {
    const image = webpBody(await turned(orientation).webp({ lossless: true }).toBuffer());
    const [w, h] = orientation > 4 ? [height, width] : [width, height];
    return webp([extended(w, h, flags), ...before, image, ...after]);
  };
export const text = (value: string) => Buffer.from(value, "latin1");

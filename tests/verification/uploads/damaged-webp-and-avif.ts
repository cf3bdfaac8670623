import sharp from "sharp";
import { avifOf, extended, riffChunk, webp, webpBody } from "./riff-and-boxes.ts";
import { accepted, casesOf, noise } from "./upload-case.ts";

/* WebP and AVIF files that are wrong inside, or show more than one picture. */

const bytes = (...values: readonly number[]) => Buffer.from(values);
const still = () => noise(64, 64).webp().toBuffer();
const avif = () => noise(64, 64).avif({ effort: 0 }).toBuffer();
export const damagedOthers = casesOf("WebP and AVIF", [
  ["an animated WebP", "picture_animated", animatedWebp],
  [
    "a WebP that says it is animated",
    "either",
    async () => webp([extended(64, 64, 2), webpBody(await still())]),
  ],
  [
    "a WebP longer than its file",
    "picture_broken",
    async () => webp([webpBody(await still())], 0x7fffffff),
  ],
  [
    "a WebP with a canvas of another size",
    "picture_broken",
    async () => webp([extended(200, 64), webpBody(await still())]),
  ],
  [
    "a WebP without pixels",
    "picture_broken",
    () => webp([extended(64, 64), riffChunk("EXIF", bytes(1, 2))]),
  ],
  [
    "a WebP with transparency that is noise",
    "either",
    async () =>
      webp([
        extended(64, 64, 16),
        riffChunk("ALPH", Buffer.alloc(64, 0xfe)),
        webpBody(await still()),
      ]),
  ],
  ["an AVIF built of its boxes", accepted("jpeg", 64, 64), async () => avifOf(await avif())],
  ["an AVIF of three pictures", "picture_animated", async () => avifOf(await avif(), { items: 3 })],
  ["an AVIF of 900 pictures", "picture_broken", async () => avifOf(await avif(), { items: 900 })],
  [
    "an AVIF of the brand of animations",
    "either",
    async () => avifOf(await avif(), { brand: "avis" }),
  ],
  [
    "an AVIF without its pixels",
    "picture_broken",
    async () => {
      const file = await avif();
      return file.fill(0, file.indexOf("mdat") + 4);
    },
  ],
  [
    "an AVIF with a property of no length",
    "picture_broken",
    async () => {
      const file = await avif();
      file.writeUInt32BE(0, file.indexOf("ispe") - 4);
      return file;
    },
  ],
]);

/** Two frames above each other: equal ones would become a still picture. */
function animatedWebp(): Promise<Buffer> {
  const frames = Buffer.concat([Buffer.alloc(32 * 32 * 3, 20), Buffer.alloc(32 * 32 * 3, 220)]);
  return sharp(frames, { raw: { width: 32, height: 64, channels: 3, pageHeight: 32 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
}

import sharp from "sharp";
import { secret } from "./camera-metadata.ts";
import { changed, profileSegments, segment, withSegments } from "./jpeg-file.ts";
import * as png from "./png-file.ts";
import { riffChunk, webpFlags } from "./riff-and-boxes.ts";
import {
  converted,
  height,
  inJpeg,
  inPng,
  inWebp,
  jpegOf,
  text,
  turned,
  upright,
  width,
} from "./turned-pictures.ts";
import { accepted, casesOf, flatColour as corner, flat } from "./upload-case.ts";

/* Files in other colour spaces and depths, and with profiles that are wrong. */

const profileOf = async (name: string, file = "jpeg" as const) => {
  const bytes = await flat(16, 16).withIccProfile(name)[file]().toBuffer();
  const { icc } = await sharp(bytes).metadata();
  if (!icc) throw new Error(`There is no profile ${name}`);
  return icc;
};
const withProfile = (make: (p3: Buffer) => Buffer | readonly Buffer[]) => async () => {
  const made = make(Buffer.from(await profileOf("p3")));
  return withSegments(await jpegOf(1), ...(Buffer.isBuffer(made) ? profileSegments(made) : made));
};
const padded = (profile: Buffer, bytes: number) => {
  const long = Buffer.concat([profile, Buffer.alloc(bytes)]);
  long.writeUInt32BE(long.length, 0);
  return long;
};
const iccp = (profile: Uint8Array) => png.compressed("iCCP", profile);
const cmyk = () => turned(1).toColourspace("cmyk").jpeg({ quality: 100 }).toBuffer();
/** The Adobe segment's last byte says how four channels are coded. */
const adobe = (transform: number) =>
  segment(0xee, `Adobe\0\x64\0\0\0\0${String.fromCharCode(transform)}`);
const size = accepted("jpeg", width, height);

export const colours = casesOf("colours", [
  ["grey", size, () => turned(1).greyscale().toColourspace("b-w").jpeg().toBuffer()],
  [
    "grey with transparency",
    accepted("png", 40, 30),
    () => png.png({ width: 40, height: 30, colour: png.greyAlpha }),
  ],
  ["16 bits", upright, () => turned(1).toColourspace("rgb16").png().toBuffer()],
  [
    "16 bits of grey",
    accepted("jpeg", 40, 30),
    () => png.png({ width: 40, height: 30, depth: 16, colour: png.grey }),
  ],
  [
    "16 bits with transparency",
    accepted("png", 40, 30),
    () => png.png({ width: 40, height: 30, depth: 16, colour: png.rgba }),
  ],
  [
    "one bit",
    accepted("jpeg", 40, 30),
    () => png.png({ width: 40, height: 30, depth: 1, colour: png.grey }),
  ],
  [
    "a palette with transparency",
    accepted("png", 40, 30),
    () =>
      png.png(
        { width: 40, height: 30, colour: png.palette, depth: 8 },
        {
          before: [
            png.chunk("PLTE", Buffer.alloc(768, 9)),
            png.chunk("tRNS", Buffer.alloc(256, 9)),
          ],
        },
      ),
  ],
  ["AVIF of 10 bits", size, () => turned(1).avif({ bitdepth: 10, effort: 0 }).toBuffer()],
  [
    "Display P3 in JPEG",
    accepted("jpeg", 40, 30, { isConverted: true, corner }),
    () => flat(40, 30).withIccProfile("p3").jpeg({ quality: 100 }).toBuffer(),
  ],
  [
    "Display P3 in PNG",
    accepted("jpeg", 40, 30, { isConverted: true, corner }),
    () => flat(40, 30).withIccProfile("p3").png().toBuffer(),
  ],
  [
    "Display P3 in WebP",
    accepted("jpeg", 40, 30, { isConverted: true, corner }),
    () => flat(40, 30).withIccProfile("p3").webp({ lossless: true }).toBuffer(),
  ],
  [
    "sRGB said by its profile",
    accepted("jpeg", 40, 30, { corner }),
    () => flat(40, 30).withIccProfile("srgb").jpeg({ quality: 100 }).toBuffer(),
  ],
  ["CMYK", accepted("jpeg", width, height, { isConverted: true }), cmyk],
  [
    "CMYK that says it is YCCK",
    accepted("jpeg", width, height, { isConverted: true }),
    async () => changed(await cmyk(), 0xee, 15, 2),
  ],
  [
    "CMYK that Adobe never marked",
    accepted("jpeg", width, height, { isConverted: true }),
    async () => changed(await cmyk(), 0xee, 4, 0x42),
  ],
  ["three channels that Adobe marked as RGB", size, inJpeg(adobe(0))],
  ["three channels that Adobe marked as YCCK", size, inJpeg(adobe(2))],
  ["an Adobe segment without content", size, inJpeg(segment(0xee, "Adobe"))],
  ["a profile of noise", converted, withProfile(() => Buffer.alloc(3_000, 0x41))],
  ["a profile of one byte", converted, withProfile(() => Buffer.alloc(1))],
  ["a profile that ends early", converted, withProfile((p3) => p3.subarray(0, 200))],
  ["a profile whose tags are elsewhere", converted, withProfile((p3) => p3.fill(0xff, 132, 240))],
  [
    "a profile of a million tags",
    converted,
    withProfile((p3) => {
      p3.writeUInt32BE(1_000_000, 128);
      return p3;
    }),
  ],
  [
    "a profile of 2³² − 1 bytes",
    accepted("jpeg", width, height, { isConverted: true }),
    withProfile((p3) => {
      p3.writeUInt32BE(0xffffffff, 0);
      return p3;
    }),
  ],
  [
    "a profile of 4 MB",
    accepted("jpeg", width, height, { isConverted: true }),
    withProfile((p3) => padded(p3, 4_000_000)),
  ],
  [
    "a profile without its second part",
    "either",
    withProfile((p3) => profileSegments(padded(p3, 90_000), 2).slice(0, 1)),
  ],
  [
    "a profile of four channels on three",
    converted,
    async () =>
      withSegments(
        await jpegOf(1),
        ...profileSegments(await profileOf("cmyk").catch(() => Buffer.alloc(400, 0x43))),
      ),
  ],
  [
    "a profile that only says it is sRGB",
    upright,
    withProfile(() => Buffer.concat([Buffer.alloc(200), text(`sRGB ${secret}`)])),
  ],
  [
    "a broken profile in PNG",
    accepted("jpeg", width, height, { corner }),
    inPng(iccp(Buffer.alloc(900, 0x41))),
  ],
  ["a profile in PNG that is no zlib", upright, inPng(png.chunk("iCCP", text("Comment\0\0halo")))],
  [
    "a broken profile in WebP",
    converted,
    inWebp(webpFlags.profile, [riffChunk("ICCP", Buffer.alloc(900, 0x41))]),
  ],
]);

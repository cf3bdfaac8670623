import * as camera from "./camera-metadata.ts";
import { segment, withSegments } from "./jpeg-file.ts";
import * as png from "./png-file.ts";
import { riffChunk, webpFlags } from "./riff-and-boxes.ts";
import { inJpeg, inPng, inWebp, jpegOf, pngOf, text, turned, upright } from "./turned-pictures.ts";
import { casesOf } from "./upload-case.ts";

/* Good files that carry what nobody else may know, and files that are something else behind the picture. */

const loopingExif = () => {
  const block = camera.exif(1);
  // The first directory's entries begin at 10; behind them is the place of the next one.
  block.writeUInt32LE(8, 10 + 4 * 12);
  return block;
};
const behind =
  (make: () => Promise<Buffer>, ...parts: readonly Uint8Array[]) =>
  async () =>
    Buffer.concat([await make(), ...parts]);
const zip = text(
  `PK\x03\x04\x14\0\0\0\0\0${camera.secret}.html<script>alert(1)</script>PK\x05\x06`,
);

export const metadata = casesOf("metadata", [
  ...[1, 2, 3, 4, 5, 6, 7, 8].map(
    (orientation) =>
      [
        `a JPEG turned ${orientation}, with a place and a thumbnail`,
        upright,
        async () => withSegments(await jpegOf(orientation), camera.exifSegment(orientation)),
      ] as const,
  ),
  ["a JPEG turned 0", upright, inJpeg(camera.exifSegment(0))],
  ["a JPEG turned 9", upright, inJpeg(camera.exifSegment(9))],
  ["a JPEG turned 1 and then 6", upright, inJpeg(camera.exifSegment(1), camera.exifSegment(6))],
  ["EXIF that ends early", upright, inJpeg(camera.exifSegment(1, camera.exif(1).subarray(0, 60)))],
  ["EXIF whose directory is its own next", upright, inJpeg(camera.exifSegment(1, loopingExif()))],
  ["EXIF of noise", upright, inJpeg(camera.exifSegment(1, Buffer.alloc(60_000, 0x49)))],
  ["EXIF without content", upright, inJpeg(camera.exifSegment(1, Buffer.alloc(0)))],
  ["XMP and its extension", upright, inJpeg(camera.xmpSegment, camera.extendedXmpSegment)],
  ["IPTC", upright, inJpeg(camera.iptcSegment)],
  ["a comment with a program", upright, inJpeg(camera.commentSegment)],
  [
    "a comment with a page",
    upright,
    inJpeg(segment(0xfe, `<html><script>alert("${camera.secret}")</script></html>`)),
  ],
  [
    "several pictures in one JPEG",
    upright,
    async () =>
      Buffer.concat([
        withSegments(await jpegOf(1), segment(0xe2, `MPF\0II*\0\x08\0\0\0${camera.secret}`)),
        await jpegOf(3),
      ]),
  ],
  [
    "all that a JPEG may carry",
    upright,
    inJpeg(
      camera.exifSegment(1),
      camera.xmpSegment,
      camera.iptcSegment,
      camera.commentSegment,
      segment(0xef, camera.secret),
    ),
  ],
  ["a PNG with texts, XMP and EXIF", upright, inPng(...camera.pngTexts)],
  [
    "a PNG turned 6",
    upright,
    async () => png.withChunks(await turned(6).png().toBuffer(), png.chunk("eXIf", camera.exif(6))),
  ],
  ["a PNG with a private chunk", upright, inPng(png.chunk("ruMa", text(camera.secret)))],
  [
    "a WebP with EXIF and XMP",
    upright,
    inWebp(
      webpFlags.exif | webpFlags.xmp,
      [],
      [riffChunk("EXIF", camera.exif(1)), riffChunk("XMP ", text(camera.xmp))],
    ),
  ],
  ["a WebP turned 8", upright, inWebp(webpFlags.exif, [], [riffChunk("EXIF", camera.exif(8))], 8)],
  [
    "a WebP with an unknown chunk",
    upright,
    inWebp(0, [], [riffChunk("RUMA", text(camera.secret))]),
  ],
  [
    "an AVIF with EXIF and XMP",
    upright,
    () =>
      turned(1)
        .withExif({ IFD0: { Artist: camera.secret }, IFD3: { GPSLatitude: "6/1 12/1 0/1" } })
        .withXmp(camera.xmp)
        .avif({ quality: 95, chromaSubsampling: "4:4:4", effort: 0 })
        .toBuffer(),
  ],
  ["a ZIP behind a PNG", upright, behind(pngOf, zip)],
  ["a ZIP behind a JPEG", upright, behind(() => jpegOf(1), zip)],
  [
    "a page behind a JPEG",
    upright,
    behind(() => jpegOf(1), text(`<script>alert("${camera.secret}")</script>`)),
  ],
  [
    "a PDF behind a WebP",
    upright,
    behind(() => turned(1).webp({ lossless: true }).toBuffer(), text(`%PDF-1.7 ${camera.secret}`)),
  ],
  [
    "a page behind an AVIF",
    "either",
    behind(
      () => turned(1).avif({ effort: 0 }).toBuffer(),
      text(`<script>${camera.secret}</script>`),
    ),
  ],
  [
    "a PNG behind a PNG",
    upright,
    behind(pngOf, png.png({ width: 9_000, height: 9_000 }).subarray(0, 4_000)),
  ],
]);

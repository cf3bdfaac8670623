import { fail, ok, type Result } from "#base/result.ts";
import {
  maxPictureBytes,
  maxPicturePixels,
  type PictureKind,
  type PictureProblem,
} from "./media.ts";

/** What the beginning of a file and its header say. Pixels as they are stored, before turning the picture upright. */
export interface CheckedPicture {
  readonly kind: PictureKind;
}

/**
 * Refuses what is no still picture of a known kind, by its content and before a pixel is decoded. A file that is cut off or
 * damaged further on passes, and decoding it fails.
 * @param maxPixels width times height
 */
export async function checkPicture(
  bytes: Uint8Array,
  maxPixels = maxPicturePixels,
): Promise<Result<CheckedPicture, PictureProblem>> {
  if (bytes.byteLength === 0) return fail("picture_empty");
  if (bytes.byteLength > maxPictureBytes) return fail("picture_too_many_bytes");
  const kind = kindOf(bytes);
  if (!kind) return fail("picture_wrong_type");
  if (kind === "png" && isAnimatedPng(bytes)) return fail("picture_animated");
  const { default: sharp } = await import("sharp");
  try {
    // The header alone: nothing is decoded here, so a false size costs nothing.
    const { width, height, pages } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if ((pages ?? 1) > 1) return fail("picture_animated");
    if (width * height > maxPixels) return fail("picture_too_many_pixels");
    return ok({ kind });
  } catch {
    // The decoder could not read the header; its message may contain paths and helps nobody.
    return fail("picture_broken");
  }
}

/**
 * What a file of each kind has at which bytes. Each has the first ones, so that no file is a picture here and something else for
 * the decoder: the length of an AVIF's first box is never the beginning of a TIFF, a GIF or an SVG.
 */
const signatures: readonly (readonly [PictureKind, Readonly<Record<number, string>>])[] = [
  ["jpeg", { 0: "\xff\xd8\xff" }],
  ["png", { 0: "\x89PNG\r\n\x1a\n" }],
  ["webp", { 0: "RIFF", 8: "WEBP" }],
  ["avif", { 0: "\0\0", 4: "ftypavif" }],
  ["avif", { 0: "\0\0", 4: "ftypavis" }],
  // A general brand, which HEIC files have too: the decoder refuses those, because it has no HEVC.
  ["avif", { 0: "\0\0", 4: "ftypmif1" }],
];

function kindOf(bytes: Uint8Array): PictureKind | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  const isThere = ([offset, text]: [string, string]) => head.startsWith(text, Number(offset));
  return signatures.find(([, parts]) => Object.entries(parts).every(isThere))?.[0];
}

/**
 * Whether a PNG has an `acTL` chunk, which makes it an animation (APNG, W3C PNG third edition): the decoder shows such a
 * file as its first frame without a word.
 */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const signatureLength = 8;
  const chunkOverhead = 12;
  for (let at = signatureLength; at + chunkOverhead <= bytes.byteLength; ) {
    const name = Buffer.from(bytes.subarray(at + 4, at + 8)).toString("latin1");
    if (name === "acTL") return true;
    // The chunk must stand before the pixels.
    if (name === "IDAT") return false;
    at += view.getUint32(at) + chunkOverhead;
  }
  return false;
}

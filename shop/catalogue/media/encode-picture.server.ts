import type { Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { fail, ok, type Result } from "#base/result.ts";
import { pictureWidths } from "#shop/catalogue/catalogue.ts";
import { maxPicturePixels, type PictureProblem } from "./media.ts";

export interface EncodedFile {
  /** `{width}.{avif|webp}` */
  readonly suffix: string;
  readonly mimeType: "image/avif" | "image/webp";
  readonly bytes: Uint8Array;
}

/** The files of a picture, and what a page shows before they have loaded. */
export interface EncodedPicture {
  readonly files: readonly EncodedFile[];
  /** Average colour, `#rrggbb`. */
  readonly colour: string;
  /** Base64; see https://evanw.github.io/thumbhash/ */
  readonly thumbhash: string;
  /** Of the upright upload, in pixels. */
  readonly width: number;
  readonly height: number;
}

/** The longer side of a file is at most this many times its width, so that a panorama stays a small file. */
const maxRatio = 2;
/** A thumbhash is made of a picture within 100 by 100 pixels. */
const hashSide = 100;
/** Of each step; above what the worst picture takes on a busy machine. */
const maxSeconds = 30;
// The quality of the demo shop's pictures. Effort 4 would save a tenth of the bytes and take six times as long, a minute
// for a picture of noise (docs/why/catalogue.md).
const avif = { quality: 50, effort: 2 } as const;
const webp = { quality: 72, effort: 5 } as const;
const ground = "#ffffff";

/**
 * Makes the files that pages load: upright, in sRGB, opaque on white, without the camera's metadata. A file `{width}` covers
 * a square of that width, and is never larger than the upload. The upload is decoded once.
 * @param bytes of a picture that `checkPicture` accepted
 */
export async function encodePicture(
  bytes: Uint8Array,
): Promise<Result<EncodedPicture, PictureProblem>> {
  const { default: sharp } = await import("sharp");
  // No operation is ever repeated, and what the library keeps for that adds up to fifty megabytes.
  sharp.cache(false);
  let upright: { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };
  let size: { width: number; height: number };
  try {
    const image = sharp(bytes, { limitInputPixels: maxPicturePixels, failOn: "error" });
    size = (await image.metadata()).autoOrient;
    const { data, info } = await sized(image.autoOrient(), size, pictureWidths.at(-1) ?? 0)
      .flatten({ background: ground })
      .toColourspace("srgb")
      .removeAlpha()
      .raw()
      .timeout({ seconds: maxSeconds })
      .toBuffer({ resolveWithObject: true });
    upright = { data, info: { ...info, channels: info.channels as 3 } };
  } catch {
    // A file that is cut off or damaged; the decoder's message may contain paths and helps nobody.
    return fail("picture_broken");
  }
  const pixels = () => sharp(upright.data, { raw: upright.info });
  const files: EncodedFile[] = [];
  // One after the other: each takes memory, and the other cores serve shoppers.
  for (const width of pictureWidths) {
    const small = () =>
      sized(pixels(), upright.info, width).toColourspace("srgb").timeout({ seconds: maxSeconds });
    files.push(
      {
        suffix: `${width}.avif`,
        mimeType: "image/avif",
        bytes: await small().avif(avif).toBuffer(),
      },
      {
        suffix: `${width}.webp`,
        mimeType: "image/webp",
        bytes: await small().webp(webp).toBuffer(),
      },
    );
  }
  return ok({ files, ...(await placeholderOf(pixels)), ...size });
}

/** Covers a square of the width, without enlarging and without becoming longer than `maxRatio`. */
function sized(image: Sharp, { width, height }: { width: number; height: number }, side: number) {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const scale = Math.min(1, side / short, (side * maxRatio) / long);
  return image.resize({
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
    fit: "fill",
  });
}

async function placeholderOf(pixels: () => Sharp): Promise<{ colour: string; thumbhash: string }> {
  const small = await pixels()
    .resize(hashSide, hashSide, { fit: "inside" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [r = 0, g = 0, b = 0] = await pixels().resize(1, 1, { fit: "fill" }).raw().toBuffer();
  const colour = `#${[r, g, b].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  const hash = rgbaToThumbHash(small.info.width, small.info.height, small.data);
  return { colour, thumbhash: Buffer.from(hash).toString("base64") };
}

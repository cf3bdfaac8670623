import type { Sharp } from "sharp";
import type { StorageSettings } from "#backend/storage/context.server.ts";
import { invalidRequest, slowDown, tooLarge } from "#backend/storage/errors.ts";
import { sniff } from "#backend/storage/objects/sniff.ts";
import type { Transformation } from "#backend/storage/transformation.ts";
import { planCrop } from "./crop.ts";

export type ImageFormat = "jpeg" | "png" | "webp" | "avif" | "gif";

/** Maximum bytes of a file to transform. */
export const maxInputBytes = 25 * 1024 * 1024;
const maxSeconds = 15;
const defaultQuality = 80;

/** The decoder's formats, and the format sent in place of one that browsers do not support. */
const origins: Readonly<Record<string, ImageFormat>> = {
  jpeg: "jpeg",
  png: "png",
  webp: "webp",
  gif: "gif",
  heif: "avif",
  avif: "avif",
  tiff: "jpeg",
};

/**
 * Changes size, shape or format of a picture. The result is never larger than the original and has no camera
 * metadata.
 * @param format accepted by the browser, besides the picture's own
 * @throws StorageError for a file that is no picture, too many pixels or too much work
 */
export async function transformImage(
  bytes: Uint8Array,
  wanted: Transformation,
  format: ImageFormat | "origin",
  settings: StorageSettings,
): Promise<{ bytes: Uint8Array; format: ImageFormat }> {
  // Judged by the content: vector files and documents, which can load or run code, never reach a decoder.
  if (sniff(bytes) !== "raster") throw notAPicture();
  try {
    // A large library, which many shops never use.
    const { default: sharp } = await import("sharp");
    const image = sharp(bytes, { limitInputPixels: settings.maxInputPixels, failOn: "truncated" });
    const { width, height, format: found, autoOrient } = await image.metadata();
    const origin = origins[found ?? ""];
    if (!origin) throw notAPicture();
    if (width * height > settings.maxInputPixels) throw tooLarge();
    const target = format === "origin" ? origin : format;
    const changed = resized(image.autoOrient(), autoOrient, wanted, settings.maxOutputSide);
    const output = await encoded(changed, target, wanted.quality ?? defaultQuality)
      .timeout({ seconds: maxSeconds })
      .toBuffer();
    return { bytes: output, format: target };
  } catch (error) {
    throw asStorageError(error);
  }
}

const fits = { cover: "cover", contain: "inside", fill: "fill" } as const;

function resized(
  image: Sharp,
  upright: { readonly width: number; readonly height: number },
  wanted: Transformation,
  maxSide: number,
): Sharp {
  const { width, height, crop } = wanted;
  if (width !== undefined && height !== undefined) {
    if (crop && crop.gravity !== "sm" && wanted.resize === "cover") {
      const { scaled, part } = planCrop(upright, { width, height }, crop);
      return image.resize({ ...scaled, fit: "fill" }).extract(part);
    }
    const position = crop?.gravity === "sm" ? "attention" : "centre";
    const fit = fits[wanted.resize];
    return image.resize({ width, height, fit, position, withoutEnlargement: true });
  }
  return image.resize({
    width: width ?? maxSide,
    height: height ?? maxSide,
    fit: "inside",
    withoutEnlargement: true,
  });
}

function encoded(image: Sharp, format: ImageFormat, quality: number): Sharp {
  const encoders: Readonly<Record<ImageFormat, () => Sharp>> = {
    jpeg: () => image.jpeg({ quality, mozjpeg: true }),
    webp: () => image.webp({ quality }),
    // More effort would take seconds for a few percent.
    avif: () => image.avif({ quality: Math.max(1, quality - 15), effort: 2 }),
    png: () => image.png(),
    gif: () => image.gif(),
  };
  return encoders[format]();
}

function notAPicture() {
  return invalidRequest("The file is not a picture that can be transformed");
}

/** The decoder's messages may contain paths, so clients do not see them. */
function asStorageError(error: unknown): unknown {
  if (!(error instanceof Error) || error.name === "StorageError") return error;
  if (/pixel limit/i.test(error.message)) return tooLarge();
  if (/timeout/i.test(error.message)) return slowDown();
  return notAPicture();
}

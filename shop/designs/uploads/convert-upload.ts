import sharp from "sharp";
import { fail, ok, type Result } from "#base/result.ts";
import { checkPicture } from "#shop/catalogue/media/check-picture.server.ts";
import {
  maxUploadPixels,
  maxUploadSide,
  minUploadSide,
  previewSide,
  type UploadProblem,
} from "./design-upload.ts";

/** What an upload becomes: upright, in sRGB, without the camera's metadata. */
export interface ConvertedUpload {
  readonly kind: "jpeg" | "png";
  readonly width: number;
  readonly height: number;
  /** As many pixels as the upload: JPEG, or PNG where there is transparency. */
  readonly master: Buffer;
  /** WebP. */
  readonly preview: Buffer;
  /** The upload had another colour space, so that colours may look different. */
  readonly is_converted: boolean;
}

// Optimised coding keeps the whole picture's coefficients: 863 MB instead of 293 MB for 50 megapixels that stand sideways.
const jpeg = { quality: 95, chromaSubsampling: "4:4:4", optimiseCoding: false } as const;

/** Decoders of the four kinds that buyers may upload. AVIF is read by the HEIF decoder, which has no HEVC here. */
const decoders = ["Jpeg", "Png", "Webp", "Heif"].map((kind) => `VipsForeignLoad${kind}Buffer`);

/** Leaves the process no other decoder: a file that is misread reaches none that was written for trusted files. */
export function blockOtherDecoders(): void {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: decoders });
}

/** Decodes an upload. Runs in a process of its own (`upload-process.ts`). */
export async function convertUpload(
  bytes: Uint8Array,
): Promise<Result<ConvertedUpload, UploadProblem>> {
  const checked = await checkPicture(bytes, maxUploadPixels);
  if (!checked.ok) return checked;
  try {
    return await decode(bytes);
  } catch {
    // A file that is cut off or damaged; the decoder's message helps nobody.
    return fail("picture_broken");
  }
}

async function decode(bytes: Uint8Array): Promise<Result<ConvertedUpload, UploadProblem>> {
  const image = sharp(bytes, { limitInputPixels: maxUploadPixels, failOn: "error" });
  const { autoOrient, hasAlpha, space, icc } = await image.metadata();
  const sides = [autoOrient.width, autoOrient.height];
  if (Math.min(...sides) < minUploadSide) return fail("picture_too_small");
  if (Math.max(...sides) > maxUploadSide) return fail("picture_side_too_long");
  const upright = image.autoOrient().toColourspace("srgb");
  const kind = hasAlpha ? "png" : "jpeg";
  const { data: master, info } = await (kind === "png"
    ? upright.png()
    : upright.jpeg(jpeg)
  ).toBuffer({ resolveWithObject: true });
  const preview = await sharp(master)
    .resize({ width: previewSide, height: previewSide, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
  const { width, height } = info;
  return ok({ kind, width, height, master, preview, is_converted: !isSrgb(space, icc) });
}

/** A profile's description has its name in Latin letters, with or without zero bytes between them. */
function isSrgb(space: string, profile: Buffer | undefined): boolean {
  if (space === "cmyk") return false;
  return profile === undefined || profile.toString("latin1").replaceAll("\0", "").includes("sRGB");
}

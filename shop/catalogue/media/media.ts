import type { LocalText } from "#base/language.ts";

/** Maximum bytes of an upload. The bucket has the same limit. */
export const maxPictureBytes = 25 * 1024 * 1024;
/** Maximum width times height of an upload. */
export const maxPicturePixels = 40_000_000;
/** Maximum pictures of one product. */
export const maxPicturesPerProduct = 100;
/** Maximum characters of an alternative text. */
export const maxAltLength = 300;
/** Maximum characters of a file's name. */
export const maxNameLength = 255;
/** A picture whose shorter side has fewer pixels looks soft on the product page of a phone, which shows two for one. */
export const sharpSide = 800;
/** The private bucket where uploads wait. */
export const uploadBucket = "media-uploads";

/** The media types that become pictures, and how each is called in `media.kind`. */
export const pictureTypes = {
  "image/jpeg": "jpeg",
  "image/png": "png",
  "image/webp": "webp",
  "image/avif": "avif",
} as const;
export type PictureKind = (typeof pictureTypes)[keyof typeof pictureTypes];

/** Why a file becomes no picture; each is final for the file. */
export const pictureProblems = [
  "picture_empty",
  "picture_too_many_bytes",
  "picture_wrong_type",
  "picture_animated",
  "picture_too_many_pixels",
  "picture_broken",
] as const;
export type PictureProblem = (typeof pictureProblems)[number];

/** The path of an upload in its bucket. @param uploadId made by the client, a UUID */
export function uploadPath(personId: string, uploadId: string): string {
  return `${personId}/${uploadId}`;
}

/** A product's picture as staff edit it. */
export interface ProductPicture {
  readonly id: string;
  readonly version: number;
  readonly url: string;
  /** `#rrggbb` */
  readonly colour: string;
  /** Of the upload, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly alt: LocalText;
  readonly is_decorative: boolean;
  /** Percent from the left and from the top. */
  readonly focal_x: number;
  readonly focal_y: number;
  readonly variant_ids: readonly string[];
  /** As on the uploader's device; null for a picture that was encoded outside of the program. */
  readonly original_name: string | null;
}

import type { PictureProblem } from "#shop/catalogue/media/media.ts";

/** Maximum bytes of an upload. */
export const maxUploadBytes = 25 * 1024 * 1024;
/** Maximum width times height of an upload. */
export const maxUploadPixels = 80_000_000;
/** Pixels of a side. */
export const minUploadSide = 16;
export const maxUploadSide = 12_000;
/** The longer side of a preview, in pixels. */
export const previewSide = 1600;

/** Why an upload becomes no picture of a design; each is final for the file but `picture_too_heavy`. */
export type UploadProblem =
  | PictureProblem
  | "picture_too_small"
  | "picture_side_too_long"
  /** It needs more time or memory than one upload may have. */
  | "picture_too_heavy";

/** What a designer knows of a picture. */
export interface DesignAsset {
  /** SHA-256 of the master. */
  readonly sha256: string;
  /** Pixels of the master. */
  readonly width: number;
  readonly height: number;
  readonly name: string;
}

import sharp, { type Sharp } from "sharp";
import type { UploadProblem } from "#shop/designs/uploads/design-upload.ts";

/** What an accepted file becomes. */
export interface Accepted {
  readonly kind: "jpeg" | "png";
  /** Of the master, in pixels. */
  readonly size: readonly [width: number, height: number];
  /** The uploader is told that colours may look different. */
  readonly isConverted: boolean;
  /** Red, green and blue near the upper left corner. */
  readonly corner?: readonly [red: number, green: number, blue: number];
}

export interface UploadCase {
  readonly name: string;
  /** `either`: the decoder decides, and what it accepts is as clean as any other. */
  readonly expected: UploadProblem | Accepted | "either";
  readonly bytes: () => Promise<Uint8Array>;
  /** Takes seconds or hundreds of megabytes: for the whole run. */
  readonly isHeavy?: true;
}

type Rows = readonly (readonly [
  name: string,
  expected: UploadCase["expected"],
  bytes: () => Uint8Array | Promise<Uint8Array>,
  weight?: "heavy",
])[];

export const casesOf = (group: string, rows: Rows): readonly UploadCase[] =>
  rows.map(([name, expected, bytes, weight]) => ({
    name: `${group}: ${name}`,
    expected,
    bytes: async () => bytes(),
    ...(weight === "heavy" ? { isHeavy: true } : {}),
  }));

export const accepted = (
  kind: Accepted["kind"],
  width: number,
  height: number,
  more: Partial<Accepted> = {},
): Accepted => ({ kind, size: [width, height], isConverted: false, ...more });

/** Noise compresses badly, so that a file that is cut lacks most of its pixels. The same bytes in each run. */
export function noise(width = 96, height = 64): Sharp {
  let state = 7;
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    pixels[at] = state >>> 24;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

export const flat = (width: number, height: number, background = "#c83c1e"): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });
export const flatColour = [200, 60, 30] as const;

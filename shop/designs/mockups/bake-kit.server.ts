import sharp from "sharp";
import { bakePhoto } from "./bake-photo.ts";
import { encodeKit } from "./encode-kit.server.ts";
import { type KitSize, kitSizes } from "./kit-files.ts";
import type { Surface } from "./surface.ts";

/** A product photograph and the data for its mock-up kit. */
interface KitPhoto {
  /** WebP */
  readonly photo: Uint8Array;
  /** Centre of the visible square, in percent. */
  readonly focal_x: number;
  readonly focal_y: number;
  readonly surface: Surface;
  /** 0 to 1; 1 applies the full shading to a print. */
  readonly shading: number;
}

/** Makes the files of a mock-up kit from the visible square of a photograph. */
export async function bakeKit({
  photo,
  focal_x,
  focal_y,
  surface,
  shading,
}: KitPhoto): Promise<ReadonlyMap<KitSize, Uint8Array>> {
  const { width, height } = await sharp(photo).metadata();
  const side = Math.min(width, height);
  const left = Math.round(((width - side) * focal_x) / 100);
  const top = Math.round(((height - side) * focal_y) / 100);
  const files = new Map<KitSize, Uint8Array>();
  for (const size of kitSizes) {
    const square = await sharp(photo)
      .extract({ left, top, width: side, height: side })
      .resize(size, size)
      .removeAlpha()
      .toColourspace("srgb")
      .raw()
      .toBuffer();
    files.set(size, await encodeKit(bakePhoto(square, size, surface, shading)));
  }
  return files;
}

import sharp from "sharp";
import { bakePhoto } from "./bake-photo.ts";
import { encodeKit } from "./encode-kit.server.ts";
import { type KitSize, kitSizes } from "./kit-files.ts";
import type { Surface } from "./surface.ts";

/** A photograph of goods and what a kit of it needs. */
interface KitPhoto {
  /** WebP */
  readonly photo: Uint8Array;
  /** Middle of what pages show of it, in percent. */
  readonly focal_x: number;
  readonly focal_y: number;
  readonly surface: Surface;
  /** 1: a print takes all of the light. */
  readonly shading: number;
}

/** Makes the files of a kit of the square that pages show of a photograph. */
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

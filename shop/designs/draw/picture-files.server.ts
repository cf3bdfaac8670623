import sharp from "sharp";
import type { DisplayPicture } from "./display-list.ts";

/** Masters by the SHA-256 that a display list names: JPEG or PNG, upright, sRGB. */
export type PictureFiles = ReadonlyMap<string, Buffer>;

export class PictureMismatch extends Error {
  override readonly name = "PictureMismatch";
}

/** @throws PictureMismatch where the master is missing or has other pixels than the display list says */
export async function masterOf(picture: DisplayPicture, files: PictureFiles): Promise<Buffer> {
  const master = files.get(picture.asset);
  if (!master) throw new PictureMismatch(`The picture ${picture.asset} is missing`);
  const { width, height } = await sharp(master).metadata();
  if (width !== picture.pixels[0] || height !== picture.pixels[1])
    throw new PictureMismatch(`The picture ${picture.asset} has ${width} × ${height} pixels`);
  return master;
}

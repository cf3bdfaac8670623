import sharp from "sharp";
import { readAssetFiles } from "#shop/designs/uploads/asset-files.server.ts";
import { designPicture } from "./design-picture.ts";
import { assetsOf, type DisplayList } from "./display-list.ts";

/** The longer side of an uploaded picture inside the picture of a design in lists, in pixels. */
const listSide = 480;

/**
 * The picture of a design as SVG that stands alone: it has the uploaded pictures in itself.
 * @param ground colour of the goods as #rrggbb; null: white paper
 */
export async function pictureOf(list: DisplayList, ground: string | null = null): Promise<string> {
  return designPicture(list, await picturesIn(list), ground ?? undefined);
}

/**
 * Data URLs of the uploaded pictures of a design, by the SHA-256 of their masters.
 * @param side the longest side of each, in pixels
 */
export async function picturesIn(
  list: DisplayList,
  side = listSide,
): Promise<(asset: string) => string | null> {
  const previews = await readAssetFiles(assetsOf(list), "preview");
  const hrefs = new Map<string, string>();
  for (const [sha256, preview] of previews) {
    const small = await sharp(preview)
      .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 75 })
      .toBuffer();
    hrefs.set(sha256, `data:image/webp;base64,${small.toString("base64")}`);
  }
  return (asset) => hrefs.get(asset) ?? null;
}

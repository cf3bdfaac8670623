import { LRUCache } from "lru-cache";
import sharp from "sharp";
import { channels } from "#shop/designs/colour/colour.ts";
import type { DisplayArea } from "#shop/designs/draw/display-list.ts";
import type { PictureFiles } from "#shop/designs/draw/picture-files.server.ts";
import { dpiOfWidth, toPixels } from "#shop/designs/draw/to-png.server.ts";
import { createArtwork } from "./artwork.ts";
import { decodeKit } from "./decode-kit.server.ts";
import { artworkWidth, type Kit } from "./kit.ts";
import type { KitFile } from "./load-kit.server.ts";
import { warp } from "./warp.ts";

const quality = 84;

/** Cached decoded kits; a kit of 960 pixels takes 11 MB. */
const decoded = new LRUCache<string, Promise<Kit>>({ max: 6 });

function kitOf({ name, bytes }: KitFile): Promise<Kit> {
  const known = decoded.get(name);
  if (known) return known;
  const decoding = decodeKit(bytes);
  decoded.set(name, decoding);
  decoding.catch(() => decoded.delete(name));
  return decoding;
}

/** Paints an area of a design on the product photograph. @returns WebP @throws PictureMismatch */
export async function paintMockup({
  kit: file,
  area,
  files,
  body,
}: {
  readonly kit: KitFile;
  readonly area: DisplayArea;
  readonly files: PictureFiles;
  /** Colour of the product as #rrggbb. */
  readonly body: string;
}): Promise<Buffer> {
  const kit = await kitOf(file);
  const dpi = dpiOfWidth(area, artworkWidth(kit), "trim");
  const art = await toPixels(area, { files, dpi, box: "trim" });
  const artwork = createArtwork({ data: art.data, channels: 4 }, art.width, art.height);
  const pixels = warp(kit, artwork, channels(body));
  return sharp(pixels, { raw: { width: kit.size, height: kit.size, channels: 4 } })
    .removeAlpha()
    .webp({ quality, smartSubsample: true })
    .toBuffer();
}

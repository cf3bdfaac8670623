import { setImmediate } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import sharp from "sharp";
import { asShop } from "#db/client.server.ts";
import { inTurn } from "#integrations/images/limit-image-work.ts";
import { channels } from "../colour.ts";
import { assetsOf, type DisplayArea, type DisplayList, displayHash } from "../display-list.ts";
import { dpiOfWidth, toPixels } from "../to-png.server.ts";
import { readAssetFiles } from "../uploads/asset-files.server.ts";
import { createArtwork } from "./artwork.ts";
import { bodyOf, chooseMockup, type Mockup } from "./choose-mockup.ts";
import { artworkWidth, type Kit } from "./kit.ts";
import type { KitSize } from "./kit-files.ts";
import { findKitFaces, loadKit } from "./load-kit.server.ts";
import { type Rgb, warpRows } from "./warp.ts";

/** Pixels of a side; the smallest is for lists. */
export const mockupWidths = [320, 640, 960] as const;
export type MockupWidth = (typeof mockupWidths)[number];

/** Rows that are painted before other work of the process goes on: a few milliseconds. */
const rowsAtOnce = 48;
const quality = 84;

interface MockupDesign {
  readonly list: DisplayList;
  /** Of the print specification that the design was made for. */
  readonly mockups: readonly Mockup[];
  /** Colour of the goods as #rrggbb; null where the shop does not say. */
  readonly body: string | null;
  readonly width: MockupWidth;
}

/** Pictures by all that they depend on: the same line is seen in the cart, at checkout and in the order. */
const drawn = new LRUCache<string, Promise<Buffer | null>>({ max: 300 });

/**
 * A design on the photograph of its goods, as WebP.
 * @returns null where the shop has no kit for it
 * @throws TooMuchImageWork, PictureMismatch, StoreUnavailable
 */
export async function drawMockup(design: MockupDesign): Promise<Buffer | null> {
  const { list, mockups, width } = design;
  const chosen = chooseMockup(list, mockups, await findKitFaces(asShop(), mockups));
  if (!chosen) return null;
  const { mockup, area } = chosen;
  const body = bodyOf(mockup, design.body);
  const hash = await displayHash(list);
  const once = (width: MockupWidth, draw: () => Promise<Buffer | null>) => {
    const key = `${hash} ${mockup.id} ${mockup.kit} ${body} ${width}`;
    const known = drawn.get(key);
    if (known) return known;
    const drawing = draw();
    drawn.set(key, drawing);
    drawing.then(
      (picture) => picture ?? drawn.delete(key),
      () => drawn.delete(key),
    );
    return drawing;
  };
  const paint = (width: KitSize) =>
    once(width, () => paintMockup(mockup.kit, width, area, assetsOf(list), body));
  if (width !== 320) return paint(width);
  return once(width, async () => {
    const larger = await paint(640);
    return larger && sharp(larger).resize(width).webp({ quality, smartSubsample: true }).toBuffer();
  });
}

async function paintMockup(
  kitId: string,
  size: KitSize,
  area: DisplayArea,
  assets: readonly string[],
  body: string,
): Promise<Buffer | null> {
  const kit = await loadKit(kitId, size);
  if (!kit) return null;
  return inTurn(async () => {
    const files = await readAssetFiles(assets, "master");
    const dpi = dpiOfWidth(area, artworkWidth(kit), "trim");
    const art = await toPixels(area, { files, dpi, box: "trim" });
    const artwork = createArtwork({ data: art.data, channels: 4 }, art.width, art.height);
    const pixels = await warpInSteps(kit, artwork, channels(body));
    return sharp(pixels, { raw: { width: kit.size, height: kit.size, channels: 4 } })
      .removeAlpha()
      .webp({ quality, smartSubsample: true })
      .toBuffer();
  });
}

async function warpInSteps(
  kit: Kit,
  artwork: ReturnType<typeof createArtwork>,
  body: Rgb,
): Promise<Uint8ClampedArray> {
  const pixels = new Uint8ClampedArray(4 * kit.size ** 2);
  for (let row = 0; row < kit.size; row += rowsAtOnce) {
    warpRows(kit, artwork, body, pixels, row, Math.min(kit.size, row + rowsAtOnce));
    await setImmediate();
  }
  return pixels;
}

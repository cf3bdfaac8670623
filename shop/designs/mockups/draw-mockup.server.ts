import { LRUCache } from "lru-cache";
import sharp from "sharp";
import { asShop } from "#db/client.server.ts";
import { assetsOf, type DisplayList, displayHash } from "#shop/designs/draw/display-list.ts";
import { printInThread } from "#shop/designs/in-thread.server.ts";
import { readAssetFiles } from "#shop/designs/uploads/asset-files.server.ts";
import { bodyOf, chooseMockup, type Mockup } from "./choose-mockup.ts";
import type { KitSize } from "./kit-files.ts";
import { findKitFaces, readKit } from "./load-kit.server.ts";

/** Pixels of a side; the smallest is for lists. */
export const mockupWidths = [320, 640, 960] as const;
export type MockupWidth = (typeof mockupWidths)[number];

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
    once(width, async () => {
      const kit = await readKit(mockup.kit, width);
      if (!kit) return null;
      const files = await readAssetFiles(assetsOf(list), "master");
      return printInThread("paintMockup", { kit, area, files, body });
    });
  if (width !== 320) return paint(width);
  return once(width, async () => {
    const larger = await paint(640);
    return larger && sharp(larger).resize(width).webp({ quality, smartSubsample: true }).toBuffer();
  });
}

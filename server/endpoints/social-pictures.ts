import { readFile } from "node:fs/promises";
import path from "node:path";
import { Hono } from "hono";
import { LRUCache } from "lru-cache";
import sharp, { type OverlayOptions } from "sharp";
import { log } from "#base/log.server.ts";
import { inTurn } from "#integrations/images/limit-image-work.ts";
import { findProduct } from "#shop/catalogue/find-product.server.ts";
import { socialPicturePath } from "#shop/catalogue/social-picture.server.ts";
import { findLookPicture } from "#shop/content/live-site.server.ts";

const drawing = path.join(import.meta.dirname, "..", "..", "app", "favicon.svg");
/** The size that Open Graph readers show uncropped; they crop square pictures. */
const [width, height] = [1200, 630];
const [card, carbon, ruleColour] = ["#ffffff", "#2b39a6", "#c9cddd"];
const maxCached = 50;

/**
 * `/social/{slug}.{hash}.jpg`: a product's first picture beside a leaf of a receipt book, and
 * `/social/shop.jpg` for every other page. The pictures have no text: sites show the page's title beside
 * them, in the reader's language.
 * @param fetchOwn requests the picture's file from this program
 */
export function socialPictureEndpoint(fetchOwn: (path: string) => Promise<Response>): Hono {
  const endpoint = new Hono();
  const made = new LRUCache<string, Promise<Buffer>>({ max: maxCached });
  const once = (address: string, make: () => Promise<Buffer>) => {
    const known = made.get(address);
    if (known) return known;
    const making = make();
    made.set(address, making);
    making.catch(() => made.delete(address));
    return making;
  };

  endpoint.get("/social/shop.jpg", async (c) => {
    const own = await findLookPicture("share").catch(() => undefined);
    c.header("Content-Type", "image/jpeg");
    c.header("Cache-Control", "public, max-age=86400");
    return c.body(new Uint8Array(own ?? (await once("shop", drawShop))));
  });
  endpoint.get("/social/:file{[a-z0-9-]{1,100}\\.[0-9a-f]{12}\\.jpg}", async (c) => {
    const slug = c.req.param("file").split(".")[0] ?? "";
    const product = await findProduct(slug, "id");
    const address = product ? socialPicturePath(product) : undefined;
    const first = product?.pictures[0];
    if (!address || !first) return c.notFound();
    const { url, focus } = first;
    // The picture has changed since the page was shared.
    if (address !== c.req.path) {
      c.header("Cache-Control", "no-cache");
      return c.redirect(address, 302);
    }
    const file = await fetchOwn(`${url}.960.webp`);
    if (!file.ok) {
      log.warn({ path: url, status: file.status }, "a product's picture is missing");
      return c.redirect("/social/shop.jpg", 302);
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    const picture = await once(address, () => inTurn(() => drawProduct(bytes, focus)));
    c.header("Content-Type", "image/jpeg");
    c.header("Cache-Control", "public, max-age=31536000, immutable");
    return c.body(new Uint8Array(picture));
  });
  return endpoint;
}

/** The picture, and beside it a ruled leaf with the shop's mark and a perforated edge between them. */
async function drawProduct(picture: Uint8Array, focus: string | undefined): Promise<Buffer> {
  const square = await squareOf(picture, focus);
  const left = height;
  const holes = Array.from({ length: 22 }, (_, index) => circle(left, index * 30, carbon));
  const leaf = picturePlane(card, [...holes, ...rules(left + 70, width - 70, 390)]);
  return finish(leaf, [
    { input: square, left: 0, top: 0 },
    { input: await mark(190), left: left + 70, top: 120 },
  ]);
}

/** The largest square of a picture, as pages crop it around its focal point. @param focus see `Thumbnail` */
async function squareOf(picture: Uint8Array, focus = "50% 50%"): Promise<Buffer> {
  const { data, info } = await sharp(picture)
    .resize(height, height, { fit: "outside" })
    .toBuffer({ resolveWithObject: true });
  const [x = 50, y = 50] = focus.split(" ").map(Number.parseFloat);
  const left = Math.round(((info.width - height) * x) / 100);
  const top = Math.round(((info.height - height) * y) / 100);
  return sharp(data).extract({ left, top, width: height, height }).toBuffer();
}

/** One leaf of the receipt book on a carbon ground, perforated at both ends. */
async function drawShop(): Promise<Buffer> {
  const [left, right] = [330, 870];
  const [top, bottom] = [60, 570];
  const paper = `<path d="M${left} ${top}H${right}V${bottom}H${left}z" fill="${card}"/>`;
  const holes = Array.from({ length: 19 }, (_, index) =>
    [top, bottom].map((y) => circle(left + index * 30, y, carbon)).join(""),
  );
  const leaf = picturePlane(carbon, [paper, ...holes, ...rules(left + 60, right - 60, 370, 3)]);
  const side = 200;
  return finish(leaf, [{ input: await mark(side), left: (width - side) / 2, top: 120 }]);
}

function circle(x: number, y: number, colour: string): string {
  return `<circle cx="${x}" cy="${y}" r="8" fill="${colour}"/>`;
}

/** Ruled lines; the last is the total's. */
function rules(left: number, right: number, top: number, count = 4): string[] {
  return Array.from({ length: count }, (_, index) => {
    const isTotal = index === count - 1;
    const end = isTotal ? left + (right - left) * 0.55 : right;
    return `<path d="M${left} ${top + index * 52}H${end}" stroke="${isTotal ? carbon : ruleColour}" stroke-width="${isTotal ? 6 : 3}"/>`;
  });
}

function picturePlane(ground: string, shapes: readonly string[]): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${shapes.join("")}</svg>`,
  );
}

async function mark(side: number): Promise<Buffer> {
  const density = (72 * side) / 36;
  return sharp(await readFile(drawing), { density })
    .resize(side, side)
    .toBuffer();
}

function finish(plane: Buffer, parts: OverlayOptions[]): Promise<Buffer> {
  return sharp(plane)
    .composite(parts)
    .flatten({ background: card })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}

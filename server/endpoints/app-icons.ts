import { readFile } from "node:fs/promises";
import path from "node:path";
import { Hono } from "hono";
import sharp from "sharp";
import { paperColours } from "#app/browser/colour-mode.ts";
import { type Language, languages, localPath } from "#base/language.ts";
import { log } from "#base/log.server.ts";
import { inTurn } from "#integrations/images/limit-image-work.ts";
import { findLookPicture } from "#shop/content/live-site.server.ts";
import { findMerchant } from "#shop/settings/merchant/find-merchant.server.ts";

const drawing = path.join(import.meta.dirname, "..", "..", "app", "favicon.svg");
/** The drawing's own blue, so that a mask cuts off only background. */
const ground = "#2b39a6";

interface AppIcon {
  readonly path: string;
  /** Pixels of a side. */
  readonly size: number;
  /** The share of the side that the drawing fills; a mask may cut off a fifth on each side. */
  readonly fill: number;
  readonly opaque: boolean;
}

const icons: readonly AppIcon[] = [
  { path: "/favicon.ico", size: 48, fill: 1, opaque: false },
  // Apple's home screen renders transparency as black.
  { path: "/apple-touch-icon.png", size: 180, fill: 0.84, opaque: true },
  { path: "/app-icon-96.png", size: 96, fill: 1, opaque: false },
  { path: "/app-icon-192.png", size: 192, fill: 1, opaque: false },
  { path: "/app-icon-512.png", size: 512, fill: 1, opaque: false },
  { path: "/app-icon-mask-512.png", size: 512, fill: 0.62, opaque: true },
];

/** Icons for home screens and browser tabs, drawn from the sign of the look or `app/favicon.svg`, and `/manifest.webmanifest`. */
export function appIconEndpoint(): Hono {
  const endpoint = new Hono();
  for (const icon of icons) {
    let drawn: { readonly sign: Buffer | undefined; readonly icon: Promise<Buffer> } | undefined;
    endpoint.get(icon.path, async (c) => {
      const sign = await findLookPicture("sign").catch(() => drawn?.sign);
      if (!drawn || drawn.sign !== sign)
        drawn = { sign, icon: inTurn(() => drawOrBuiltIn(icon, sign)) };
      const { icon: drawing } = drawn;
      const bytes = await drawing.catch((error: unknown) => {
        // The next request draws it again.
        if (drawn?.icon === drawing) drawn = undefined;
        throw error;
      });
      c.header("Content-Type", "image/png");
      c.header("Cache-Control", "public, max-age=86400");
      return c.body(new Uint8Array(bytes));
    });
  }
  for (const language of languages) {
    endpoint.get(localPath(language, "/manifest.webmanifest"), async (c) => {
      c.header("Content-Type", "application/manifest+json");
      c.header("Cache-Control", "public, max-age=3600");
      return c.body(JSON.stringify(manifest(language, (await findMerchant()).name)));
    });
  }
  return endpoint;
}

/** Draws the shop's icon, or the built-in one if the shop's cannot be drawn. */
async function drawOrBuiltIn(icon: AppIcon, sign: Buffer | undefined): Promise<Buffer> {
  try {
    return await draw(icon, sign);
  } catch (error) {
    if (!sign) throw error;
    log.error({ err: error }, "the shop's icon cannot be drawn; the built-in icon is used");
    return draw(icon, undefined);
  }
}

/** @param sign the shop's own square icon; an opaque icon gets a white background behind it */
async function draw({ size, fill, opaque }: AppIcon, sign: Buffer | undefined): Promise<Buffer> {
  const inner = Math.round(size * fill);
  const margin = Math.floor((size - inner) / 2);
  const rest = size - inner - margin;
  const background = opaque ? (sign ? "#ffffff" : ground) : { r: 0, g: 0, b: 0, alpha: 0 };
  return (sign ? sharp(sign) : sharp(await readFile(drawing), { density: 2 * inner }))
    .resize(inner, inner)
    .extend({ top: margin, left: margin, bottom: rest, right: rest, background })
    .flatten(opaque ? { background } : false)
    .png()
    .toBuffer();
}

function manifest(language: Language, name: string) {
  const png = (file: string, size: number, purpose: string) => ({
    src: `/${file}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  return {
    id: "/",
    name,
    short_name: name,
    lang: language,
    start_url: localPath(language, "/"),
    scope: "/",
    // Shows the browser's back button: a shop has many pages.
    display: "minimal-ui",
    background_color: paperColours.light,
    theme_color: paperColours.light,
    icons: [
      png("app-icon-192", 192, "any"),
      png("app-icon-512", 512, "any"),
      png("app-icon-mask-512", 512, "maskable"),
    ],
  };
}

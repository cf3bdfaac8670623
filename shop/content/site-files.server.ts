import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop } from "#db/client.server.ts";
import { inTurn } from "#integrations/images/limit-image-work.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import type { LookPicture } from "./look.ts";
import { type RebuiltSvg, rebuildSvg } from "./rebuild-svg.ts";

export type SiteFileProblem =
  | { readonly code: "not_permitted" | "picture_unreadable" | "picture_too_small" | "too_large" }
  | { readonly code: "svg_refused"; readonly part: string };

/** Maximum bytes of an upload. */
const maxUpload = 900_000;
const maxPixels = 25_000_000;
/** Width and height of the square icon, pixels. */
const signSide = 512;
/** Timeout in seconds for encoding a picture. */
const maxSeconds = 10;

interface Drawn {
  readonly bytes: Buffer;
  readonly type: "svg" | "png" | "jpg";
  readonly width: number;
  readonly height: number;
}

/**
 * Stores a picture of the look: an SVG rebuilt from allowed elements, or a PNG or JPEG that is encoded again.
 * @returns the name that a look holds, `{sha256}-{width}x{height}.{type}`
 */
export async function addSiteFile(
  actor: Person,
  place: LookPicture,
  bytes: Uint8Array,
): Promise<Result<string, SiteFileProblem>> {
  const drawn = await inTurn(() => draw(place, Buffer.from(bytes)));
  if (!drawn.ok) return drawn;
  const { type, width, height } = drawn.value;
  const hash = createHash("sha256").update(drawn.value.bytes).digest("hex");
  const name = `${hash}-${width}x${height}.${type}`;
  return asStaff<string, SiteFileProblem>(
    actor,
    "content.edit",
    async (sql) => {
      await sql`
        insert into private.site_files (name, bytes) values (${name}, ${drawn.value.bytes}) on conflict do nothing`;
      return ok(name);
    },
    { code: "not_permitted" },
  );
}

async function draw(place: LookPicture, bytes: Buffer): Promise<Result<Drawn, SiteFileProblem>> {
  if (bytes.length > maxUpload) return fail({ code: "too_large" });
  if (place !== "share" && /^\uFEFF?\s*</.test(bytes.subarray(0, 200).toString("utf8"))) {
    const rebuilt = rebuildSvg(bytes.toString("utf8"));
    if (!rebuilt.ok) return rebuilt;
    return drawSvg(place, rebuilt.value);
  }
  const start = bytes.toString("hex", 0, 4);
  const isRaster = start === "89504e47" || start.startsWith("ffd8");
  if (!isRaster) return fail({ code: "picture_unreadable" });
  const { default: sharp } = await import("sharp");
  try {
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" }).autoOrient();
    const size = (await image.metadata()).autoOrient;
    const isSmall =
      (place === "sign" && Math.min(size.width, size.height) < signSide) ||
      (place === "share" && (size.width < 1200 || size.height < 630));
    if (isSmall) return fail({ code: "picture_too_small" });
    const sized =
      place === "share"
        ? image.resize(1200, 630, { fit: "cover" }).flatten({ background: "#ffffff" })
        : place === "sign"
          ? image.resize(signSide, signSide, { fit: "cover" })
          : // Three times the size in the header.
            image.resize(600, 144, { fit: "inside", withoutEnlargement: true });
    const encoded = place === "share" ? sized.jpeg({ quality: 82 }) : sized.png();
    const { data, info } = await encoded
      .timeout({ seconds: maxSeconds })
      .toBuffer({ resolveWithObject: true });
    const type = place === "share" ? "jpg" : "png";
    return ok({ bytes: data, type, width: info.width, height: info.height });
  } catch {
    return fail({ code: "picture_unreadable" });
  }
}

/**
 * Draws an SVG once, to refuse one that cannot be drawn. Returns a square icon as a PNG, so that no visitor's request draws an
 * SVG, and any other picture as the SVG.
 */
async function drawSvg(
  place: LookPicture,
  { text, width, height }: RebuiltSvg,
): Promise<Result<Drawn, SiteFileProblem>> {
  if (place === "sign" && width !== height) return fail({ code: "picture_too_small" });
  const svg = Buffer.from(text);
  const { default: sharp } = await import("sharp");
  try {
    // Draws at about twice the size of the icon: at 72 dpi one unit of the view box is one pixel.
    const density = Math.min(Math.max((72 * 2 * signSide) / Math.max(width, height), 1), 100_000);
    const icon = await sharp(svg, { density })
      .resize(signSide, signSide, { fit: place === "sign" ? "cover" : "inside" })
      .timeout({ seconds: maxSeconds })
      .png()
      .toBuffer();
    return place === "sign"
      ? ok({ bytes: icon, type: "png", width: signSide, height: signSide })
      : ok({ bytes: svg, type: "svg", width, height });
  } catch {
    return fail({ code: "picture_unreadable" });
  }
}

const read = new LRUCache<string, Buffer>({ max: 20 });

/** The bytes of a stored picture. Cached without expiry, because the content of a name never changes. */
export async function readSiteFile(name: string): Promise<Buffer | undefined> {
  const found = read.get(name);
  if (found) return found;
  const [row] = await asShop()<{ bytes: Buffer }[]>`
    select bytes from private.site_files where name = ${name}`;
  if (row) read.set(name, row.bytes);
  return row?.bytes;
}

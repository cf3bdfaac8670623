import { crc32 } from "node:zlib";
import sharp, { type OverlayOptions, type Sharp } from "sharp";
import { inTurn } from "#integrations/images/limit-image-work.ts";
import { multiply, scaling, translation } from "#shop/designs/document/geometry.ts";
import type { DisplayArea, DisplayItem } from "./display-list.ts";
import type { PictureFiles } from "./picture-files.server.ts";
import { type Canvas, placePicture } from "./place-picture.server.ts";
import { toSvg } from "./to-svg.ts";

/*
 * The raster of an area: librsvg draws runs of paths, libvips reduces pictures, and both are laid one above the other.
 * The bytes of a picture never travel inside an SVG.
 */

/** librsvg leaves out what is beyond (sharp issue 4309). */
export const maxRasterSide = 10_000;

export interface RasterOptions {
  readonly files: PictureFiles;
  /** Dots an inch. */
  readonly dpi: number;
  /** Colour below the design; absent: transparent. */
  readonly body?: string;
  /** Up to the bleed (the default) or to the trim. */
  readonly box?: "bleed" | "trim";
}

export interface PngOptions extends RasterOptions {
  /** Turns the picture over where the process of the area asks for it: for print, not for a screen. */
  readonly forPrint?: boolean;
}

/** Dots an inch that make an area so many pixels wide. */
export function dpiOfWidth(area: DisplayArea, pixels: number, box: "bleed" | "trim" = "bleed") {
  const millimetres = area.w + (box === "bleed" ? 2 * area.bleed : 0);
  return (pixels / millimetres) * 25.4;
}

/** @throws RangeError where a side would have more than `maxRasterSide` pixels; PictureMismatch; TooMuchImageWork */
export async function toPng(area: DisplayArea, options: PngOptions): Promise<Buffer> {
  return inTurn(async () => {
    const { data, ...canvas } = await toPixels(area, options);
    let drawn = sharp(data, rawInput(canvas));
    if (options.forPrint && area.mirror) drawn = drawn.flop();
    return withPrintChunks(await drawn.png({ compressionLevel: 6 }).toBuffer(), options.dpi);
  });
}

export interface RasterPixels {
  /** Red, green, blue and alpha of each pixel; the colours are not multiplied by alpha. */
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * The pixels of an area; the caller limits how many are drawn at once.
 * @throws RangeError where a side would have more than `maxRasterSide` pixels; PictureMismatch
 */
export async function toPixels(area: DisplayArea, options: RasterOptions): Promise<RasterPixels> {
  const edge = options.box === "trim" ? 0 : area.bleed;
  const scale = options.dpi / 25.4;
  const width = Math.max(1, Math.round((area.w + 2 * edge) * scale));
  const height = Math.max(1, Math.round((area.h + 2 * edge) * scale));
  if (Math.max(width, height) > maxRasterSide)
    throw new RangeError(`${width} × ${height} pixels are too many`);
  const exact = scaling(width / (area.w + 2 * edge), height / (area.h + 2 * edge));
  const canvas = { width, height, matrix: multiply(exact, translation(edge, edge)) };
  const painter = createPainter(area, canvas, edge, options.files);
  return { data: await painter(area.items, options.body), width, height };
}

const rawInput = ({ width, height }: Pick<Canvas, "width" | "height">) => ({
  raw: { width, height, channels: 4 as const },
  limitInputPixels: false,
});

type Painter = (items: readonly DisplayItem[], body?: string) => Promise<Buffer>;

function createPainter(
  area: DisplayArea,
  canvas: Canvas,
  edge: number,
  files: PictureFiles,
): Painter {
  const vectors = (items: readonly DisplayItem[], body?: string): Sharp => {
    const box = edge === 0 ? ("trim" as const) : ("bleed" as const);
    const svg = toSvg(
      { ...area, items },
      {
        pictureHref: () => null,
        box,
        size: { width: canvas.width, height: canvas.height },
        ...(body === undefined ? {} : { body }),
      },
    );
    return sharp(Buffer.from(svg), { unlimited: true, limitInputPixels: false });
  };
  const pixelsOf = (drawn: Sharp) => drawn.ensureAlpha().raw({ depth: "uchar" }).toBuffer();

  async function paint(items: readonly DisplayItem[], body?: string): Promise<Buffer> {
    const runs = runsOf(items);
    const [first] = runs;
    const isFirstVector = first !== undefined && !("picture" in first);
    const base = await pixelsOf(vectors(isFirstVector ? first.paths : [], body));
    const overlays: OverlayOptions[] = [];
    for (const run of isFirstVector ? runs.slice(1) : runs) {
      const overlay =
        "paths" in run ? whole(await pixelsOf(vectors(run.paths))) : await overlayOf(run.picture);
      if (overlay) overlays.push(overlay);
    }
    if (overlays.length === 0) return base;
    return pixelsOf(sharp(base, rawInput(canvas)).composite(overlays));
  }

  const whole = (input: Buffer): OverlayOptions => ({
    input,
    ...rawInput(canvas),
    left: 0,
    top: 0,
  });

  async function overlayOf(item: DisplayItem): Promise<OverlayOptions | null> {
    if (item.kind === "group") return whole(faded(await paint(item.items), item.opacity));
    if (item.kind === "path") return whole(await pixelsOf(vectors([item])));
    const placed = await placePicture(item, canvas, files);
    if (!placed) return null;
    const { data, left, top, width, height } = placed;
    const input = faded(data, item.opacity ?? 1);
    return { input, raw: { width, height, channels: 4 }, left, top, limitInputPixels: false };
  }

  return paint;
}

type Run = { readonly paths: readonly DisplayItem[] } | { readonly picture: DisplayItem };

/** Items that librsvg draws at once, and pictures (or groups with one) that stand alone. */
function runsOf(items: readonly DisplayItem[]): Run[] {
  const runs: Run[] = [];
  let paths: DisplayItem[] = [];
  for (const item of items) {
    if (!hasPicture(item)) {
      if (paths.length === 0) runs.push({ paths });
      paths.push(item);
      continue;
    }
    runs.push({ picture: item });
    paths = [];
  }
  return runs;
}

function hasPicture(item: DisplayItem): boolean {
  return item.kind === "picture" || (item.kind === "group" && item.items.some(hasPicture));
}

/** Changes the pixels in place. */
function faded(pixels: Buffer, opacity: number): Buffer {
  if (opacity === 1) return pixels;
  for (let index = 3; index < pixels.length; index += 4)
    pixels[index] = Math.round((pixels[index] as number) * opacity);
  return pixels;
}

/** A PNG's signature and its IHDR chunk. */
const headLength = 8 + 25;

/** Adds the chunks sRGB (perceptual) and pHYs, which printing software reads (PNG specification, 11.3.2 and 11.3.4). */
function withPrintChunks(png: Buffer, dpi: number): Buffer {
  const perMetre = Math.round(dpi / 0.0254);
  const resolution = Buffer.alloc(9);
  resolution.writeUInt32BE(perMetre, 0);
  resolution.writeUInt32BE(perMetre, 4);
  resolution.writeUInt8(1, 8);
  const rest: Buffer[] = [];
  for (let at = headLength; at < png.length; ) {
    const length = 12 + png.readUInt32BE(at);
    const name = png.toString("latin1", at + 4, at + 8);
    if (name === "IDAT" || name === "IEND") rest.push(png.subarray(at, at + length));
    at += length;
  }
  const head = png.subarray(0, headLength);
  return Buffer.concat([head, chunk("sRGB", Buffer.from([0])), chunk("pHYs", resolution), ...rest]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const result = Buffer.alloc(body.length + 8);
  result.writeUInt32BE(data.length, 0);
  body.copy(result, 4);
  result.writeUInt32BE(crc32(body), body.length + 4);
  return result;
}

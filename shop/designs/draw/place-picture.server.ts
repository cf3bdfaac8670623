import sharp from "sharp";
import { type Matrix, multiply } from "#shop/designs/document/geometry.ts";
import type { DisplayPicture } from "./display-list.ts";
import { masterOf, type PictureFiles } from "./picture-files.server.ts";

/** Straight RGBA, 8 bits a channel, with its place on the canvas in pixels. */
export interface PlacedPixels {
  readonly data: Buffer;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Canvas {
  readonly width: number;
  readonly height: number;
  /** From millimetres of the area to pixels. */
  readonly matrix: Matrix;
}

/** Pictures are clear from edge to edge of a canvas pixel: half a pixel is the centre of the first one. */
const half = 0.5;

/**
 * The pixels of a picture on a canvas: libvips reduces it to the size that it has there, then each pixel is one bilinear
 * sample, so that a turned picture keeps the place that the display list gives it to a fraction of a pixel.
 * @returns null where the picture lies outside of the canvas
 * @throws PictureMismatch
 */
export async function placePicture(
  picture: DisplayPicture,
  canvas: Canvas,
  files: PictureFiles,
): Promise<PlacedPixels | null> {
  const placed = multiply(canvas.matrix, picture.matrix);
  const frame = frameOf(placed, canvas);
  if (!frame) return null;
  const source = await readPixels(picture, placed, files);
  const data = sample(source, placed, frame);
  if (picture.mask !== undefined)
    multiplyAlpha(data, await maskPixels(picture.mask, canvas, frame));
  return { data, ...frame };
}

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The canvas pixels that the unit square covers, with one more on each side. */
function frameOf([a, b, c, d, e, f]: Matrix, { width, height }: Canvas): Frame | null {
  const xs = [e, e + a, e + c, e + a + c];
  const ys = [f, f + b, f + d, f + b + d];
  const left = Math.max(0, Math.floor(Math.min(...xs)) - 1);
  const top = Math.max(0, Math.floor(Math.min(...ys)) - 1);
  const right = Math.min(width, Math.ceil(Math.max(...xs)) + 1);
  const bottom = Math.min(height, Math.ceil(Math.max(...ys)) + 1);
  if (right <= left || bottom <= top) return null;
  return { left, top, width: right - left, height: bottom - top };
}

interface Source {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** The visible part, not larger than on the canvas. */
async function readPixels(
  picture: DisplayPicture,
  [a, b, c, d]: Matrix,
  files: PictureFiles,
): Promise<Source> {
  const master = await masterOf(picture, files);
  const [left, top, cropWidth, cropHeight] = picture.crop;
  const width = Math.min(cropWidth, Math.max(1, Math.round(Math.sqrt(a * a + b * b))));
  const height = Math.min(cropHeight, Math.max(1, Math.round(Math.sqrt(c * c + d * d))));
  const { data } = await sharp(master)
    .extract({ left, top, width: cropWidth, height: cropHeight })
    .resize({ width, height, fit: "fill", kernel: "lanczos3" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { data, width, height };
}

/** One sample for each pixel of the frame; beyond its edges a picture fades within one pixel. */
function sample(source: Source, [a, b, c, d, e, f]: Matrix, frame: Frame): Buffer {
  const result = Buffer.alloc(frame.width * frame.height * 4);
  const divisor = a * d - b * c;
  if (divisor === 0) return result;
  const { data, width: wide, height: high } = source;
  // From canvas pixels to pixels of the source.
  const [ux, uy] = [(d / divisor) * wide, (-c / divisor) * wide];
  const [vx, vy] = [(-b / divisor) * high, (a / divisor) * high];
  // Canvas pixels that one pixel of the source measures.
  const [spanX, spanY] = [1 / Math.sqrt(ux * ux + uy * uy), 1 / Math.sqrt(vx * vx + vy * vy)];
  let at = 0;
  for (let row = 0; row < frame.height; row++) {
    const y = frame.top + row + half - f;
    for (let column = 0; column < frame.width; column++, at += 4) {
      const x = frame.left + column + half - e;
      const u = ux * x + uy * y;
      const v = vx * x + vy * y;
      const coverage = within(u, wide, spanX) * within(v, high, spanY);
      if (coverage <= 0) continue;
      const column0 = Math.floor(u - half);
      const row0 = Math.floor(v - half);
      const [fx, fy] = [u - half - column0, v - half - row0];
      const x0 = column0 < 0 ? 0 : column0 >= wide ? wide - 1 : column0;
      const x1 = column0 + 1 < 0 ? 0 : column0 + 1 >= wide ? wide - 1 : column0 + 1;
      const y0 = row0 < 0 ? 0 : row0 >= high ? high - 1 : row0;
      const y1 = row0 + 1 < 0 ? 0 : row0 + 1 >= high ? high - 1 : row0 + 1;
      const p00 = (y0 * wide + x0) * 4;
      const p10 = (y0 * wide + x1) * 4;
      const p01 = (y1 * wide + x0) * 4;
      const p11 = (y1 * wide + x1) * 4;
      const a00 = (1 - fx) * (1 - fy) * (data[p00 + 3] as number);
      const a10 = fx * (1 - fy) * (data[p10 + 3] as number);
      const a01 = (1 - fx) * fy * (data[p01 + 3] as number);
      const a11 = fx * fy * (data[p11 + 3] as number);
      const alpha = a00 + a10 + a01 + a11;
      if (alpha <= 0) continue;
      for (let channel = 0; channel < 3; channel++)
        result[at + channel] = Math.round(
          (a00 * (data[p00 + channel] as number) +
            a10 * (data[p10 + channel] as number) +
            a01 * (data[p01 + channel] as number) +
            a11 * (data[p11 + channel] as number)) /
            alpha,
        );
      result[at + 3] = Math.round(alpha * coverage);
    }
  }
  return result;
}

/** Share of a canvas pixel that lies between 0 and `end`, both in pixels of the source. */
function within(place: number, end: number, span: number): number {
  const before = place * span + half;
  const after = (end - place) * span + half;
  return clamped(before) * clamped(after);
}

const clamped = (share: number) => Math.max(0, Math.min(1, share));

async function maskPixels(mask: string, { matrix }: Canvas, frame: Frame): Promise<Buffer> {
  const { left, top, width, height } = frame;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}">` +
    `<path d="${mask}" transform="matrix(${matrix.join(" ")})"/></svg>`;
  return sharp(Buffer.from(svg)).extractChannel("alpha").raw({ depth: "uchar" }).toBuffer();
}

function multiplyAlpha(pixels: Buffer, alpha: Buffer): void {
  for (let index = 0; index < alpha.length; index++)
    pixels[index * 4 + 3] = Math.round(
      ((pixels[index * 4 + 3] as number) * (alpha[index] as number)) / 255,
    );
}

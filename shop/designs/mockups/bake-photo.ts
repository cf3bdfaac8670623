import type { KitFacts } from "./kit.ts";
import { outlineOf, type Surface, surfaceMap } from "./surface.ts";
import { encoded, linear, toned, untoned } from "./tone.ts";

/** The planes of a kit before its pictures are encoded. */
export interface BakedKit {
  readonly facts: Omit<KitFacts, "bytes">;
  /** Red, green and blue; twice as high as wide. */
  readonly map: Uint8Array;
  readonly light: Uint8Array;
  readonly rest: Uint8Array;
}

const steps = 8_192;
/** Light above that of the goods' own colour, e.g. of a fold that faces a window. */
const brightest = 2;
/** Reads along each axis of a pixel that lies on an edge. */
const samples = 4;
/** Pixels around the area that have a place on it too, so that those on its edge have neighbours. */
const around = 3;

/**
 * Takes a photograph of plain goods apart: the goods have the colour that most of the area has, and what is lighter or darker is
 * light. Without print the photograph comes out again.
 * @param photo red, green and blue of size² pixels
 * @param surface of the printed area; see `isSurface`
 * @param shading how much of the light a print takes: 1 all, 0 none
 */
export function bakePhoto(
  photo: Uint8Array,
  size: number,
  surface: Surface,
  shading: number,
): BakedKit {
  const pixels = size * size;
  const map = new Uint8Array(6 * pixels);
  const { toArea } = surfaceMap(surface);
  const isInside = (x: number, y: number) => {
    const [u, v] = toArea(x / size, y / size);
    return u >= 0 && u <= 1 && v >= 0 && v <= 1;
  };
  const outline = outlineOf(surface);
  const [left, right] = rangeOf(outline, 0, size);
  const [top, bottom] = rangeOf(outline, 1, size);
  const area: number[] = [];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = y * size + x;
      const covered = coverageOf(isInside, x, y);
      const [u, v] = toArea((x + 0.5) / size, (y + 0.5) / size).map(stepOf) as [number, number];
      map[3 * at] = u >> 8;
      map[3 * at + 1] = v >> 8;
      map[3 * at + 2] = covered;
      map[3 * (pixels + at)] = u & 255;
      map[3 * (pixels + at) + 1] = v & 255;
      if (covered > 0) area.push(at);
    }
  }
  const goods = [0, 1, 2].map((channel) => middleOf(photo, area, channel)) as [
    number,
    number,
    number,
  ];
  const light = new Uint8Array(3 * pixels).fill(byteOf(1));
  const rest = Uint8Array.from(photo);
  for (const at of area) {
    const covered = (map[3 * at + 2] as number) / 255;
    for (let channel = 0; channel < 3; channel++) {
      const index = 3 * at + channel;
      const seen = untoned[photo[index] as number] as number;
      light[index] = byteOf(seen / (linear[goods[channel] as number] as number));
      rest[index] = toned((1 - covered) * seen);
    }
  }
  const sum = map.reduce((total, byte) => total + byte, 0);
  return { facts: { v: 1, size, steps, brightest, sum, goods, shading }, map, light, rest };
}

const stepOf = (share: number) => Math.round(Math.max(0, Math.min(1, share)) * (steps - 1));
const byteOf = (light: number) => Math.round(255 * Math.sqrt(Math.min(1, light / brightest)));

/** Pixels from the first to beyond the last that an outline spans. */
function rangeOf(
  outline: readonly (readonly [number, number])[],
  axis: 0 | 1,
  size: number,
): [number, number] {
  const places = outline.map((point) => point[axis]);
  const from = Math.floor(Math.min(...places) * size) - around;
  const to = Math.ceil(Math.max(...places) * size) + around;
  return [Math.max(0, from), Math.min(size, to)];
}

/** How much of a pixel is inside, of 255. */
function coverageOf(isInside: (x: number, y: number) => boolean, x: number, y: number): number {
  const corners = [isInside(x, y), isInside(x + 1, y), isInside(x, y + 1), isInside(x + 1, y + 1)];
  if (corners.every(Boolean)) return 255;
  let inside = 0;
  for (let row = 0; row < samples; row++)
    for (let column = 0; column < samples; column++)
      if (isInside(x + (column + 0.5) / samples, y + (row + 0.5) / samples)) inside++;
  return Math.round((255 * inside) / samples ** 2);
}

/**
 * The byte in the middle of those of a channel, as the colour of the goods without the photographs' shoulder; never black, by
 * which no light can be divided.
 */
function middleOf(photo: Uint8Array, area: readonly number[], channel: number): number {
  const bytes = area.map((at) => photo[3 * at + channel] as number).sort((a, b) => a - b);
  const middle = bytes[bytes.length >> 1] ?? 255;
  return Math.max(darkest, encoded(untoned[middle] as number));
}

const darkest = 24;

import type { Artwork, ArtworkLevel } from "./artwork.ts";
import type { Kit } from "./kit.ts";
import { linear, toned, untoned } from "./tone.ts";

/** Red, green and blue from 0 to 255, as sRGB. */
export type Rgb = readonly [number, number, number];

/** Reads of the artwork along one axis of a pixel. */
const maxTaps = 6;
/** Texels that one pixel may span before a smaller level of the artwork is read. */
const widestFootprint = 2.5;

/**
 * Paints an artwork into a kit: artwork over the colour of the goods, times light, plus the rest, in linear light.
 * @param body colour of the goods; a kit of goods of one colour has its own
 * @returns red, green, blue and 255 of each pixel
 */
export function warp(kit: Kit, artwork: Artwork, body: Rgb): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(4 * kit.size ** 2);
  warpRows(kit, artwork, body, pixels, 0, kit.size);
  return pixels;
}

/** `warp` of some rows, so that a server does other work between them. */
export function warpRows(
  kit: Kit,
  artwork: Artwork,
  body: Rgb,
  pixels: Uint8ClampedArray,
  from: number,
  to: number,
): void {
  const { size, coverage, light, rest } = kit;
  const lights = Float32Array.from({ length: 256 }, (_, byte) => (byte / 255) ** 2 * kit.brightest);
  const { shading = 1 } = kit;
  const inkLights = shading === 1 ? lights : lights.map((light) => light ** shading);
  const bare = (kit.goods ?? body).map((byte) => linear[byte] as number);
  const read = createReader(kit, artwork);
  const ink = new Float32Array(4);
  for (let at = from * size; at < to * size; at++) {
    const out = 4 * at;
    const covered = coverage[at] as number;
    const plain = kit.body[at] as number;
    pixels[out + 3] = 255;
    if (covered > 0) read(at, ink);
    else if (plain === 0) {
      for (let channel = 0; channel < 3; channel++)
        pixels[out + channel] = rest[3 * at + channel] as number;
      continue;
    } else ink.fill(0);
    const uninked = (plain + covered * (1 - (ink[3] as number))) / 255;
    for (let channel = 0; channel < 3; channel++) {
      const bright = light[3 * at + channel] as number;
      const lit =
        (covered / 255) * (ink[channel] as number) * (inkLights[bright] as number) +
        uninked * (bare[channel] as number) * (lights[bright] as number);
      pixels[out + channel] = toned(lit + (untoned[rest[3 * at + channel] as number] as number));
    }
  }
}

/** Reads what a pixel shows of the artwork: more than once where it spans more than a texel, along both of its axes. */
function createReader(kit: Kit, artwork: Artwork): (at: number, into: Float32Array) => void {
  const { size, steps, u, v } = kit;
  const [first] = artwork as [ArtworkLevel];
  const [perU, perV] = [first.width / (steps - 1), first.height / (steps - 1)];

  /** To the neighbour that is nearer on the artwork: the other one may lie beyond a fold. */
  const step = (plane: Uint16Array, at: number, by: number, isFirst: boolean, isLast: boolean) => {
    const here = plane[at] as number;
    const ahead = isLast ? Number.POSITIVE_INFINITY : (plane[at + by] as number) - here;
    const behind = isFirst ? Number.POSITIVE_INFINITY : here - (plane[at - by] as number);
    return Math.abs(ahead) < Math.abs(behind) ? ahead : behind;
  };

  return (at, into) => {
    const x = at % size;
    const y = (at - x) / size;
    const acrossU = step(u, at, 1, x === 0, x === size - 1) * perU;
    const acrossV = step(v, at, 1, x === 0, x === size - 1) * perV;
    const downU = step(u, at, size, y === 0, y === size - 1) * perU;
    const downV = step(v, at, size, y === 0, y === size - 1) * perV;
    let across = Math.sqrt(acrossU * acrossU + acrossV * acrossV);
    let down = Math.sqrt(downU * downU + downV * downV);
    let index = 0;
    let scale = 1;
    while (Math.min(across, down) > widestFootprint && index < artwork.length - 1) {
      across /= 2;
      down /= 2;
      scale /= 2;
      index++;
    }
    const level = artwork[index] as ArtworkLevel;
    const columns = Math.min(maxTaps, Math.max(1, Math.ceil(across - 0.1)));
    const rows = Math.min(maxTaps, Math.max(1, Math.ceil(down - 0.1)));
    const middleU = (u[at] as number) * perU * scale - 0.5;
    const middleV = (v[at] as number) * perV * scale - 0.5;
    into.fill(0);
    const share = 1 / (columns * rows);
    for (let row = 0; row < rows; row++) {
      const alongDown = ((row + 0.5) / rows - 0.5) * scale;
      for (let column = 0; column < columns; column++) {
        const alongAcross = ((column + 0.5) / columns - 0.5) * scale;
        add(
          level,
          middleU + alongAcross * acrossU + alongDown * downU,
          middleV + alongAcross * acrossV + alongDown * downV,
          share,
          into,
        );
      }
    }
  };
}

/** Adds the texels around a place, each by its nearness. */
function add(
  { width, height, texels }: ArtworkLevel,
  x: number,
  y: number,
  share: number,
  into: Float32Array,
): void {
  const right = width - 1;
  const bottom = height - 1;
  const atX = Math.max(0, Math.min(x, right));
  const atY = Math.max(0, Math.min(y, bottom));
  const left = atX | 0;
  const top = atY | 0;
  const partX = atX - left;
  const partY = atY - top;
  const a = 4 * (top * width + left);
  const b = left < right ? a + 4 : a;
  const below = top < bottom ? 4 * width : 0;
  const fromA = share * (1 - partX) * (1 - partY);
  const fromB = share * partX * (1 - partY);
  const fromC = share * (1 - partX) * partY;
  const fromD = share * partX * partY;
  for (let channel = 0; channel < 4; channel++)
    into[channel] =
      (into[channel] as number) +
      fromA * (texels[a + channel] as number) +
      fromB * (texels[b + channel] as number) +
      fromC * (texels[a + below + channel] as number) +
      fromD * (texels[b + below + channel] as number);
}

/*
 * A mock-up kit (docs/why/designs.md): a photograph taken apart, so that any artwork can be painted into it. Its file is "KIT1",
 * the length of its facts, the facts as JSON, and three pictures without alpha: the map (lossless; the high bytes of u and v
 * and the coverage above their low bytes and the body), the light and the rest. photography/kit.py writes it.
 */

export interface KitFacts {
  readonly v: 1;
  /** Pixels of a side of the square. */
  readonly size: number;
  /** Numbers that u and v are counted in: 0 is the left or upper edge of the printed area, steps − 1 the other edge. */
  readonly steps: number;
  /** The light that 255 stands for; a byte is the square root of its share. */
  readonly brightest: number;
  /** Of all bytes of the map: some browsers add noise to the pixels that a page reads. */
  readonly sum: number;
  /** Colour of the goods in the photograph, where a kit has only one: red, green and blue from 0 to 255. */
  readonly goods?: readonly [number, number, number];
  /** How much of the light a print takes, where it is not all: the light's exponent. Plain goods always have all of it. */
  readonly shading?: number;
  /** Lengths of the three pictures. */
  readonly bytes: readonly [number, number, number];
}

export interface KitFile {
  readonly facts: KitFacts;
  /** As WebP. */
  readonly map: Uint8Array<ArrayBuffer>;
  readonly light: Uint8Array<ArrayBuffer>;
  readonly rest: Uint8Array<ArrayBuffer>;
}

/** A decoded picture; a fourth channel is not read. */
export interface RawPicture {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly channels: 3 | 4;
}

/** All planes go from left to right and from the top downwards. */
export interface Kit extends Pick<KitFacts, "size" | "steps" | "brightest" | "goods" | "shading"> {
  readonly u: Uint16Array;
  readonly v: Uint16Array;
  /** How much of a pixel is printed area, of 255. */
  readonly coverage: Uint8Array;
  /** How much of a pixel has the colour of the goods and no print, of 255. */
  readonly body: Uint8Array;
  /** Red, green and blue of each pixel. */
  readonly light: Uint8Array;
  /** Red, green and blue of each pixel: everything else, as it is seen. */
  readonly rest: Uint8Array;
}

const maxSize = 2_000;

/** @throws RangeError where the bytes are no kit */
export function readKitFile(bytes: Uint8Array<ArrayBuffer>): KitFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 8 || view.getUint32(0) !== 0x4b495431) throw new RangeError("not a kit");
  const start = 8 + view.getUint32(4, true);
  const facts = JSON.parse(new TextDecoder().decode(bytes.subarray(8, start))) as KitFacts;
  const [map, light, rest] = facts.bytes;
  if (facts.v !== 1 || facts.size > maxSize || start + map + light + rest !== bytes.byteLength)
    throw new RangeError("a kit of another version, or cut off");
  return {
    facts,
    map: bytes.subarray(start, start + map),
    light: bytes.subarray(start + map, start + map + light),
    rest: bytes.subarray(start + map + light),
  };
}

/**
 * Puts the decoded pictures of a kit together.
 * @throws RangeError where they have another size than the facts say, or a decoder changed the bytes of the map
 */
export function createKit(
  facts: KitFacts,
  pictures: { readonly map: RawPicture; readonly light: RawPicture; readonly rest: RawPicture },
): Kit {
  const pixels = facts.size ** 2;
  const map = planeOf(pictures.map, 2 * pixels);
  let sum = 0;
  for (const byte of map) sum += byte;
  if (sum !== facts.sum) throw new RangeError("the map of a kit has other bytes than were written");
  const [u, v] = [new Uint16Array(pixels), new Uint16Array(pixels)];
  const [coverage, body] = [new Uint8Array(pixels), new Uint8Array(pixels)];
  for (let high = 0, low = 3 * pixels, at = 0; at < pixels; at++, high += 3, low += 3) {
    u[at] = ((map[high] as number) << 8) | (map[low] as number);
    v[at] = ((map[high + 1] as number) << 8) | (map[low + 1] as number);
    coverage[at] = map[high + 2] as number;
    body[at] = map[low + 2] as number;
  }
  const light = planeOf(pictures.light, pixels);
  const { bytes: _, sum: __, v: ___, ...own } = facts;
  return { ...own, u, v, coverage, body, light, rest: planeOf(pictures.rest, pixels) };
}

/** Red, green and blue without a gap. */
function planeOf({ data, channels }: RawPicture, pixels: number): Uint8Array {
  if (data.length !== pixels * channels)
    throw new RangeError("a picture of a kit has another size");
  if (channels === 3) return Uint8Array.from(data);
  const plane = new Uint8Array(3 * pixels);
  for (let from = 0, to = 0; to < plane.length; from += 4, to += 3) {
    plane[to] = data[from] as number;
    plane[to + 1] = data[from + 1] as number;
    plane[to + 2] = data[from + 2] as number;
  }
  return plane;
}

/** Pixels that an artwork's width needs, so that a pixel of the mock-up shows little more than one of it. */
export function artworkWidth(kit: Kit): number {
  const { size, steps, u, v, coverage } = kit;
  const lengths: number[] = [];
  // Every eighth pixel of every eighth row is enough.
  for (let y = 4; y < size; y += 8) {
    for (let x = 4; x < size - 1; x += 8) {
      const at = y * size + x;
      if (coverage[at] !== 255 || coverage[at + 1] !== 255) continue;
      const across = (u[at + 1] as number) - (u[at] as number);
      const down = (v[at + 1] as number) - (v[at] as number);
      lengths.push(Math.hypot(across, down) / steps);
    }
  }
  const middle = lengths.sort((a, b) => a - b)[lengths.length >> 1] ?? 1 / size;
  return Math.min(2_400, Math.max(64, Math.round(texelsPerPixel / Math.max(middle, 1e-4))));
}

const texelsPerPixel = 1.4;

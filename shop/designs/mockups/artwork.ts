import type { RawPicture } from "./kit.ts";
import { linear } from "./tone.ts";

/** One size of an artwork: linear light times alpha, and alpha; red, green, blue and alpha of each pixel. */
export interface ArtworkLevel {
  readonly width: number;
  readonly height: number;
  readonly texels: Float32Array;
}

/** An artwork and its halves, quarters and so on: what is seen small is read from a small one. */
export type Artwork = readonly ArtworkLevel[];

const levels = 6;

/** @param picture red, green, blue and alpha; the colours are sRGB and not multiplied by alpha */
export function createArtwork(
  { data }: RawPicture & { readonly channels: 4 },
  width: number,
  height: number,
): Artwork {
  const texels = new Float32Array(4 * width * height);
  for (let at = 0; at < texels.length; at += 4) {
    const alpha = (data[at + 3] as number) / 255;
    if (alpha === 0) continue;
    texels[at] = (linear[data[at] as number] as number) * alpha;
    texels[at + 1] = (linear[data[at + 1] as number] as number) * alpha;
    texels[at + 2] = (linear[data[at + 2] as number] as number) * alpha;
    texels[at + 3] = alpha;
  }
  const made: ArtworkLevel[] = [{ width, height, texels }];
  for (let last = made[0]; last && made.length < levels && last.width > 1 && last.height > 1; ) {
    last = halved(last);
    made.push(last);
  }
  return made;
}

/** An odd last column or row is left out: it is less than a texel of the smaller one. */
function halved({ width, height, texels }: ArtworkLevel): ArtworkLevel {
  const [w, h] = [width >> 1, height >> 1];
  const half = new Float32Array(4 * w * h);
  for (let y = 0, to = 0; y < h; y++) {
    for (let x = 0, from = 8 * y * width; x < w; x++, from += 8) {
      for (let channel = 0; channel < 4; channel++, to++) {
        const at = from + channel;
        const below = at + 4 * width;
        half[to] =
          ((texels[at] as number) +
            (texels[at + 4] as number) +
            (texels[below] as number) +
            (texels[below + 4] as number)) /
          4;
      }
    }
  }
  return { width: w, height: h, texels: half };
}

import sharp from "sharp";

/** How far two pictures of one size are apart. */
export interface PixelDifference {
  /** Mean of all channels, of 255. */
  readonly mean: number;
  /** Share of pixels with a channel beyond 32. */
  readonly far: number;
  /** Pixels beyond 32 that are not within one pixel of an edge of either picture. */
  readonly awayFromEdges: number;
}

const beyond = 32;
/** Difference of neighbours that makes an edge. */
const edge = 12;

export async function comparePixels(first: Buffer, second: Buffer): Promise<PixelDifference> {
  const [a, b] = await Promise.all([pixelsOf(first), pixelsOf(second)]);
  if (a.width !== b.width || a.height !== b.height)
    throw new Error(`${a.width} × ${a.height} is not ${b.width} × ${b.height}`);
  let [sum, far, awayFromEdges] = [0, 0, 0];
  for (let pixel = 0; pixel < a.width * a.height; pixel++) {
    let most = 0;
    for (let channel = 0; channel < 3; channel++) {
      const apart = Math.abs(at(a, pixel * 3 + channel) - at(b, pixel * 3 + channel));
      sum += apart;
      most = Math.max(most, apart);
    }
    if (most <= beyond) continue;
    far += 1;
    if (!isNearEdge(a, pixel) && !isNearEdge(b, pixel)) awayFromEdges += 1;
  }
  const count = a.width * a.height;
  return { mean: sum / (count * 3), far: far / count, awayFromEdges };
}

interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

async function pixelsOf(picture: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(picture)
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const at = ({ data }: Pixels, index: number) => data[index] ?? 0;

/** Whether the pixels within one pixel differ among each other. */
function isNearEdge(picture: Pixels, pixel: number): boolean {
  const { width, height } = picture;
  const [x, y] = [pixel % width, Math.floor(pixel / width)];
  for (let channel = 0; channel < 3; channel++) {
    let [low, high] = [255, 0];
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const column = Math.max(0, Math.min(width - 1, x + dx));
        const row = Math.max(0, Math.min(height - 1, y + dy));
        const value = at(picture, (row * width + column) * 3 + channel);
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    if (high - low > edge) return true;
  }
  return false;
}

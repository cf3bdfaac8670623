/** How far each pixel of a shape is from its edge. */
export interface DistanceField {
  readonly width: number;
  readonly height: number;
  /** Millimetres: positive inside of the shape, negative outside. From left to right, from the top downwards. */
  readonly distances: Float32Array;
  /** Millimetres of a pixel's side. */
  readonly pixel: number;
}

/** Squares of distances above it are of no use here, and stay finite. */
const far = 1e10;

/**
 * The distance of each pixel to the edge of a shape. The edge runs through the middle of half-covered pixels. Algorithm:
 * Felzenszwalb and Huttenlocher, Distance Transforms of Sampled Functions; the edge within a pixel: Gustavson and Strand.
 * @param coverage of each pixel, 0 to 255
 */
export function distanceField(
  coverage: Uint8Array,
  width: number,
  height: number,
  pixel: number,
): DistanceField {
  const outside = new Float32Array(width * height);
  const inside = new Float32Array(width * height);
  for (let at = 0; at < coverage.length; at++) {
    const share = (coverage[at] as number) / 255;
    const beyond = 0.5 - share;
    outside[at] = share === 1 ? 0 : share === 0 ? far : Math.max(0, beyond) ** 2;
    inside[at] = share === 0 ? 0 : share === 1 ? far : Math.max(0, -beyond) ** 2;
  }
  transform(outside, width, height);
  transform(inside, width, height);
  for (let at = 0; at < outside.length; at++)
    outside[at] = pixel * (Math.sqrt(inside[at] as number) - Math.sqrt(outside[at] as number));
  return { width, height, distances: outside, pixel };
}

/** The shape that reaches `millimetres` farther, or less far where that is negative, as coverage of each pixel. */
export function grown({ distances, pixel }: DistanceField, millimetres: number): Uint8Array {
  return Uint8Array.from(distances, (distance) =>
    Math.round(255 * Math.max(0, Math.min(1, (distance + millimetres) / pixel + 0.5))),
  );
}

/** Squares of the distances to the nearest zero, in place: along all columns, then along all rows. */
function transform(values: Float32Array, width: number, height: number): void {
  const longest = Math.max(width, height);
  const line = new Float64Array(longest);
  const places = new Int32Array(longest);
  const bounds = new Float64Array(longest + 1);
  const along = (start: number, step: number, length: number) => {
    for (let at = 0; at < length; at++) line[at] = values[start + at * step] as number;
    let last = 0;
    places[0] = 0;
    bounds[0] = -far;
    bounds[1] = far;
    for (let at = 1; at < length; at++) {
      const value = (line[at] as number) + at * at;
      let meets = 0;
      do {
        const place = places[last] as number;
        meets = (value - (line[place] as number) - place * place) / (2 * (at - place));
      } while (meets <= (bounds[last] as number) && --last >= 0);
      last++;
      places[last] = at;
      bounds[last] = meets;
      bounds[last + 1] = far;
    }
    for (let at = 0, piece = 0; at < length; at++) {
      while ((bounds[piece + 1] as number) < at) piece++;
      const place = places[piece] as number;
      values[start + at * step] = (line[place] as number) + (at - place) ** 2;
    }
  };
  for (let column = 0; column < width; column++) along(column, width, height);
  for (let row = 0; row < height; row++) along(row * width, 1, width);
}

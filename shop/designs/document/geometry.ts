/*
 * Geometry in plain IEEE arithmetic. The functions of `Math` for angles may differ in the last bit from engine to
 * engine, so this file has its own; `Math.sqrt` is exact everywhere.
 */

/** [a, b, c, d, e, f] as in SVG and PDF: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** The matrix that applies `inner` first. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [
    a * g + c * h,
    b * g + d * h,
    a * i + c * j,
    b * i + d * j,
    a * k + c * l + e,
    b * k + d * l + f,
  ];
}

export const translation = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y];
export const scaling = (x: number, y: number): Matrix => [x, 0, 0, y, 0, 0];

/** Clockwise on a page whose y runs down, in degrees. */
export function rotation(degrees: number): Matrix {
  const { sine, cosine } = sineAndCosine(degrees);
  return [cosine, sine, -sine, cosine, 0, 0];
}

/** @throws where the matrix makes a line of everything */
export function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  const area = a * d - b * c;
  if (area === 0) throw new Error("a matrix without area has no inverse");
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area];
}

/** Taylor series, exact to the last bits between 0 and 45 degrees. */
const sineSeries = [-1 / 6, 1 / 120, -1 / 5040, 1 / 362_880, -1 / 39_916_800, 1 / 6_227_020_800];
const cosineSeries = [-1 / 2, 1 / 24, -1 / 720, 1 / 40_320, -1 / 3_628_800, 1 / 479_001_600];
const radians = Math.PI / 180;

function series(coefficients: readonly number[], square: number): number {
  let sum = 0;
  for (let index = coefficients.length - 1; index >= 0; index--)
    sum = square * ((coefficients[index] ?? 0) + sum);
  return sum;
}

/** The same bits in every engine; multiples of 90 degrees are exact. */
export function sineAndCosine(degrees: number): { sine: number; cosine: number } {
  const turn = degrees - Math.floor(degrees / 360) * 360;
  const quarter = Math.floor((turn + 45) / 90);
  const angle = (turn - quarter * 90) * radians;
  const square = angle * angle;
  const s = angle + angle * series(sineSeries, square);
  const c = 1 + series(cosineSeries, square);
  if (quarter % 4 === 1) return { sine: c, cosine: -s };
  if (quarter % 4 === 2) return { sine: -s, cosine: -c };
  if (quarter % 4 === 3) return { sine: -c, cosine: s };
  return { sine: s, cosine: c };
}

/** To three decimals (a micrometre, where the unit is the millimetre), never −0. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000 + 0;
}

/** To six decimals, never −0: a picture may be 2,000 mm wide. */
export function fine(matrix: Matrix): Matrix {
  return matrix.map((value) => Math.round(value * 1e6) / 1e6 + 0) as unknown as Matrix;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function union(boxes: readonly (Box | null)[]): Box | null {
  let result: Box | null = null;
  for (const box of boxes) {
    if (!box) continue;
    result = result
      ? {
          left: Math.min(result.left, box.left),
          top: Math.min(result.top, box.top),
          right: Math.max(result.right, box.right),
          bottom: Math.max(result.bottom, box.bottom),
        }
      : box;
  }
  return result;
}

import { type Box, type Matrix, rounded } from "./geometry.ts";

/**
 * A path: one letter an operation (M and L 2 numbers, Q 4, C 6, Z none) and all numbers in order. Fills by the nonzero
 * rule.
 */
export interface Outline {
  readonly ops: string;
  readonly points: readonly number[];
}

export const numbersOf: Readonly<Record<string, number>> = { M: 2, L: 2, Q: 4, C: 6, Z: 0 };

export function transform({ ops, points }: Outline, [a, b, c, d, e, f]: Matrix): Outline {
  const moved = new Array<number>(points.length);
  for (let index = 0; index < points.length; index += 2) {
    const [x = 0, y = 0] = [points[index], points[index + 1]];
    moved[index] = a * x + c * y + e;
    moved[index + 1] = b * x + d * y + f;
  }
  return { ops, points: moved };
}

export function join(outlines: readonly Outline[]): Outline {
  return {
    ops: outlines.map(({ ops }) => ops).join(""),
    points: outlines.flatMap(({ points }) => points as number[]),
  };
}

/** The path in the syntax of SVG and pdfkit: absolute, numbers to three decimals. */
export function toPath({ ops, points }: Outline): string {
  let at = 0;
  let path = "";
  for (const op of ops) {
    path += op;
    const count = numbersOf[op] ?? 0;
    for (let index = 0; index < count; index++)
      path += (index > 0 ? " " : "") + rounded(points[at + index] ?? 0);
    at += count;
  }
  return path;
}

/** Reads what `toPath` wrote. */
export function fromPath(path: string): Outline {
  return {
    ops: path.replace(/[^MLQCZ]/g, ""),
    points: [...path.matchAll(/-?\d+(?:\.\d+)?/g)].map(([number]) => Number(number)),
  };
}

/** Box of the ink, exact to the extremes of its curves; null when there is no point. */
export function boundsOf({ ops, points }: Outline): Box | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const include = (x: number, y: number) => {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  };
  let at = 0;
  let [x, y] = [0, 0];
  for (const op of ops) {
    const count = numbersOf[op] ?? 0;
    if (count === 0) continue;
    const curve = [x, y, ...points.slice(at, at + count)];
    at += count;
    [x = 0, y = 0] = curve.slice(-2);
    include(x, y);
    if (count === 2) continue;
    const xs = extremes(curve.filter((_, index) => index % 2 === 0));
    const ys = extremes(curve.filter((_, index) => index % 2 === 1));
    for (const extreme of xs) include(extreme, y);
    for (const extreme of ys) include(x, extreme);
  }
  return left === Infinity ? null : { left, top, right, bottom };
}

/** Values of a Bézier curve of degree 2 or 3 in one coordinate where its derivative is zero. */
function extremes(controls: readonly number[]): number[] {
  const [p = 0, q = 0, r = 0, s = 0] = controls;
  if (controls.length === 3) {
    const divisor = p - 2 * q + r;
    const t = divisor === 0 ? -1 : (p - q) / divisor;
    return t > 0 && t < 1 ? [(1 - t) * (1 - t) * p + 2 * (1 - t) * t * q + t * t * r] : [];
  }
  const a = -p + 3 * q - 3 * r + s;
  const b = 2 * (p - 2 * q + r);
  const c = q - p;
  const roots: number[] = [];
  if (Math.abs(a) < 1e-12) {
    if (b !== 0) roots.push(-c / b);
  } else {
    const under = b * b - 4 * a * c;
    if (under >= 0) {
      const root = Math.sqrt(under);
      roots.push((-b + root) / (2 * a), (-b - root) / (2 * a));
    }
  }
  return roots
    .filter((t) => t > 0 && t < 1)
    .map((t) => {
      const u = 1 - t;
      return u * u * u * p + 3 * u * u * t * q + 3 * u * t * t * r + t * t * t * s;
    });
}

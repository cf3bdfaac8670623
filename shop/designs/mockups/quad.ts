/** x and y of the upper left, upper right, lower right and lower left corner of a printed area, as shares of the picture. */
export type Corners = readonly [number, number, number, number, number, number, number, number];

/** Smallest area of a quad, as a share of the picture. */
const minArea = 0.005;

/** Whether the corners go round a convex figure clockwise, none nearer to its neighbours' line than a hair. */
export function isQuad(corners: Corners): boolean {
  const points = pointsOf(corners);
  const at = (index: number) => points[index % 4] as Point;
  const turns = points.every((b, index) => {
    const [a, c] = [at(index + 3), at(index + 1)];
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 1e-4;
  });
  const area = points.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = at(index + 1);
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
  return turns && area >= minArea;
}

type Point = readonly [number, number];

function pointsOf(corners: Corners): readonly Point[] {
  return [0, 2, 4, 6].map((at) => [corners[at] as number, corners[at + 1] as number]);
}

export interface QuadMap {
  /** From shares of the picture to those of the printed area, y downwards; outside of it they are below 0 or above 1. */
  toArea(x: number, y: number): Point;
  toPicture(u: number, v: number): Point;
}

/** The perspective of a flat area that a photograph shows (P. Heckbert, Fundamentals of Texture Mapping, 2.2). */
export function mapOf(corners: Corners): QuadMap {
  const [x0, y0, x1, y1, x2, y2, x3, y3] = corners;
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const whole = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / whole;
  const h = (dx1 * sy - sx * dy1) / whole;
  const [a, b, c] = [x1 - x0 + g * x1, x3 - x0 + h * x3, x0];
  const [d, e, f] = [y1 - y0 + g * y1, y3 - y0 + h * y3, y0];
  return {
    toPicture(u, v) {
      const w = g * u + h * v + 1;
      return [(a * u + b * v + c) / w, (d * u + e * v + f) / w];
    },
    toArea(x, y) {
      const u = (e - f * h) * x + (c * h - b) * y + (b * f - c * e);
      const v = (f * g - d) * x + (a - c * g) * y + (c * d - a * f);
      const w = (d * h - e * g) * x + (b * g - a * h) * y + (a * e - b * d);
      return [u / w, v / w];
    },
  };
}

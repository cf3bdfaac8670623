import { sineAndCosine } from "./geometry.ts";
import type { Outline } from "./outline.ts";

/* Outlines of shapes that fill the box from (0, 0) to (width, height), in millimetres. */

/** Distance of the control points that draw a quarter of a circle by one cubic curve. */
const kappa = 0.5522847498307936;

export function ellipse(width: number, height: number): Outline {
  return roundedRectangle(width, height, Math.max(width, height));
}

/** Corners of an ellipse where the radius is more than half of a side. */
export function roundedRectangle(width: number, height: number, radius: number): Outline {
  const [w, h] = [width, height];
  if (radius <= 0) return { ops: "MLLLZ", points: [0, 0, w, 0, w, h, 0, h] };
  const [rx, ry] = [Math.min(radius, w / 2), Math.min(radius, h / 2)];
  const [kx, ky] = [rx * (1 - kappa), ry * (1 - kappa)];
  return {
    ops: "MLCLCLCLCZ",
    points: [
      ...[rx, 0, w - rx, 0, w - kx, 0, w, ky, w, ry],
      ...[w, h - ry, w, h - ky, w - kx, h, w - rx, h],
      ...[rx, h, kx, h, 0, h - ky, 0, h - ry],
      ...[0, ry, 0, ky, kx, 0, rx, 0],
    ],
  };
}

/** A straight line through the middle of the box. */
export function line(width: number, height: number): Outline {
  return { ops: "ML", points: [0, height / 2, width, height / 2] };
}

/** A regular polygon, stretched to the box; its first corner is at the top. */
export function polygon(width: number, height: number, corners: number): Outline {
  return stretched(corners, () => 1, width, height);
}

/** `inner` is the radius of the inward corners as a share of the outward ones. */
export function star(width: number, height: number, spikes: number, inner: number): Outline {
  return stretched(spikes * 2, (corner) => (corner % 2 === 0 ? 1 : inner), width, height);
}

function stretched(
  count: number,
  radius: (corner: number) => number,
  width: number,
  height: number,
): Outline {
  const corners = Array.from({ length: count }, (_, corner) => {
    const { sine, cosine } = sineAndCosine((360 * corner) / count);
    return { x: sine * radius(corner), y: -cosine * radius(corner) };
  });
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [across, down] = [Math.max(...xs) - left, Math.max(...ys) - top];
  return {
    ops: `M${"L".repeat(count - 1)}Z`,
    points: corners.flatMap(({ x, y }) => [
      ((x - left) / across) * width,
      ((y - top) / down) * height,
    ]),
  };
}

/** Control points of a heart that touches all four edges of the unit square. */
const unitHeart = [
  ...[0.5, 1, 0.31, 0.86, 0, 0.62, 0, 0.3],
  ...[0, 0.12, 0.12, 0, 0.27, 0, 0.37, 0, 0.46, 0.06, 0.5, 0.16],
  ...[0.54, 0.06, 0.63, 0, 0.73, 0, 0.88, 0, 1, 0.12, 1, 0.3],
  ...[1, 0.62, 0.69, 0.86, 0.5, 1],
];

export function heart(width: number, height: number): Outline {
  return {
    ops: "MCCCCCCZ",
    points: unitHeart.map((value, index) => value * (index % 2 === 0 ? width : height)),
  };
}

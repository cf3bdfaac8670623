import type { Box } from "#shop/designs/document/geometry.ts";
import { numbersOf, type Outline } from "#shop/designs/document/outline.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Straight pieces that stand for one curve. */
const pieces = 8;

/** A path as corners, one list for each of its parts. */
export function flatten({ ops, points }: Outline): Point[][] {
  const parts: Point[][] = [];
  let at = 0;
  let here: Point = { x: 0, y: 0 };
  for (const op of ops) {
    const count = numbersOf[op] ?? 0;
    const curve = [here.x, here.y, ...points.slice(at, at + count)];
    at += count;
    if (op === "M") parts.push([]);
    if (count === 0) continue;
    here = { x: curve.at(-2) ?? 0, y: curve.at(-1) ?? 0 };
    const steps = count === 2 ? 1 : pieces;
    for (let step = 1; step <= steps; step++) {
      const share = step / steps;
      const corner =
        step === steps ? here : { x: along(curve, 0, share), y: along(curve, 1, share) };
      parts.at(-1)?.push(corner);
    }
  }
  return parts.filter((part) => part.length > 0);
}

/** De Casteljau's subdivision of one coordinate. */
function along(curve: readonly number[], coordinate: number, share: number): number {
  let values = curve.filter((_, index) => index % 2 === coordinate);
  while (values.length > 1)
    values = values.slice(1).map((value, index) => {
      const before = values[index] ?? 0;
      return before + (value - before) * share;
    });
  return values[0] ?? 0;
}

/** Nonzero rule. */
export function isInside({ x, y }: Point, parts: readonly (readonly Point[])[]): boolean {
  let winding = 0;
  for (const part of parts)
    for (const [index, to] of part.entries()) {
      const from = part.at(index - 1) ?? to;
      const turn = (to.x - from.x) * (y - from.y) - (x - from.x) * (to.y - from.y);
      if (from.y <= y && to.y > y && turn > 0) winding += 1;
      if (from.y > y && to.y <= y && turn < 0) winding -= 1;
    }
  return winding !== 0;
}

/** How far a point is from the nearest edge. */
export function distanceTo({ x, y }: Point, parts: readonly (readonly Point[])[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const part of parts)
    for (const [index, to] of part.entries()) {
      const from = part.at(index - 1) ?? to;
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      const length = dx * dx + dy * dy;
      const share =
        length === 0
          ? 0
          : Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / length));
      const [ox, oy] = [x - from.x - share * dx, y - from.y - share * dy];
      least = Math.min(least, ox * ox + oy * oy);
    }
  return Math.sqrt(least);
}

/** Millimetres by which some ink leaves a zone at most; 0 where it stays inside. */
export function farthestOutside(ink: Outline, zone: readonly (readonly Point[])[]): number {
  let farthest = 0;
  for (const part of flatten(ink))
    for (const point of part)
      if (!isInside(point, zone)) farthest = Math.max(farthest, distanceTo(point, zone));
  return farthest;
}

/** The least distance of some ink from a zone's edge; 0 where it leaves the zone. */
export function distanceInside(ink: Outline, zone: readonly (readonly Point[])[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const part of flatten(ink))
    for (const point of part)
      least = Math.min(least, isInside(point, zone) ? distanceTo(point, zone) : 0);
  return least;
}

/**
 * Whether a box lies in a zone, each edge of which is farther away than `distance`. It may say no of a box near a slanted edge
 * that does.
 */
export function isWithin(
  { left, top, right, bottom }: Box,
  zone: readonly (readonly Point[])[],
  distance: number,
): boolean {
  const isApart = (from: Point, to: Point) =>
    Math.max(from.x, to.x) <= left - distance ||
    Math.min(from.x, to.x) >= right + distance ||
    Math.max(from.y, to.y) <= top - distance ||
    Math.min(from.y, to.y) >= bottom + distance;
  return (
    isInside({ x: (left + right) / 2, y: (top + bottom) / 2 }, zone) &&
    zone.every((part) => part.every((to, index) => isApart(part.at(index - 1) ?? to, to)))
  );
}

/** Whether one box holds another whole. */
export function holds(outer: Box, inner: Box): boolean {
  return (
    outer.left <= inner.left &&
    outer.top <= inner.top &&
    outer.right >= inner.right &&
    outer.bottom >= inner.bottom
  );
}

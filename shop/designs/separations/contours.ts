import { rounded } from "#shop/designs/document/geometry.ts";
import type { Point } from "#shop/designs/draw/flatten.ts";
import type { DistanceField } from "./distance-field.ts";

/** A closed line, clockwise where y runs downwards; holes go the other way round. */
export type Contour = readonly Point[];

/** What a simplified line is away from the exact one at most, in millimetres. */
const tolerance = 0.03;

/**
 * The lines round all that is at least `level` millimetres inside of a shape, by marching squares. What touches the field's edge
 * is closed there.
 * @returns places in millimetres from the field's upper left corner
 */
export function contoursAt(field: DistanceField, level: number): Contour[] {
  const { width, height, pixel } = field;
  const distances = smoothed(field);
  const value = (column: number, row: number) =>
    column < 0 || row < 0 || column >= width || row >= height
      ? -pixel
      : (distances[row * width + column] as number) - level;
  // Each crossed edge of the grid leads to the next one: an edge is named by its cell and side, 2 for each corner.
  const next = new Map<number, number>();
  const stride = width + 1;
  const across = (column: number, row: number) => 2 * ((row + 1) * stride + column + 1);
  const down = (column: number, row: number) => across(column, row) + 1;
  for (let row = -1; row < height; row++)
    for (let column = -1; column < width; column++) {
      const [a, b, c, d] = [
        value(column, row),
        value(column + 1, row),
        value(column + 1, row + 1),
        value(column, row + 1),
      ];
      const corners = (a > 0 ? 1 : 0) | (b > 0 ? 2 : 0) | (c > 0 ? 4 : 0) | (d > 0 ? 8 : 0);
      if (corners === 0 || corners === 15) continue;
      const edges = [
        across(column, row),
        down(column + 1, row),
        across(column, row + 1),
        down(column, row),
      ];
      const isJoined = a + b + c + d > 0;
      for (const [from, to] of turnsOf(corners, isJoined))
        next.set(edges[from] as number, edges[to] as number);
    }
  const placeOf = (edge: number): Point => {
    const corner = edge >> 1;
    const [column, row] = [(corner % stride) - 1, Math.floor(corner / stride) - 1];
    const isDown = edge % 2 === 1;
    const here = value(column, row);
    const there = isDown ? value(column, row + 1) : value(column + 1, row);
    const share = here / (here - there);
    // The value of a pixel is that of its middle.
    const within = (place: number, length: number) => Math.max(0, Math.min(length, place)) * pixel;
    return {
      x: within(column + 0.5 + (isDown ? 0 : share), width),
      y: within(row + 0.5 + (isDown ? share : 0), height),
    };
  };
  const lines: Contour[] = [];
  for (const first of [...next.keys()]) {
    const line: Point[] = [];
    for (let edge: number | undefined = first; edge !== undefined; ) {
      const following = next.get(edge);
      if (following === undefined) break;
      next.delete(edge);
      line.push(placeOf(edge));
      edge = following;
    }
    if (line.length > 2) lines.push(simplified(line));
  }
  return lines.filter((line) => line.length > 2);
}

/** Means of 3 × 3 pixels: a distance is in steps of a pixel where the edge is slanted, and a straight edge stays where it is. */
function smoothed({ width, height, distances }: DistanceField): Float32Array {
  const rows = new Float32Array(distances.length);
  const means = new Float32Array(distances.length);
  const mean = (from: Float32Array, at: number, before: number, after: number) =>
    ((from[at - before] as number) + (from[at] as number) + (from[at + after] as number)) / 3;
  for (let row = 0, at = 0; row < height; row++)
    for (let column = 0; column < width; column++, at++)
      rows[at] = mean(distances, at, column > 0 ? 1 : 0, column < width - 1 ? 1 : 0);
  for (let row = 0, at = 0; row < height; row++)
    for (let column = 0; column < width; column++, at++)
      means[at] = mean(rows, at, row > 0 ? width : 0, row < height - 1 ? width : 0);
  return means;
}

/** From which to which side of a cell (0 above, 1 right, 2 below, 3 left) the line runs, by the corners that are inside. */
const turns: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[0, 3]],
  2: [[1, 0]],
  3: [[1, 3]],
  4: [[2, 1]],
  6: [[2, 0]],
  7: [[2, 3]],
  8: [[3, 2]],
  9: [[0, 2]],
  11: [[1, 2]],
  12: [[3, 1]],
  13: [[0, 1]],
  14: [[3, 0]],
};

function turnsOf(corners: number, isJoined: boolean): readonly (readonly [number, number])[] {
  const [upperLeft, upperRight, lowerRight, lowerLeft] = [
    [0, 3],
    [1, 0],
    [2, 1],
    [3, 2],
  ] as const;
  if (corners === 5)
    return isJoined
      ? [
          [0, 1],
          [2, 3],
        ]
      : [upperLeft, lowerRight];
  if (corners === 10)
    return isJoined
      ? [
          [1, 2],
          [3, 0],
        ]
      : [upperRight, lowerLeft];
  return turns[corners] ?? [];
}

/** Douglas and Peucker on both halves of a closed line. */
function simplified(line: readonly Point[]): Point[] {
  const keep = new Uint8Array(line.length + 1);
  const at = (index: number) => line[index % line.length] as Point;
  const middle = line.length >> 1;
  keep[0] = keep[middle] = 1;
  const parts: [number, number][] = [
    [0, middle],
    [middle, line.length],
  ];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [from, to] = part;
    const [start, end] = [at(from), at(to)];
    const [dx, dy] = [end.x - start.x, end.y - start.y];
    const length = Math.hypot(dx, dy);
    let [farthest, place] = [tolerance, -1];
    for (let index = from + 1; index < to; index++) {
      const { x, y } = at(index);
      const distance =
        length === 0
          ? Math.hypot(x - start.x, y - start.y)
          : Math.abs(dx * (y - start.y) - dy * (x - start.x)) / length;
      if (distance > farthest) [farthest, place] = [distance, index];
    }
    if (place < 0) continue;
    keep[place] = 1;
    parts.push([from, place], [place, to]);
  }
  return line.filter((_, index) => keep[index] === 1);
}

/** Twice the area inside of a line; negative for a hole. */
export function doubleArea(line: Contour): number {
  return line.reduce((sum, { x, y }, index) => {
    const before = line.at(index - 1) as Point;
    return sum + (before.x * y - x * before.y);
  }, 0);
}

/** A path of closed lines, moved by `offset` millimetres to the right and down. */
export function pathOf(lines: readonly Contour[], offset: number): string {
  const place = ({ x, y }: Point) => `${rounded(x + offset)} ${rounded(y + offset)}`;
  return lines.map((line) => `M${line.map(place).join("L")}Z`).join("");
}

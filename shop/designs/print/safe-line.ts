import { fromPath } from "#shop/designs/document/outline.ts";
import { distanceTo, flatten, isInside, type Point } from "#shop/designs/draw/flatten.ts";

/** Millimetres by which a point of the line may be nearer to the trim: arcs are corners here. */
const tolerance = 0.02;

/**
 * The line inside a trim that keeps a distance from it, as an SVG path; empty where nothing is that far inside. Checks of words
 * ask for the same distance.
 * @param trim a path, in millimetres
 * @param safe millimetres
 */
export function safeLine(trim: string, safe: number): string {
  const zone = flatten(fromPath(trim)).map(withoutRepeats);
  const isFar = (point: Point) =>
    isInside(point, zone) && distanceTo(point, zone) >= safe - tolerance;
  return zone
    .map((part) => part.flatMap((_, index) => inset(part, index, safe)).filter(isFar))
    .filter((line) => line.length > 2)
    .map((line) => `M${line.map(({ x, y }) => `${round(x)} ${round(y)}`).join("L")}Z`)
    .join("");
}

const round = (value: number) => Math.round(value * 1000) / 1000;

function withoutRepeats(part: readonly Point[]): Point[] {
  return part.filter(({ x, y }, index) => {
    const before = part.at(index - 1);
    return before === undefined || Math.hypot(x - before.x, y - before.y) > 0.001;
  });
}

/** A corner moved inwards from both of its sides; none where they are opposite to each other. */
function inset(part: readonly Point[], index: number, safe: number): Point[] {
  const [before, here, after] = [part.at(index - 1), part[index], part[(index + 1) % part.length]];
  if (!before || !here || !after) return [];
  const [a, b] = [normal(before, here), normal(here, after)];
  const share = 1 + a.x * b.x + a.y * b.y;
  if (share < 0.05) return [];
  // Inwards is on the left or on the right of all sides, as the part is drawn.
  const by = (doubleArea(part) > 0 ? safe : -safe) / share;
  return [{ x: here.x + by * (a.x + b.x), y: here.y + by * (a.y + b.y) }];
}

function normal(from: Point, to: Point): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  return { x: -dy / length, y: dx / length };
}

function doubleArea(part: readonly Point[]): number {
  return part.reduce((sum, to, index) => {
    const from = part.at(index - 1) ?? to;
    return sum + from.x * to.y - to.x * from.y;
  }, 0);
}

import type { Layer, TextLayer } from "#shop/designs/document/document.ts";
import { rounded, sineAndCosine } from "#shop/designs/document/geometry.ts";
import { inFrame } from "#shop/designs/document/photo-slots.ts";
import { scaleLayer } from "#shop/designs/document/scale-layer.ts";

/* What a drag makes of a layer's box. Lengths are millimetres, angles clockwise degrees. */

export type Grip = "move" | "turn" | "n" | "ne" | "e" | "se" | "s" | "sw" | "w" | "nw";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A layer's box: `x` and `y` are its middle. */
export type Placement = Pick<Layer, "x" | "y" | "w" | "h" | "angle">;

export interface DragOptions {
  /** A corner keeps the proportions of the box. */
  readonly keepsProportions: boolean;
  /** The middle stays where it is, rather than the opposite side. */
  readonly fromMiddle?: boolean;
  /** Smallest share that a corner scales the box to; else what leaves no side shorter than a millimetre. */
  readonly leastShare?: number | undefined;
  /** Turning stops at every 15 degrees. */
  readonly inSteps?: boolean;
}

/** Smallest side that a drag leaves, in millimetres. */
export const leastSide = 1;
/** Largest, as the document allows. */
const greatestSide = 2_000;
/** Degrees within which a turn sticks to a multiple of 45. */
const sticky = 3;

/** Grips of the sides and corners: where they are on the box, and which way they pull it. */
export const pulls: Readonly<Record<Exclude<Grip, "move" | "turn">, readonly [number, number]>> = {
  n: [0, -1],
  ne: [1, -1],
  e: [1, 0],
  se: [1, 1],
  s: [0, 1],
  sw: [-1, 1],
  w: [-1, 0],
  nw: [-1, -1],
};

/**
 * @param start the box when it was gripped
 * @param from where it was gripped
 * @param to where the pointer is
 */
export function dragBox(
  start: Placement,
  grip: Grip,
  from: Point,
  to: Point,
  options: DragOptions,
): Placement {
  if (grip === "move")
    return { ...start, x: rounded(start.x + to.x - from.x), y: rounded(start.y + to.y - from.y) };
  if (grip === "turn") return turned(start, from, to, options.inSteps ?? false);
  return resized(start, pulls[grip], { x: to.x - from.x, y: to.y - from.y }, options);
}

function turned(start: Placement, from: Point, to: Point, inSteps: boolean): Placement {
  const bearing = ({ x, y }: Point) => (Math.atan2(y - start.y, x - start.x) * 180) / Math.PI;
  const angle = normalAngle(start.angle + bearing(to) - bearing(from));
  if (inSteps) return { ...start, angle: normalAngle(Math.round(angle / 15) * 15) };
  const nearest = Math.round(angle / 45) * 45;
  return { ...start, angle: Math.abs(angle - nearest) <= sticky ? normalAngle(nearest) : angle };
}

/** −180 < angle ≤ 180 with two decimals, as documents have it. */
export function normalAngle(degrees: number): number {
  const turn = degrees - Math.ceil((degrees - 180) / 360) * 360;
  const angle = Math.round(turn * 100) / 100;
  return (angle <= -180 ? angle + 360 : angle) + 0;
}

function resized(
  start: Placement,
  [pullX, pullY]: readonly [number, number],
  moved: Point,
  { keepsProportions, fromMiddle, leastShare }: DragOptions,
): Placement {
  const { w, h, angle } = start;
  const { sine, cosine } = sineAndCosine(angle);
  // The drag as the turned box sees it.
  const local = { x: moved.x * cosine + moved.y * sine, y: moved.y * cosine - moved.x * sine };
  const times = fromMiddle ? 2 : 1;
  let wide = w + times * pullX * local.x;
  let high = h + times * pullY * local.y;
  if (keepsProportions && pullX !== 0 && pullY !== 0) {
    // The corner follows the pointer along the diagonal.
    const along = (wide * w + high * h) / (w * w + h * h);
    const share = Math.max(along, leastShare ?? leastSide / Math.min(w, h));
    [wide, high] = [w * share, h * share];
  }
  wide = pullX === 0 ? w : limited(wide);
  high = pullY === 0 ? h : limited(high);
  const shift = fromMiddle
    ? { x: 0, y: 0 }
    : { x: (pullX * (wide - w)) / 2, y: (pullY * (high - h)) / 2 };
  return {
    x: rounded(start.x + shift.x * cosine - shift.y * sine),
    y: rounded(start.y + shift.x * sine + shift.y * cosine),
    w: rounded(wide),
    h: rounded(high),
    angle,
  };
}

const limited = (length: number) => Math.min(greatestSide, Math.max(leastSide, length));

/** A layer in another box: words, strokes and corners grow with a box that grew in both directions alike. */
export function placeLayer(layer: Layer, { x, y, w, h, angle }: Placement): Layer {
  if (w === layer.w && h === layer.h) return { ...layer, x, y, angle };
  const share = w / layer.w;
  const isScaled = Math.abs(h / layer.h - share) < 0.01;
  // What a group holds is placed in its box, so it grows evenly or not at all.
  if (layer.kind === "group") return { ...scaleLayer(layer, share), x, y, angle };
  if (isScaled) return { ...scaleLayer(layer, share), x, y, w, h, angle };
  if (layer.kind === "image" && layer.slot)
    return { ...inFrame(layer, { ...layer.slot, w, h }), x, y, angle };
  if (layer.kind !== "text") return { ...layer, x, y, w, h, angle };
  // A new width breaks the lines anew; an arc is one line and keeps its own, and words that a buyer fills in shrink.
  if (layer.arc) return { ...layer, x, y, angle };
  return { ...layer, x, y, w, h, angle, fit: isShrunkField(layer) ? "shrink" : "wrap" };
}

function isShrunkField({ field, fit }: TextLayer): boolean {
  return field !== undefined && fit === "shrink";
}

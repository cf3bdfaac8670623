import { sineAndCosine } from "#shop/designs/document/geometry.ts";
import {
  type DragOptions,
  dragBox,
  type Grip,
  type Placement,
  type Point,
  pulls,
} from "./drag-layer.ts";
import { boxAround, type SnapLine, type SnapLines, type Snapped, snap } from "./snap.ts";

/** Millimetres by which a side may miss its line, because lengths are rounded. */
const exact = 0.01;

export interface Reach {
  /** Millimetres within which a line catches a side, and within which it keeps it. */
  readonly catches: number;
  readonly holds: number;
  /** Lines that have it already. */
  readonly held: Snapped | undefined;
}

/**
 * A drag of a side or a corner, whose pulled sides stick to the lines that a moved layer sticks to. A box that keeps its
 * proportions sticks to the nearer one. Sides of a box that is turned by less than a quarter are no such lines.
 * @param from where it was gripped
 * @param to where the pointer is
 */
export function snapResize(
  start: Placement,
  grip: Exclude<Grip, "move" | "turn">,
  from: Point,
  to: Point,
  options: DragOptions,
  lines: SnapLines,
  { catches, holds, held }: Reach,
): { readonly box: Placement; readonly snapped: Snapped | null } {
  const free = { box: dragBox(start, grip, from, to, options), snapped: null };
  if (!Number.isInteger(start.angle / 90)) return free;
  const [right, down] = pulls[grip];
  const { sine, cosine } = sineAndCosine(start.angle);
  const pull = { x: right * cosine - down * sine, y: right * sine + down * cosine };
  const sideOf = (box: Placement): Point => {
    const { left, right, top, bottom } = boxAround(box);
    return { x: pull.x < 0 ? left : right, y: pull.y < 0 ? top : bottom };
  };
  const { x, y } = sideOf(free.box);
  const pulled = (own: readonly SnapLine[], by: number) => (by === 0 ? [] : own.filter(isNoGap));
  const snapped = snap(
    { left: x, right: x, top: y, bottom: y },
    { x: pulled(lines.x, pull.x), y: pulled(lines.y, pull.y) },
    catches,
    holds,
    held,
  );
  const isEven = options.keepsProportions && pull.x !== 0 && pull.y !== 0;
  const caught = isEven ? nearer(snapped) : snapped;
  if (!caught.x && !caught.y) return free;
  const end = isEven
    ? alongDiagonal(start, pull, sideOf(start), { x, y }, caught, from, options)
    : { x: to.x + caught.dx, y: to.y + caught.dy };
  const box = dragBox(start, grip, from, end, options);
  const at = sideOf(box);
  // At its smallest or largest it goes no further.
  const isThere =
    (!caught.x || Math.abs(at.x - caught.x.at) < exact) &&
    (!caught.y || Math.abs(at.y - caught.y.at) < exact);
  return isThere ? { box, snapped: caught } : free;
}

const isNoGap = ({ gap }: SnapLine) => gap === undefined;

function nearer(snapped: Snapped): Snapped {
  const { dx, dy, x, y } = snapped;
  if (x && y)
    return nearer(Math.abs(dx) <= Math.abs(dy) ? { ...snapped, y: null } : { ...snapped, x: null });
  return { ...snapped, dx: x ? dx : 0, dy: y ? dy : 0 };
}

/** Where the pointer has to be for a box that keeps its proportions to end at its line. */
function alongDiagonal(
  start: Placement,
  pull: Point,
  before: Point,
  now: Point,
  caught: Snapped,
  from: Point,
  { fromMiddle }: DragOptions,
): Point {
  const { left, right, top, bottom } = boxAround(start);
  const times = fromMiddle ? 2 : 1;
  const grown = caught.x
    ? (times * pull.x * (now.x + caught.dx - before.x)) / (right - left)
    : (times * pull.y * (now.y + caught.dy - before.y)) / (bottom - top);
  return {
    x: from.x + (pull.x * grown * (right - left)) / times,
    y: from.y + (pull.y * grown * (bottom - top)) / times,
  };
}

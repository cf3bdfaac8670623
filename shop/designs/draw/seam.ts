import { type Box, fine, multiply, translation } from "#shop/designs/document/geometry.ts";
import { fromPath, toPath, transform } from "#shop/designs/document/outline.ts";
import type { DisplayItem } from "./display-list.ts";
import { boxOf } from "./summarise.ts";

/*
 * An area that wraps round the goods: its left edge meets its right edge, at the seam. What leaves it on one side goes on at the
 * other one, so it is drawn there again; such a copy says by how much it is moved (docs/why/designs.md).
 */

interface Round {
  /** Once round, in millimetres. */
  readonly w: number;
  readonly bleed: number;
}

/** Half of the width that a printer misses by. */
const tolerance = 0.05;

/** Whether something meets itself at most: what is wider than the way round lies on itself. */
export function goesRound({ left, right }: Pick<Box, "left" | "right">, { w }: Round): boolean {
  return right - left <= w + tolerance;
}

/** The items of an area that wraps, each with its copies beyond the seam, below it. What is wider than once round has none. */
export function aroundSeam(items: readonly DisplayItem[], round: Round): DisplayItem[] {
  return items.flatMap((item) => {
    const box = boxOf(item);
    if (!box || !goesRound(box, round)) return [item];
    return [...turnsOf(box, round).map((by) => shifted(item, by)), item];
  });
}

/** By how many millimetres a box is seen moved beyond the seam. */
function turnsOf({ left, right }: Box, { w, bleed }: Round): number[] {
  const first = Math.floor((-bleed - right) / w) + 1;
  const last = Math.ceil((w + bleed - left) / w) - 1;
  const turns = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  return turns.filter((turn) => turn !== 0).map((turn) => turn * w);
}

function shifted(item: DisplayItem, seam: number): DisplayItem {
  const by = translation(seam, 0);
  const moved = (path: string) => toPath(transform(fromPath(path), by));
  if (item.kind === "group")
    return { ...item, items: item.items.map((inner) => shifted(inner, seam)), seam };
  if (item.kind === "path") return { ...item, path: moved(item.path), seam };
  const mask = item.mask === undefined ? {} : { mask: moved(item.mask) };
  return { ...item, matrix: fine(multiply(by, item.matrix)), ...mask, seam };
}

/**
 * The turn round the goods in which the middle of a box lies, as millimetres to its left edge: 0 is the area as it is drawn.
 * @param middle millimetres from the area's left edge
 */
export function turnOf(middle: number, { w }: Pick<Round, "w">): number {
  return Math.floor(middle / w) * w + 0;
}

/** How far the smaller part of a box lies beyond the seam, and where that is; null: it does not cross it. */
export function crossingOf(
  { left, right }: Pick<Box, "left" | "right">,
  { w }: Pick<Round, "w">,
): { readonly at: number; readonly millimetres: number } | null {
  const at = Math.ceil((left + tolerance) / w) * w + 0;
  return at < right - tolerance ? { at, millimetres: Math.min(at - left, right - at) } : null;
}

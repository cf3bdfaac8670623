import { type Box, rounded, sineAndCosine } from "../geometry.ts";
import type { SpecArea } from "../print-spec.ts";
import type { Placement } from "./drag-layer.ts";

/* Lines that a moved layer sticks to: the area's edges, middle and safe line, and the edges and middles of other layers. */

export type SnapSource = "edge" | "middle" | "safe" | "layer";

export interface SnapLine {
  /** Millimetres from the area's corner. */
  readonly at: number;
  readonly source: SnapSource;
}

/** Vertical lines by their x, horizontal ones by their y. */
export interface SnapLines {
  readonly x: readonly SnapLine[];
  readonly y: readonly SnapLine[];
}

export interface Snapped {
  /** How far the layer moves on, in millimetres. */
  readonly dx: number;
  readonly dy: number;
  /** The lines that it sticks to. */
  readonly x: SnapLine | null;
  readonly y: SnapLine | null;
}

/** @param others boxes of the area's other layers */
export function snapLinesOf(
  { w, h, safe }: Pick<SpecArea, "w" | "h" | "safe">,
  others: readonly Box[],
): SnapLines {
  const along = (length: number, from: (box: Box) => number, to: (box: Box) => number) => {
    const lines: SnapLine[] = [
      { at: length / 2, source: "middle" },
      { at: 0, source: "edge" },
      { at: length, source: "edge" },
    ];
    if (safe > 0) lines.push({ at: safe, source: "safe" }, { at: length - safe, source: "safe" });
    for (const box of others) {
      const [first, last] = [from(box), to(box)];
      for (const at of [(first + last) / 2, first, last]) lines.push({ at, source: "layer" });
    }
    return lines;
  };
  return {
    x: along(
      w,
      (box) => box.left,
      (box) => box.right,
    ),
    y: along(
      h,
      (box) => box.top,
      (box) => box.bottom,
    ),
  };
}

/** The upright box around a turned one. */
export function boxAround({ x, y, w, h, angle }: Placement): Box {
  const { sine, cosine } = sineAndCosine(angle);
  const across = (Math.abs(w * cosine) + Math.abs(h * sine)) / 2;
  const down = (Math.abs(w * sine) + Math.abs(h * cosine)) / 2;
  return { left: x - across, top: y - down, right: x + across, bottom: y + down };
}

/**
 * @param catches millimetres within which a line catches the layer
 * @param holds millimetres within which the line that has it keeps it; more than `catches`, so that it does not flicker
 * @param held lines that have it already
 */
export function snap(
  box: Box,
  lines: SnapLines,
  catches: number,
  holds: number,
  held: Pick<Snapped, "x" | "y"> = { x: null, y: null },
): Snapped {
  const x = nearest([box.left, (box.left + box.right) / 2, box.right], lines.x, held.x);
  const y = nearest([box.top, (box.top + box.bottom) / 2, box.bottom], lines.y, held.y);
  return {
    dx: x ? rounded(x.by) : 0,
    dy: y ? rounded(y.by) : 0,
    x: x?.line ?? null,
    y: y?.line ?? null,
  };

  function nearest(edges: readonly number[], all: readonly SnapLine[], has: SnapLine | null) {
    let best: { line: SnapLine; by: number } | null = null;
    for (const line of all) {
      for (const edge of edges) {
        const by = line.at - edge;
        const reach = line.at === has?.at ? holds : catches;
        if (Math.abs(by) <= reach && (!best || Math.abs(by) < Math.abs(best.by)))
          best = { line, by };
      }
    }
    return best;
  }
}

import { type Box, rounded, sineAndCosine } from "#shop/designs/document/geometry.ts";
import type { SpecArea } from "#shop/designs/document/print-spec.ts";
import type { Placement } from "./drag-layer.ts";

/*
 * Lines that a moved layer sticks to: the area's edges, middle and safe line, the edges and middles of other layers, and where
 * its distance from two neighbours is theirs from each other.
 */

export type SnapSource = "edge" | "middle" | "safe" | "layer" | "gap";

export interface SnapLine {
  /** Millimetres from the area's corner. */
  readonly at: number;
  readonly source: SnapSource;
  /** Of an equal gap; other lines are for every edge of every box. */
  readonly gap?: EqualGap;
}

interface EqualGap {
  /** Which edge of the box: its first one, its middle or its last one. */
  readonly edge: 0 | 1 | 2;
  /** The neighbours lie beside each other here, and so has the box. */
  readonly from: number;
  readonly to: number;
  /** Between the neighbours, in millimetres. */
  readonly width: number;
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
    x: [
      ...along(
        w,
        (box) => box.left,
        (box) => box.right,
      ),
      ...gapLines(others.map(({ left, right, top, bottom }) => [left, right, top, bottom])),
    ],
    y: [
      ...along(
        h,
        (box) => box.top,
        (box) => box.bottom,
      ),
      ...gapLines(others.map(({ left, right, top, bottom }) => [top, bottom, left, right])),
    ],
  };
}

/** In one direction: where a box begins and ends along it, and across it. */
type Extent = readonly [first: number, last: number, from: number, to: number];

/** Of each layer and its next neighbour: before both, between them, and behind both. */
function gapLines(extents: readonly Extent[]): readonly SnapLine[] {
  const sorted = extents.toSorted((a, b) => a[0] - b[0]);
  return sorted.flatMap((one, index) => {
    const next = sorted
      .slice(index + 1)
      .find((other) => other[0] > one[1] && other[2] < one[3] && other[3] > one[2]);
    if (!next) return [];
    const width = next[0] - one[1];
    const gap = { from: Math.max(one[2], next[2]), to: Math.min(one[3], next[3]), width };
    return [
      { at: one[0] - width, source: "gap", gap: { ...gap, edge: 2 } },
      { at: one[1] + width / 2, source: "gap", gap: { ...gap, edge: 1 } },
      { at: next[1] + width, source: "gap", gap: { ...gap, edge: 0 } },
    ] satisfies SnapLine[];
  });
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
  const { left, top, right, bottom } = box;
  const x = nearest([left, right, top, bottom], lines.x, held.x);
  const y = nearest([top, bottom, left, right], lines.y, held.y);
  return {
    dx: x ? rounded(x.by) : 0,
    dy: y ? rounded(y.by) : 0,
    x: x?.line ?? null,
    y: y?.line ?? null,
  };

  function nearest(extent: Extent, all: readonly SnapLine[], has: SnapLine | null) {
    const [first, last, from, to] = extent;
    const edges = [first, (first + last) / 2, last];
    let best: { line: SnapLine; by: number } | null = null;
    for (const line of all) {
      const { gap } = line;
      if (gap && (from >= gap.to || to <= gap.from)) continue;
      if (gap?.edge === 1 && last - first >= gap.width) continue;
      for (const [index, edge] of edges.entries()) {
        if (gap && gap.edge !== index) continue;
        const by = line.at - edge;
        const reach = line.at === has?.at ? holds : catches;
        if (Math.abs(by) <= reach && (!best || Math.abs(by) < Math.abs(best.by)))
          best = { line, by };
      }
    }
    return best;
  }
}

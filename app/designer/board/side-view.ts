import type { Box } from "#shop/designs/document/geometry.ts";
import type { SpecSide } from "#shop/designs/document/print-spec.ts";

/** What the board shows, in millimetres of the side. */
export interface ViewBox {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** What the board shows of a side at most. */
export interface WholeSide extends ViewBox {
  /** Of an area that wraps round the goods: millimetres by which the view may pass its edges, so that its seam comes to the middle. */
  readonly round: number;
  /** The zoom at which layers that hang beyond the side are seen to their corners; 1 where none does. */
  readonly leastZoom: number;
}

export const maxZoom = 12;
/** The goods stay recognisable, however large a layer is. */
const minZoom = 0.1;

/**
 * All areas of a side with their bleed.
 * @param layers boxes around its layers, in millimetres of the side
 */
export function wholeSide({ areas }: SpecSide, layers: readonly Box[]): WholeSide {
  const left = Math.min(...areas.map(({ x, bleed }) => x - bleed));
  const top = Math.min(...areas.map(({ y, bleed }) => y - bleed));
  const right = Math.max(...areas.map(({ x, w, bleed }) => x + w + bleed));
  const bottom = Math.max(...areas.map(({ y, h, bleed }) => y + h + bleed));
  const [halfWide, halfHigh] = [(right - left) / 2, (bottom - top) / 2];
  const fitting = layers.flatMap((layer) => [
    halfWide / Math.max(left + halfWide - layer.left, layer.right - left - halfWide),
    halfHigh / Math.max(top + halfHigh - layer.top, layer.bottom - top - halfHigh),
  ]);
  return {
    x: left,
    y: top,
    w: right - left,
    h: bottom - top,
    leastZoom: Math.max(minZoom, Math.min(1, ...fitting)),
    round: Math.max(0, ...areas.map(({ wrap, w }) => (wrap ? w / 2 : 0))),
  };
}

/** Part of a side: `zoom` times as large as the whole, around a point of the side. */
export interface View {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

export function viewOf(whole: ViewBox): View {
  return { zoom: 1, x: whole.x + whole.w / 2, y: whole.y + whole.h / 2 };
}

export function boxOfView(whole: ViewBox, { zoom, x, y }: View): ViewBox {
  const [w, h] = [whole.w / zoom, whole.h / zoom];
  return { x: x - w / 2, y: y - h / 2, w, h };
}

/**
 * The view zoomed so that `at` stays under the pointer, and never beyond the side and its layers but round it.
 * @param at millimetres of the side
 */
export function zoomedAt(
  whole: WholeSide,
  view: View,
  zoom: number,
  at: { x: number; y: number },
): View {
  const next = Math.min(maxZoom, Math.max(whole.leastZoom, zoom));
  const share = view.zoom / next;
  return heldInside(whole, {
    zoom: next,
    x: at.x + (view.x - at.x) * share,
    y: at.y + (view.y - at.y) * share,
  });
}

export function heldInside(whole: WholeSide, { zoom, x, y }: View): View {
  const within = (value: number, from: number, length: number, beyond: number) => {
    const slack = Math.max(0, length - length / zoom) / 2 + beyond;
    const middle = from + length / 2;
    return Math.min(middle + slack, Math.max(middle - slack, value));
  };
  const { round } = whole;
  return { zoom, x: within(x, whole.x, whole.w, round), y: within(y, whole.y, whole.h, 0) };
}

type Finger = { readonly x: number; readonly y: number };

/** Two fingers on the board: they move the view, and its size with their distance. */
export interface Pinch {
  /** Pixels of the window. */
  readonly fingers: readonly [Finger, Finger];
  readonly view: View;
  /** What lay between them, in millimetres of the side. */
  readonly middle: Finger;
  readonly pixelsPerMm: number;
}

/** The view in which what lay between two fingers lies between them again. */
export function pinchedView(whole: WholeSide, pinch: Pinch, now: readonly [Finger, Finger]): View {
  const { fingers, view, middle, pixelsPerMm } = pinch;
  const distance = distanceOf(fingers);
  if (distance === 0) return view;
  const zoomed = zoomedAt(whole, view, (view.zoom * distanceOf(now)) / distance, middle);
  const scale = (pixelsPerMm * zoomed.zoom) / view.zoom;
  const [from, to] = [middleOf(fingers), middleOf(now)];
  return heldInside(whole, {
    zoom: zoomed.zoom,
    x: zoomed.x - (to.x - from.x) / scale,
    y: zoomed.y - (to.y - from.y) / scale,
  });
}

const distanceOf = ([a, b]: readonly [Finger, Finger]) => Math.hypot(b.x - a.x, b.y - a.y);
export const middleOf = ([a, b]: readonly [Finger, Finger]): Finger => ({
  x: (a.x + b.x) / 2,
  y: (a.y + b.y) / 2,
});

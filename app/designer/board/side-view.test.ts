import { expect, test } from "vitest";
import type { Box } from "#shop/designs/document/geometry.ts";
import { presetSpec } from "#shop/designs/print-setup/presets.ts";
import { boxOfView, maxZoom, pinchedView, viewOf, wholeSide, zoomedAt } from "./side-view.ts";

function sideOf(preset: Parameters<typeof presetSpec>[0], layers: readonly Box[] = []) {
  const [side] = presetSpec(preset).sides;
  if (!side) throw new Error("a preset has a side");
  return wholeSide(side, layers);
}
const shirt = sideOf("shirt");
const pixelsPerMm = 2;
/** Where a point of the side is seen, in pixels from the middle of the board. */
const seen = (view: ReturnType<typeof viewOf>, x: number) => (x - view.x) * pixelsPerMm * view.zoom;
const fingers = (left: number, right: number, y = 0) =>
  [
    { x: left, y },
    { x: right, y },
  ] as const;

test("what lies between two fingers stays there while they spread, move and come together", () => {
  const start = viewOf(shirt);
  const middle = { x: start.x + 30, y: start.y };
  const pinch = { fingers: fingers(10, 110), view: start, middle, pixelsPerMm };
  expect(seen(start, middle.x)).toBe(60);
  const wide = pinchedView(shirt, pinch, fingers(-40, 160));
  expect(wide.zoom).toBe(2);
  expect(seen(wide, middle.x)).toBeCloseTo(60, 6);
  // Both fingers 20 pixels to the left: what lies below follows them.
  const moved = pinchedView(shirt, pinch, fingers(-60, 140));
  expect(moved.zoom).toBe(2);
  expect(seen(moved, middle.x)).toBeCloseTo(40, 6);
  expect(pinchedView(shirt, pinch, pinch.fingers)).toEqual(start);
});

test("a pinch keeps to the zoom and the edges of the side, and fingers in one place change nothing", () => {
  const start = viewOf(shirt);
  const pinch = { fingers: fingers(0, 100), view: start, middle: start, pixelsPerMm };
  expect(pinchedView(shirt, pinch, fingers(-5_000, 5_000)).zoom).toBe(maxZoom);
  expect(pinchedView(shirt, pinch, fingers(49, 51))).toEqual(start);
  const far = pinchedView(shirt, pinch, fingers(9_900, 10_100));
  expect(boxOfView(shirt, far).x).toBeCloseTo(shirt.x, 6);
  const one = { ...pinch, fingers: fingers(5, 5) };
  expect(pinchedView(shirt, one, fingers(0, 80))).toEqual(start);
});

test("the view of a mug passes its edges by half a turn, a shirt's does not", () => {
  const mug = sideOf("mug");
  const pinch = { fingers: fingers(0, 100), view: viewOf(mug), middle: viewOf(mug), pixelsPerMm };
  const left = pinchedView(mug, pinch, fingers(1_000, 1_100));
  expect(left.x).toBeCloseTo(0, 6);
  expect(shirt.round).toBe(0);
});

test("the view shows what hangs beyond a side to its corners, and no more", () => {
  const { x, y, w, h } = shirt;
  const wide = sideOf("shirt", [{ left: x + w / 2 - w, right: x + w / 2, top: y, bottom: y + h }]);
  const out = zoomedAt(wide, viewOf(wide), 0.01, viewOf(wide));
  expect(out.zoom).toBeCloseTo(0.5, 6);
  expect(boxOfView(wide, out).x).toBeCloseTo(x + w / 2 - w, 6);
  // Where everything is seen, the side stays in the middle.
  expect(zoomedAt(wide, out, 0.6, { x: x - w, y })).toEqual({ ...viewOf(wide), zoom: 0.6 });
  expect(zoomedAt(shirt, viewOf(shirt), 0.5, viewOf(shirt))).toEqual(viewOf(shirt));
  const endless = sideOf("shirt", [{ left: -9e5, right: 9e5, top: 0, bottom: 1 }]);
  expect(zoomedAt(endless, viewOf(endless), 0.01, viewOf(endless)).zoom).toBe(0.1);
});

test("the view holds the bleed on all four sides", () => {
  const [side] = presetSpec("mug").sides;
  const [area] = side?.areas ?? [];
  if (!side || !area) throw new Error("a mug has an area");
  const whole = wholeSide({ ...side, areas: [{ ...area, x: 10, y: 20, bleed: 3 }] }, []);
  expect(whole).toMatchObject({ x: 7, y: 17, w: area.w + 6, h: area.h + 6 });
});

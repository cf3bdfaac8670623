import { type Box, rounded, translation } from "#shop/designs/document/geometry.ts";
import { fromPath, type Outline, transform } from "#shop/designs/document/outline.ts";
import type { DisplayArea } from "#shop/designs/draw/display-list.ts";
import type { Finding, Repair } from "#shop/designs/draw/finding.ts";
import {
  distanceInside,
  farthestOutside,
  flatten,
  isInside,
  isWithin,
  type Point,
} from "#shop/designs/draw/flatten.ts";
import { crossingOf, goesRound, turnOf } from "#shop/designs/draw/seam.ts";
import { boxOf, type DisplayLeaf } from "#shop/designs/draw/summarise.ts";

/** Half of the width that a cutter misses by; less is not worth a word. */
const tolerance = 0.05;

/**
 * Where an item lies outside of its zones. Pictures and shapes may leave the trim; words may not. Without bleed the trim is where
 * print ends, so what a picture loses there is named.
 * @param wraps the area goes round the goods: its left and right edges are no ends
 */
export function* checkPlace(
  item: DisplayLeaf,
  area: DisplayArea,
  wraps: boolean,
): Generator<Finding> {
  const box = boxOf(item);
  if (!box) return;
  const { w, h, bleed } = area;
  const isRound = wraps && goesRound(box, area);
  const isBeside = !isRound && (box.right <= -bleed || box.left >= w + bleed);
  if (isBeside || box.bottom <= -bleed || box.top >= h + bleed) {
    yield { code: "outside_print", severity: "warns", repair: { kind: "remove" } };
    return;
  }
  const words = item.kind === "path" && item.text !== undefined ? fromPath(item.path) : null;
  if (isRound) yield* checkAround(box, words, area);
  else if (words) yield* checkWords(box, words, area);
  if (item.kind === "picture" && bleed === 0) yield* checkCut(box, area, wraps);
  // Words that are too wide are refused above; anything else lies on itself.
  if (wraps && !isRound && !words && box.right - box.left > w + 2 * bleed + tolerance)
    yield {
      code: "seam_overlap",
      severity: "warns",
      millimetres: rounded(box.right - box.left - w),
      repair: { kind: "scale", factor: Math.floor((w / (box.right - box.left)) * 1000) / 1000 },
    };
}

/** How far a picture is cut off at the farthest edge; the left and right edges of an area that wraps are no ends. */
function* checkCut(box: Box, { w, h }: DisplayArea, wraps: boolean): Generator<Finding> {
  const across = wraps ? 0 : Math.max(-box.left, box.right - w);
  const cut = Math.max(across, -box.top, box.bottom - h);
  if (cut > tolerance) yield { code: "picture_cut", severity: "warns", millimetres: rounded(cut) };
}

/** In an area that wraps: what lies on the seam, and words near its upper and lower edge. */
function* checkAround(box: Box, words: Outline | null, area: DisplayArea): Generator<Finding> {
  const turn = turnOf((box.left + box.right) / 2, area);
  const placed = movedBox(box, -turn);
  const ink = words && transform(words, translation(-turn, 0));
  const crossing = crossingOf(box, area);
  if (!crossing) {
    if (ink) yield* checkWords(placed, ink, area);
    return;
  }
  const { at, millimetres } = crossing;
  const dx = rounded(box.right - at < at - box.left ? at - box.right : at - box.left);
  yield {
    code: "on_seam",
    severity: "warns",
    millimetres: rounded(millimetres),
    repair: ink ? backInside(placed, area) : { kind: "move", dx, dy: 0 },
  };
  // Beyond the seam there is no edge, so only the others are asked about.
  if (ink) yield* checkWords(placed, ink, area, strip(area), [-area.w, 0, area.w]);
}

const movedBox = ({ left, right, ...box }: Box, by: number): Box => ({
  left: left + by,
  right: right + by,
  ...box,
});

/** The area with a turn on either side, far beyond its left and right edge. */
function strip({ w, h }: DisplayArea): readonly Point[][] {
  const [left, right] = [-3 * w - 1_000, 4 * w + 1_000];
  return [
    [
      { x: left, y: 0 },
      { x: right, y: 0 },
      { x: right, y: h },
      { x: left, y: h },
    ],
  ];
}

/**
 * @param trim absent: the area's own
 * @param turns millimetres by which the words are seen moved to the right
 */
function* checkWords(
  box: Box,
  ink: Outline,
  area: DisplayArea,
  trim: readonly (readonly Point[])[] = flatten(fromPath(area.trim)),
  turns: readonly number[] = [0],
): Generator<Finding> {
  // Most words are far from the edge: then their letters need no look.
  const isClear = isWithin(box, trim, area.safe);
  const outside = isClear ? 0 : farthestOutside(ink, trim);
  const repair = backInside(box, area);
  if (outside > tolerance) {
    yield { code: "outside_trim", severity: "blocks", millimetres: rounded(outside), repair };
  } else if (area.safe > 0 && !isClear) {
    const missing = area.safe - distanceInside(ink, trim);
    if (missing > tolerance)
      yield { code: "outside_safe", severity: "warns", millimetres: rounded(missing), repair };
  }
  const isOverHole = area.holes.some((hole) => {
    const zone = flatten(fromPath(hole));
    return flatten(ink).some((part) =>
      part.some(({ x, y }) => turns.some((turn) => isInside({ x: x + turn, y }, zone))),
    );
  });
  if (isOverHole) yield { code: "over_hole", severity: "warns" };
}

/** Moves the box inside the safe line; where it is too large, makes it fit first. */
function backInside(box: Box, { w, h, safe }: DisplayArea): Repair {
  const [wide, high] = [box.right - box.left, box.bottom - box.top];
  const factor = Math.min((w - 2 * safe) / wide, (h - 2 * safe) / high);
  if (factor < 1) return { kind: "scale", factor: Math.floor(factor * 1000) / 1000 };
  const within = (from: number, to: number, length: number) =>
    from < safe ? safe - from : to > length - safe ? length - safe - to : 0;
  return {
    kind: "move",
    dx: rounded(within(box.left, box.right, w)),
    dy: rounded(within(box.top, box.bottom, h)),
  };
}

import { type Box, union } from "#shop/designs/document/geometry.ts";
import { boundsOf, fromPath } from "#shop/designs/document/outline.ts";
import { countLetters } from "#shop/designs/text/text-problems.ts";
import type { DisplayArea, DisplayItem, DisplayList, DisplayPath } from "./display-list.ts";

/** What the price of a piece is made of; from the display list, never from the document. */
export interface DesignSummary {
  /** Ids of the sides that print something. */
  readonly sides: readonly string[];
  /** `side/area` of the areas that print something. */
  readonly areas: readonly string[];
  /** Colours of paths, sorted. Pictures have all colours: see `pictures`. */
  readonly inks: readonly string[];
  /** The most inks that one area has: a screen is made for each. */
  readonly maxInksOfAnArea: number;
  readonly letters: number;
  readonly pictures: number;
  /** Box of the print in each area up to its bleed, added up. */
  readonly squareMillimetres: number;
}

export function summarise({ sides }: DisplayList): DesignSummary {
  const used = sides.flatMap((side) =>
    side.areas
      .map((area) => ({ side, area, items: flat(area.items) }))
      .filter(({ area }) => coveredOf(area) !== null),
  );
  const items = used.flatMap(({ items }) => items);
  return {
    sides: [...new Set(used.map(({ side }) => side.id))],
    areas: used.map(({ side, area }) => `${side.id}/${area.id}`),
    inks: inksOf(items),
    maxInksOfAnArea: Math.max(0, ...used.map(({ items }) => inksOf(items).length)),
    letters: items.reduce(
      (sum, item) => sum + (item.kind === "path" ? countLetters(item.text ?? "") : 0),
      0,
    ),
    pictures: items.filter(({ kind }) => kind === "picture").length,
    squareMillimetres: Math.round(
      used.reduce((sum, { area }) => {
        const box = coveredOf(area);
        return sum + (box ? (box.right - box.left) * (box.bottom - box.top) : 0);
      }, 0),
    ),
  };
}

/**
 * One summary for the pieces of a roster, which all cost the same: everything that any of them prints, and the counts of the
 * piece that has most.
 */
export function summariseRoster(all: readonly DesignSummary[]): DesignSummary {
  const any = (name: "sides" | "areas" | "inks") => [...new Set(all.flatMap((one) => one[name]))];
  const most = (name: "maxInksOfAnArea" | "letters" | "pictures" | "squareMillimetres") =>
    Math.max(0, ...all.map((one) => one[name]));
  return {
    sides: any("sides"),
    areas: any("areas"),
    inks: any("inks").sort(),
    maxInksOfAnArea: most("maxInksOfAnArea"),
    letters: most("letters"),
    pictures: most("pictures"),
    squareMillimetres: most("squareMillimetres"),
  };
}

/** The printed words in the order in which they are drawn. */
export function wordsOf({ sides }: DisplayList): string[] {
  return sides.flatMap(({ areas }) =>
    areas.flatMap(({ items }) =>
      flat(items).flatMap((item) => (item.kind === "path" && item.text ? [item.text] : [])),
    ),
  );
}

/** A path or a picture. */
export type DisplayLeaf = Exclude<DisplayItem, { kind: "group" }>;

/** All paths and pictures of some items once: without their groups, and without what goes on beyond a seam. */
export function flat(items: readonly DisplayItem[]): DisplayLeaf[] {
  return leavesOf(items).filter(({ seam }) => seam === undefined);
}

/** All paths and pictures as they are drawn, those that go on beyond a seam too. */
export function leavesOf(items: readonly DisplayItem[]): DisplayLeaf[] {
  return items.flatMap((item) => (item.kind === "group" ? leavesOf(item.items) : [item]));
}

/** Inks of paths in lower case, sorted. */
export function inksOf(items: readonly DisplayItem[]): string[] {
  const inks = flat(items).flatMap((item) =>
    item.kind === "path" ? [item.fill ?? [], item.stroke?.colour ?? []].flat() : [],
  );
  return [...new Set(inks)].sort();
}

/**
 * Box of what is printed in an area, cut at its bleed; null where nothing is. Across a seam it goes on beyond the edge, and is
 * never wider than once round.
 */
export function coveredOf({ items, w, h, bleed }: DisplayArea): Box | null {
  const box = union(items.filter(({ seam }) => seam === undefined).map(boxOf));
  if (!box) return null;
  const isAcross = items.some(({ seam }) => seam !== undefined);
  const left = isAcross ? box.left : Math.max(-bleed, box.left);
  const cut = {
    left,
    top: Math.max(-bleed, box.top),
    right: Math.min(isAcross ? left + w + 2 * bleed : w + bleed, box.right),
    bottom: Math.min(h + bleed, box.bottom),
  };
  return cut.right > cut.left && cut.bottom > cut.top ? cut : null;
}

/** Checks ask for the box of what lies below again for each word. */
const boxes = new WeakMap<DisplayItem, Box | null>();

/** Box of an item with its stroke, in millimetres; null where it draws nothing. */
export function boxOf(item: DisplayItem): Box | null {
  const known = boxes.get(item);
  if (known !== undefined) return known;
  const box = measure(item);
  boxes.set(item, box);
  return box;
}

function measure(item: DisplayItem): Box | null {
  if (item.opacity === 0) return null;
  if (item.kind === "group") return union(item.items.map(boxOf));
  if (item.kind === "path") return boxOfPath(item);
  const [a, b, c, d, e, f] = item.matrix;
  const corners = [e, f, e + a, f + b, e + c, f + d, e + a + c, f + b + d];
  const whole = boundsOf({ ops: "MLLL", points: corners });
  return item.mask === undefined ? whole : boundsOf(fromPath(item.mask));
}

function boxOfPath({ path, stroke }: DisplayPath): Box | null {
  const box = boundsOf(fromPath(path));
  if (!box || !stroke) return box;
  const grown = stroke.width / 2;
  return {
    left: box.left - grown,
    top: box.top - grown,
    right: box.right + grown,
    bottom: box.bottom + grown,
  };
}

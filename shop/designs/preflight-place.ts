import type { DisplayArea, DisplayItem } from "./display-list.ts";
import type { Finding, Repair } from "./finding.ts";
import { distanceInside, farthestOutside, flatten, isInside, isWithin } from "./flatten.ts";
import { type Box, rounded } from "./geometry.ts";
import { fromPath } from "./outline.ts";
import { boxOf } from "./summarise.ts";

/** Half of the width that a cutter misses by; less is not worth a word. */
const tolerance = 0.05;

/** Where an item lies outside of its zones. Pictures and shapes may leave the trim; words may not. */
export function* checkPlace(
  item: Exclude<DisplayItem, { kind: "group" }>,
  area: DisplayArea,
): Generator<Finding> {
  const box = boxOf(item);
  if (!box) return;
  const { w, h, bleed } = area;
  if (
    box.right <= -bleed ||
    box.left >= w + bleed ||
    box.bottom <= -bleed ||
    box.top >= h + bleed
  ) {
    yield { code: "outside_print", severity: "warns", repair: { kind: "remove" } };
    return;
  }
  if (item.kind !== "path" || item.text === undefined) return;
  const ink = fromPath(item.path);
  const trim = flatten(fromPath(area.trim));
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
    return flatten(ink).some((part) => part.some((point) => isInside(point, zone)));
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

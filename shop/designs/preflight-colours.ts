import { contrastOf, nearestColour } from "./colour.ts";
import type { PrintedLooks } from "./colour-profiles/printed-look.ts";
import type { DisplayItem } from "./display-list.ts";
import type { Finding } from "./finding.ts";
import { holds } from "./flatten.ts";
import type { Box } from "./geometry.ts";
import type { SpecArea } from "./print-spec.ts";
import { boxOf } from "./summarise.ts";

type Leaf = Exclude<DisplayItem, { kind: "group" }>;

/** Below, letters are hard to tell from what is behind them. */
const minContrast = 1.6;
/** Contrast ratio below which text on the goods is invisible and blocks printing. */
const minVisibleContrast = 1.2;
/** Inks to choose from where every colour is printed. */
const anyInks = ["#ffffff", "#14183a"];

const inksOfItem = (item: Leaf): string[] =>
  item.kind === "picture"
    ? []
    : [...new Set([item.fill, item.stroke?.colour])].flatMap((ink) => ink ?? []);

/** Colours that the process does not print. */
export function* checkPalette(item: Leaf, { colours }: SpecArea): Generator<Finding> {
  if (colours === "any") return;
  const palette = colours.map(({ hex }) => hex);
  for (const ink of inksOfItem(item)) {
    if (palette.includes(ink)) continue;
    const to = nearestColour(ink, palette);
    yield {
      code: "colour_not_in_palette",
      severity: "blocks",
      colour: ink,
      ...(to === undefined ? {} : { repair: { kind: "colour", from: ink, to } }),
    };
  }
}

/** Colours that look clearly different once they are printed. Those of a palette are the shop's own choice. */
export function* checkLooks(
  items: readonly Leaf[],
  { colours }: SpecArea,
  looks: PrintedLooks,
): Generator<Finding> {
  if (colours !== "any") return;
  const found = new Set<string>();
  for (const item of items)
    for (const ink of inksOfItem(item)) {
      const { printed, isShifted } = looks(ink);
      // Clip art has several items of one layer.
      if (!isShifted || found.has(`${item.layer} ${ink}`)) continue;
      found.add(`${item.layer} ${ink}`);
      const isReached = printed !== null && !looks(printed).isShifted;
      yield {
        ...{ code: "colour_shifts", severity: "warns", layer: item.layer, colour: ink },
        ...(isReached ? { repair: { kind: "printed", from: ink, to: printed } } : {}),
      };
    }
}

/**
 * Compares text with the last filled path below it, or with the colour of the goods. Text over a picture is not checked.
 * Invisible text on the goods blocks; its repair is the ink with the highest contrast.
 */
export function* checkContrast(
  below: readonly Leaf[],
  item: Leaf,
  body: string | undefined,
  { colours }: SpecArea,
): Generator<Finding> {
  if (item.kind !== "path" || item.text === undefined || item.fill === undefined) return;
  const box = boxOf(item);
  if (!box) return;
  const ground = below.findLast((other) => {
    const outer = other.kind === "path" && other.fill === undefined ? null : boxOf(other);
    return outer !== null && holds(outer, box);
  });
  if (ground?.kind === "picture") return;
  const colour = ground?.fill ?? body;
  if (colour === undefined) return;
  const contrast = contrastOf(item.fill, colour);
  if (contrast >= minContrast) return;
  if (ground) {
    yield { code: "low_contrast", severity: "warns", colour };
    return;
  }
  const isOutlined =
    item.stroke !== undefined && contrastOf(item.stroke.colour, colour) >= minContrast;
  const isApart = below.every((other) => {
    const outer = boxOf(other);
    return outer === null || !overlaps(outer, box);
  });
  const inks = colours === "any" ? anyInks : colours.map(({ hex }) => hex);
  const to = inks.toSorted((a, b) => contrastOf(b, colour) - contrastOf(a, colour))[0];
  const isSeen = to !== undefined && contrastOf(to, colour) >= minContrast;
  yield {
    code: "low_contrast",
    severity: contrast < minVisibleContrast && isApart && !isOutlined ? "blocks" : "warns",
    colour,
    ...(isSeen && isApart ? { repair: { kind: "colour", from: item.fill, to } } : {}),
  };
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

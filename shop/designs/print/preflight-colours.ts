import { contrastOf, nearestColour } from "#shop/designs/colour/colour.ts";
import { bestInk, minContrast } from "#shop/designs/colour/ink-contrast.ts";
import type { PrintedLooks } from "#shop/designs/colour-profiles/printed-look.ts";
import { type Box, union } from "#shop/designs/document/geometry.ts";
import type { SpecArea } from "#shop/designs/document/print-spec.ts";
import type { DisplayItem, DisplayList } from "#shop/designs/draw/display-list.ts";
import type { Finding } from "#shop/designs/draw/finding.ts";
import { holds } from "#shop/designs/draw/flatten.ts";
import { boxOf, flat } from "#shop/designs/draw/summarise.ts";

type Leaf = Exclude<DisplayItem, { kind: "group" }>;

/** Contrast ratio below which print on the goods is invisible and blocks printing. */
const minVisibleContrast = 1.2;

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
        code: "colour_shifts",
        severity: "warns",
        layer: item.layer,
        colour: ink,
        ...(isReached ? { repair: { kind: "printed", from: ink, to: printed } } : {}),
      };
    }
}

/**
 * Compares the ink of text, of a shape and of clip art with the last filled path below it, or with the colour of the goods. Print
 * over a picture is not checked, nor is a shape that other print lies on: it is the ground of that print.
 * Invisible print on the goods blocks; its repair is the ink with the highest contrast.
 * @param items of the area, in drawing order
 */
export function* checkContrast(
  items: readonly Leaf[],
  index: number,
  body: string | undefined,
  { colours }: Pick<SpecArea, "colours">,
): Generator<Finding> {
  const item = items[index];
  if (item?.kind !== "path") return;
  const isText = item.text !== undefined;
  const own = isText ? [item] : items.filter(({ layer }) => layer === item.layer);
  // Clip art has several paths and is checked once.
  if (own[0] !== item) return;
  const inks = isText ? (item.fill ? [item.fill] : []) : [...new Set(own.flatMap(inksOfItem))];
  const box = union(own.map(boxOf));
  if (!box || inks.length === 0) return;
  const isOver = (other: Leaf) => {
    const outer = boxOf(other);
    return outer !== null && overlaps(outer, box);
  };
  if (!isText && items.slice(index + 1).some((other) => !own.includes(other) && isOver(other)))
    return;
  const below = items.slice(0, index);
  const ground = below.findLast((other) => {
    const outer = other.kind === "path" && other.fill === undefined ? null : boxOf(other);
    return outer !== null && holds(outer, box);
  });
  if (ground?.kind === "picture") return;
  const colour = ground?.fill ?? body;
  if (colour === undefined) return;
  const contrast = Math.max(...inks.map((ink) => contrastOf(ink, colour)));
  if (contrast >= minContrast) return;
  if (ground) {
    yield { code: "low_contrast", severity: "warns", colour };
    return;
  }
  const isOutlined =
    item.stroke !== undefined && contrastOf(item.stroke.colour, colour) >= minContrast;
  const isApart = !below.some(isOver);
  const to = bestInk({ colours }, colour);
  const isSeen = to !== undefined && contrastOf(to, colour) >= minContrast;
  const [from, ...others] = inks;
  const mayRepair = isSeen && isApart && from !== undefined && others.length === 0;
  yield {
    code: "low_contrast",
    severity: contrast < minVisibleContrast && isApart && !isOutlined ? "blocks" : "warns",
    colour,
    ...(mayRepair ? { repair: { kind: "colour", from, to } } : {}),
  };
}

/** Some print of a design is invisible on goods of this colour, as #rrggbb. */
export function hasInvisiblePrint({ sides }: DisplayList, body: string): boolean {
  return sides.some(({ areas }) =>
    areas.some((area) => {
      const items = flat(area.items);
      return items.some((_, index) =>
        [...checkContrast(items, index, body, { colours: "any" })].some(
          ({ severity }) => severity === "blocks",
        ),
      );
    }),
  );
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

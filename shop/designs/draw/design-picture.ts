import { type Box, union } from "#shop/designs/document/geometry.ts";
import { boundsOf, fromPath, transform } from "#shop/designs/document/outline.ts";
import type { DisplayArea, DisplayItem, DisplayList } from "./display-list.ts";
import { type SvgOptions, toSvg } from "./to-svg.ts";

/** Paper, where the colour of the goods is not known. */
const paper = "#ffffff";

/** Millimetres around a print that its picture shows: room for a small one, and a part of a large one. */
export const marginAround = ({ left, top, right, bottom }: Box): number =>
  Math.max(8, Math.max(right - left, bottom - top) * 0.06);
const unitSquare = fromPath("M0 0L1 0L1 1L0 1Z");

/**
 * The picture of a design in lists, in the cart and in mails: a square around what is printed on the first side, as SVG.
 * @param pictureHref without it, pictures are left out
 * @param ground colour of the goods as #rrggbb
 */
export function designPicture(
  { sides }: DisplayList,
  pictureHref: SvgOptions["pictureHref"] = () => null,
  ground = paper,
): string {
  const areas = sides.flatMap(({ areas }) => areas);
  const area = areas.find(({ items }) => items.length > 0) ?? areas[0];
  if (!area) throw new Error("a design has no area");
  const { x, y, size } = squareAround(area);
  const svg = toSvg(area, { pictureHref, box: "trim" });
  const behind = `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="${ground}"/>`;
  return svg.replace(/viewBox="[^"]*">/, `viewBox="${x} ${y} ${size} ${size}">${behind}`);
}

function squareAround({ items, w, h }: DisplayArea): { x: number; y: number; size: number } {
  const box: Box = boundsOfItems(items) ?? { left: 0, top: 0, right: w, bottom: h };
  const size = Math.max(box.right - box.left, box.bottom - box.top) + 2 * marginAround(box);
  return {
    x: (box.left + box.right - size) / 2,
    y: (box.top + box.bottom - size) / 2,
    size,
  };
}

/** The box around a print, in millimetres; across a seam it goes on beyond the edge. Null where nothing is printed. */
export function boundsOfItems(items: readonly DisplayItem[]): Box | null {
  return union(items.filter(({ seam }) => seam === undefined).map(boundsOfItem));
}

function boundsOfItem(item: DisplayItem): Box | null {
  if (item.kind === "group") return boundsOfItems(item.items);
  if (item.kind === "path") return boundsOf(fromPath(item.path));
  return boundsOf(transform(unitSquare, item.matrix));
}

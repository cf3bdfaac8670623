import type { PrintSpec } from "#shop/designs/document/print-spec.ts";
import { boundsOfItems } from "#shop/designs/draw/design-picture.ts";
import type { DisplayArea, DisplayList } from "#shop/designs/draw/display-list.ts";
import { turnOf } from "#shop/designs/draw/seam.ts";

export type Mockup = PrintSpec["mockups"][number];

/** Where the middle of what a kit shows is on its area, as shares of the width and height from the upper left corner. */
export interface KitFaces {
  readonly x: number;
  readonly y: number;
}

export interface ChosenMockup {
  readonly mockup: Mockup;
  readonly area: DisplayArea;
}

/** Of goods whose colour the shop does not say: the white of the photographs. */
const white = "#f7f6f2";

/**
 * The colour that the goods have in a mock-up.
 * @param ofVariant as #rrggbb; null where the shop does not say
 */
export function bodyOf({ bodyFromVariant }: Mockup, ofVariant: string | null): string {
  return (bodyFromVariant && ofVariant) || white;
}

/** A print that is wider than this share of its area is round the goods: no shot shows it whole. */
const widestPrint = 0.6;

/**
 * The shot that shows most of a print: on the first side with print, the one that faces it; of a print all round, and
 * where nothing is printed, the first.
 * @param faces of the kits that the shop has; mock-ups of others are left out
 */
export function chooseMockup(
  { sides }: DisplayList,
  mockups: readonly Mockup[],
  faces: Readonly<Record<string, KitFaces>>,
): ChosenMockup | null {
  const shots = mockups.flatMap((mockup) => {
    const area = areaOf(sides, mockup);
    const face = faces[mockup.kit];
    return area && face ? [{ mockup, area, face }] : [];
  });
  const side = sides.find(({ areas }) => areas.some(({ items }) => items.length > 0));
  const shown = shots.filter(({ mockup }) => side !== undefined && side.id in mockup.sides);
  const [first] = shown.length > 0 ? shown : shots;
  if (!first) return null;
  const box = boundsOfItems(first.area.items);
  if (!box || (box.right - box.left) / first.area.w > widestPrint) return first;
  const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  const distance = ({ area, face }: (typeof shown)[number]) => {
    // Across a seam the middle may lie beyond the edge.
    const x = (middle.x - turnOf(middle.x, area)) / area.w;
    return Math.hypot(face.x - x, face.y - middle.y / area.h);
  };
  return shown.toSorted((a, b) => distance(a) - distance(b))[0] ?? first;
}

/** The first of its areas: a kit shows one. */
function areaOf(sides: DisplayList["sides"], mockup: Mockup): DisplayArea | undefined {
  for (const { id, areas } of sides) {
    const area = areas.find((area) => area.id === mockup.sides[id]);
    if (area) return area;
  }
  return undefined;
}

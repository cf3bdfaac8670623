import { type Box, union } from "#shop/designs/document/geometry.ts";
import type { DisplayItem, DisplayList } from "#shop/designs/draw/display-list.ts";
import { boxOf, coveredOf, flat } from "#shop/designs/draw/summarise.ts";

/** One difference between two designs, of a layer; `what` is its words, empty for a picture or a shape. */
export type DesignChange =
  | { readonly kind: "text"; readonly from: string; readonly to: string }
  /** Whole tenths of a millimetre to the right and down; negative: left and up. */
  | { readonly kind: "moved"; readonly what: string; readonly right: number; readonly down: number }
  | {
      readonly kind: "resized";
      readonly what: string;
      readonly from: readonly [number, number];
      readonly to: readonly [number, number];
    }
  | { readonly kind: "recoloured" | "added" | "removed" | "reshaped"; readonly what: string };

/** Millimetres below which nobody sees a difference on the goods. */
const visible = 0.2;

interface Layer {
  readonly text: string;
  readonly box: Box | null;
  readonly colours: string;
  readonly items: string;
}

/** What is different in the newer design, layer by layer in the order in which they are drawn. */
export function compareDesigns(before: DisplayList, after: DisplayList): DesignChange[] {
  const old = layersOf(before);
  const now = layersOf(after);
  const changed = [...now].flatMap(([id, layer]): DesignChange[] => {
    const was = old.get(id);
    return was ? changesOf(was, layer) : [{ kind: "added", what: layer.text }];
  });
  const gone = [...old].filter(([id]) => !now.has(id));
  return [
    ...changed,
    ...gone.map(([, { text }]): DesignChange => ({ kind: "removed", what: text })),
  ];
}

/** What the pieces of a roster bear now; the first one's words are among the layers that `compareDesigns` looks at. */
export function comparePieces(
  before: { readonly pieces: readonly string[] | null },
  after: { readonly pieces: readonly string[] | null },
): DesignChange[] {
  return (after.pieces ?? []).flatMap((to, index): DesignChange[] => {
    const from = before.pieces?.[index];
    return index === 0 || from === undefined || from === to ? [] : [{ kind: "text", from, to }];
  });
}

function changesOf(was: Layer, now: Layer): DesignChange[] {
  if (was.items === now.items) return [];
  const changes: DesignChange[] = [];
  const what = now.text;
  if (was.text !== now.text) changes.push({ kind: "text", from: was.text, to: now.text });
  if (was.colours !== now.colours) changes.push({ kind: "recoloured", what });
  if (was.box && now.box) {
    const right = tenths(middle(now.box.left, now.box.right) - middle(was.box.left, was.box.right));
    const down = tenths(middle(now.box.top, now.box.bottom) - middle(was.box.top, was.box.bottom));
    const from = sizeOf(was.box);
    const to = sizeOf(now.box);
    // Other words have another box wherever they stand.
    const isResized = to.some((side, index) => Math.abs(side - (from[index] ?? 0)) >= visible);
    if (was.text === now.text && isResized) changes.push({ kind: "resized", what, from, to });
    const limit = was.text === now.text ? visible : 1;
    if (Math.max(Math.abs(right), Math.abs(down)) >= limit)
      changes.push({ kind: "moved", what, right, down });
  }
  return changes.length > 0 ? changes : [{ kind: "reshaped", what }];
}

function layersOf({ sides }: DisplayList): Map<string, Layer> {
  const items = new Map<string, DisplayItem[]>();
  for (const side of sides)
    for (const area of side.areas)
      for (const item of flat(area.items)) {
        const id = `${side.id}/${area.id}/${item.layer}`;
        items.set(id, [...(items.get(id) ?? []), item]);
      }
  return new Map(
    [...items].map(([id, of]) => [
      id,
      {
        text: of
          .flatMap((item) => (item.kind === "path" && item.text ? [item.text] : []))
          .join(" "),
        box: union(of.map(boxOf)),
        colours: of
          .map((item) => (item.kind === "path" ? `${item.fill} ${item.stroke?.colour}` : ""))
          .join(),
        items: JSON.stringify(of),
      },
    ]),
  );
}

const tenths = (value: number) => Math.round(value * 10) / 10 + 0;
const middle = (from: number, to: number) => (from + to) / 2;
const sizeOf = ({ left, top, right, bottom }: Box): [number, number] => [
  tenths(right - left),
  tenths(bottom - top),
];

/** Millimetres of what is printed in one area and stays on the goods: what lies in its bleed is cut off. */
export interface PrintedArea {
  /** `side/area`. */
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

const within = (box: Box, { w, h }: { readonly w: number; readonly h: number }): Box => ({
  left: Math.max(0, box.left),
  top: Math.max(0, box.top),
  right: Math.min(w, box.right),
  bottom: Math.min(h, box.bottom),
});

export function printedAreas({ sides }: DisplayList): PrintedArea[] {
  return sides.flatMap((side) =>
    side.areas.flatMap((area) => {
      const box = coveredOf(area);
      if (!box) return [];
      // Beyond a seam it goes on at the other edge.
      const isAcross = area.items.some(({ seam }) => seam !== undefined);
      const [width, height] = sizeOf(isAcross ? box : within(box, area));
      return width > 0 && height > 0 ? [{ id: `${side.id}/${area.id}`, width, height }] : [];
    }),
  );
}

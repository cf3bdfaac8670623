import type { Layer } from "#shop/designs/document/document.ts";
import type { DisplayArea, DisplayItem, DisplaySide } from "#shop/designs/draw/display-list.ts";

export interface Parts {
  readonly below: readonly DisplayItem[];
  /** From the lowest chosen layer to the uppermost: runs of items that a drag moves, and of those that stay between them. */
  readonly held: readonly { readonly moves: boolean; readonly items: readonly DisplayItem[] }[];
  readonly above: readonly DisplayItem[];
}

/** Each area's items around the chosen layers. The board itself draws what goes on beyond a seam, while it is dragged too. */
export function partsOf(
  { areas }: DisplaySide,
  chosenIn: string | undefined,
  chosen: readonly Layer[],
): Map<string, Parts> {
  const ids = new Set(chosen.flatMap((layer) => [...idsWithin(layer)]));
  return new Map(
    areas.map((area: DisplayArea): [string, Parts] => {
      const { id } = area;
      const items = area.items.filter(({ seam }) => seam === undefined);
      const first = id === chosenIn ? items.findIndex((item) => ids.has(item.layer)) : -1;
      if (first < 0) return [id, { below: items, held: [], above: [] }];
      const last = items.findLastIndex((item) => ids.has(item.layer));
      const held: { moves: boolean; items: DisplayItem[] }[] = [];
      for (const item of items.slice(first, last + 1)) {
        const moves = ids.has(item.layer);
        const run = held.at(-1);
        if (run?.moves === moves) run.items.push(item);
        else held.push({ moves, items: [item] });
      }
      return [id, { below: items.slice(0, first), held, above: items.slice(last + 1) }];
    }),
  );
}

function idsWithin(layer: Layer): Set<string> {
  const inner = layer.kind === "group" ? layer.layers.flatMap((one) => [...idsWithin(one)]) : [];
  return new Set([layer.id, ...inner]);
}

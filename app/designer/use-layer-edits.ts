import { useEffect, useMemo, useRef } from "react";
import type { LayerCommands } from "#app/designer/panels/properties/layer-props.ts";
import type { DesignDocument, DocumentArea, Layer } from "#shop/designs/document/document.ts";
import { rounded } from "#shop/designs/document/geometry.ts";
import type { SpecArea } from "#shop/designs/document/print-spec.ts";
import { layersOf } from "#shop/designs/document/walk-layers.ts";
import { turnOf } from "#shop/designs/draw/seam.ts";
import {
  alignLayers,
  distributeLayers,
  duplicateLayers,
  type Gripped,
  grippedOf,
  placeLayers,
  shiftOrder,
} from "#shop/designs/edit/chosen-layers.ts";
import type { Placement } from "#shop/designs/edit/drag-layer.ts";
import {
  addLayer,
  findLayer,
  layerOf,
  layersAt,
  putLayers,
  removeLayer,
} from "#shop/designs/edit/edit-layers.ts";
import { groupLayers, ungroupLayer } from "#shop/designs/edit/group-layers.ts";
import type { StepKind } from "#shop/designs/edit/history.ts";
import { fontCatalogue } from "#shop/designs/fonts/catalogue.ts";
import type { ShownDesign } from "./use-drawing.ts";
import type { Editor } from "./use-editor.ts";

export interface LayerEdits {
  readonly commands: LayerCommands;
  /** What a grip, a key or a field moves: the chosen layer, or the box around all chosen ones. */
  readonly gripped: Gripped | null;
  /** A new layer, whose text gets the box of its words. */
  add(layer: Layer): void;
  /** What is gripped in another box. @param join changes with the same key that follow each other are one step */
  place(box: Placement, kind: "move" | "resize" | "turn", join?: string): void;
  /** Each chosen layer otherwise, as one step. */
  changeChosen(kind: StepKind, edit: (layer: Layer) => Layer, join?: string): void;
  /** One layer otherwise where it lies, in a group too. */
  changeOne(kind: StepKind, id: string, edit: (layer: Layer) => Layer, join?: string): void;
  /** Another layer in the place of one, in a group too; null: none. */
  replace(kind: StepKind, id: string, layer: Layer | null): void;
}

const hashOf = (font: string): string => fontCatalogue.find(({ id }) => id === font)?.sha256 ?? "";

const textsIn = (area: DocumentArea): Layer[] =>
  [...layersOf(area)].filter(({ kind }) => kind === "text");

/** Changes of layers as the tools ask for them: a text's box always fits its words. */
export function useLayerEdits(
  editor: Editor,
  area: SpecArea,
  { fonts, tools }: Pick<ShownDesign, "fonts" | "tools">,
): LayerEdits {
  const { document, opened, layer, chosen, change, amend } = editor;
  const ids = chosen.map(({ id }) => id);
  const gripped = useMemo(() => grippedOf(chosen), [chosen]);

  /** Texts that were changed before their fonts had come, by id: each later document fits them too, one that was undone as well. */
  const unfitted = useRef(new Set<string>());
  /** Undefined for a text whose font has not come. */
  const boxed = (layer: Layer, known: DesignDocument["fonts"]): Layer | undefined => {
    if (layer.kind !== "text") return layer;
    const typeface = fonts.get(known[layer.font] ?? hashOf(layer.font));
    return tools && typeface ? tools.fitTextBox(layer, typeface, area.minText) : undefined;
  };
  const fitBox = (layer: Layer): Layer => {
    const fitted = boxed(layer, document.fonts);
    if (!fitted) unfitted.current.add(layer.id);
    return fitted ?? layer;
  };
  /** Layers whose boxes fit; one that is changed is another object. */
  const fits = useRef(new WeakSet<Layer>());
  const openedBefore = useRef(opened);
  // A letter changes the words at once: another one may follow before the font comes, and would begin with the words before it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `boxed` is made of these
  useEffect(() => {
    // A tab may have been closed before the font of its last letters came.
    if (openedBefore.current !== opened)
      for (const { id } of document.sides.flatMap(({ areas }) => areas.flatMap(textsIn)))
        unfitted.current.add(id);
    openedBefore.current = opened;
    if (!tools || unfitted.current.size === 0) return;
    // Of the document by then: the next letter may have come before this effect. Of this area: each has its smallest letters.
    amend((now) => {
      const { side, area } = editor.place;
      const here = now.sides.find(({ id }) => id === side)?.areas.find(({ id }) => id === area);
      const changed = (here ? textsIn(here) : []).flatMap((layer) => {
        if (!unfitted.current.has(layer.id) || fits.current.has(layer)) return [];
        const fitted = boxed(layer, now.fonts);
        if (fitted) fits.current.add(fitted);
        return fitted && fitted !== layer ? fitted : [];
      });
      return changed.length > 0 ? putLayers(now, changed) : now;
    });
  }, [document, opened, area, fonts, tools]);
  /** Several layers stay chosen. */
  const several = (all: readonly string[]) => ({
    layer: all.at(-1) ?? null,
    ...(all.length > 1 ? { layers: all } : {}),
  });
  const put = (kind: StepKind, changed: readonly Layer[], join?: string) =>
    change({
      kind,
      document: putLayers(document, changed),
      ...several(ids),
      ...(join === undefined ? {} : { join: `${join} ${ids.join(" ")}` }),
    });
  const replace: LayerEdits["replace"] = (kind, id, next) => {
    if (!next) return change({ kind, document: removeLayer(document, id), layer: id });
    change({ kind, document: putLayers(document, [fitBox(next)]), layer: id });
  };
  const changeOne: LayerEdits["changeOne"] = (kind, id, edit, join) => {
    const before = layerOf(document, id);
    const next = before && edit(before);
    if (!next || next === before) return;
    change({
      kind,
      document: putLayers(document, [fitBox(next)]),
      layer: id,
      ...(join === undefined ? {} : { join }),
    });
  };
  const changeChosen: LayerEdits["changeChosen"] = (kind, edit, join) => {
    const next = chosen.map(edit);
    if (next.every((one, index) => one === chosen[index])) return;
    put(kind, next.map(fitBox), join);
  };
  const place: LayerEdits["place"] = (box, kind, join) => {
    // Round the goods everything has one place: that between the edges of the area.
    const turn = area.wrap ? turnOf(box.x, area) : 0;
    const next = placeLayers(chosen, turn === 0 ? box : { ...box, x: rounded(box.x - turn) });
    // Only another size can need other lines.
    put(kind, kind === "resize" ? next.map(fitBox) : next, join);
  };
  /** All chosen layers; of one, also the one below it. */
  const forGroup = (): readonly string[] => {
    if (ids.length > 1) return ids;
    const found = findLayer(document, layer?.id ?? null);
    const below = found && layersAt(document, found.place)[found.index - 1];
    return found && below ? [below.id, found.layer.id] : [];
  };
  const reorder = (by: 1 | -1) =>
    change({ kind: "order", document: shiftOrder(document, ids, by), ...several(ids) });

  return {
    gripped,
    replace,
    changeOne,
    changeChosen,
    place,
    add: (made) =>
      change({
        kind: "add",
        document: addLayer(document, editor.place, fitBox(made)),
        layer: made.id,
      }),
    commands: {
      duplicate() {
        const made = duplicateLayers(document, ids);
        if (made) change({ kind: "duplicate", document: made.document, ...several(made.copies) });
      },
      remove() {
        change({ kind: "remove", document: ids.reduce(removeLayer, document), ...several(ids) });
      },
      group() {
        const made = groupLayers(document, forGroup());
        if (made) change({ kind: "group", document: made.document, layer: made.id });
      },
      ungroup() {
        if (layer?.kind !== "group") return;
        const ids = layer.layers.map(({ id }) => id);
        const next = ungroupLayer(document, layer.id);
        change({ kind: "ungroup", document: next, ...several(ids) });
      },
      raise: () => reorder(1),
      lower: () => reorder(-1),
      align: (way) => put("align", alignLayers(chosen, way, area)),
      distribute: (axis) => put("align", distributeLayers(chosen, axis)),
      toggleHidden() {
        const isShown = chosen.some(({ hidden }) => !hidden);
        changeChosen("show", ({ hidden: _, ...one }) => (isShown ? { ...one, hidden: true } : one));
      },
      toggleLocked() {
        const isFree = chosen.some(({ locked }) => !locked);
        changeChosen("lock", ({ locked: _, ...one }) => (isFree ? { ...one, locked: true } : one));
      },
    },
  };
}

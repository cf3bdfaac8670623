import type { Layer } from "#shop/designs/document.ts";
import type { Placement } from "#shop/designs/edit/drag-layer.ts";
import { placeLayer } from "#shop/designs/edit/drag-layer.ts";
import {
  addLayer,
  changeLayer,
  duplicateLayer,
  findLayer,
  layersAt,
  orderLayer,
  removeLayer,
} from "#shop/designs/edit/edit-layers.ts";
import { fitTextBox } from "#shop/designs/edit/fit-text-box.ts";
import { groupLayers, ungroupLayer } from "#shop/designs/edit/group-layers.ts";
import type { StepKind } from "#shop/designs/edit/history.ts";
import { fontCatalogue } from "#shop/designs/fonts/catalogue.ts";
import type { SpecArea } from "#shop/designs/print-spec.ts";
import type { FontLibrary } from "#shop/designs/typeface.ts";
import { loadFonts } from "./browser-fonts.ts";
import type { LayerCommands } from "./panels/layer-props.ts";
import type { Editor } from "./use-editor.ts";

export interface LayerEdits {
  readonly commands: LayerCommands;
  /** A new layer, whose text gets the box of its words. */
  add(layer: Layer): void;
  /** The chosen layer in another box. */
  place(box: Placement, kind: "move" | "resize" | "turn"): void;
  /** The chosen layer otherwise. */
  changeChosen(kind: StepKind, edit: (layer: Layer) => Layer, join?: string): void;
  /** Another layer in the place of one; null: none. */
  replace(kind: StepKind, id: string, layer: Layer | null): void;
}

/** Changes of layers as the tools ask for them: a text's box always fits its words. */
export function useLayerEdits(editor: Editor, area: SpecArea, fonts: FontLibrary): LayerEdits {
  const { document, layer, change } = editor;

  const hashOf = ({ font }: { font: string }) =>
    document.fonts[font] ?? fontCatalogue.find(({ id }) => id === font)?.sha256 ?? "";
  /** With the fonts that are there; where the layer's is not, it is fetched first. */
  const fitted = (next: Layer, then: (layer: Layer) => void) => {
    if (next.kind !== "text") return then(next);
    const settle = (library: FontLibrary) => {
      const typeface = library.get(hashOf(next));
      then(typeface ? fitTextBox(next, typeface, area.minText) : next);
    };
    if (fonts.has(hashOf(next))) return settle(fonts);
    loadFonts([hashOf(next)]).then(settle, (error) => {
      console.warn(error);
      then(next);
    });
  };
  const replace: LayerEdits["replace"] = (kind, id, next) => {
    if (!next) return change({ kind, document: removeLayer(document, id), layer: id });
    fitted(next, (layer) =>
      change({ kind, document: changeLayer(document, id, () => layer), layer: id }),
    );
  };
  const changeChosen: LayerEdits["changeChosen"] = (kind, edit, join) => {
    if (!layer) return;
    const next = edit(layer);
    if (next === layer) return;
    fitted(next, (settled) =>
      change({
        kind,
        document: changeLayer(document, layer.id, () => settled),
        layer: layer.id,
        ...(join === undefined ? {} : { join }),
      }),
    );
  };
  /** All chosen layers; of one, also the one below it. */
  const forGroup = (): readonly string[] => {
    if (editor.marked.length > 0) return editor.marked;
    const found = findLayer(document, layer?.id ?? null);
    const below = found && layersAt(document, found.place)[found.index - 1];
    return found && below ? [below.id, found.layer.id] : [];
  };
  const reorder = (by: number) => {
    const found = findLayer(document, layer?.id ?? null);
    if (!found) return;
    const { id } = found.layer;
    change({ kind: "order", document: orderLayer(document, id, found.index + by), layer: id });
  };

  return {
    replace,
    changeChosen,
    add: (made) =>
      fitted(made, (settled) =>
        change({
          kind: "add",
          document: addLayer(document, editor.place, settled),
          layer: made.id,
        }),
      ),
    place: (box, kind) => changeChosen(kind, (one) => placeLayer(one, box)),
    commands: {
      duplicate() {
        const copy = layer && duplicateLayer(document, layer.id);
        if (copy) change({ kind: "duplicate", document: copy.document, layer: copy.copyId });
      },
      remove() {
        const ids = editor.marked.length > 0 ? editor.marked : layer ? [layer.id] : [];
        const next = ids.reduce(removeLayer, document);
        change({ kind: "remove", document: next, layer: ids.at(-1) ?? null });
      },
      group() {
        const made = groupLayers(document, forGroup());
        if (made) change({ kind: "group", document: made.document, layer: made.id });
      },
      ungroup() {
        if (layer?.kind !== "group") return;
        const ids = layer.layers.map(({ id }) => id);
        change({ kind: "ungroup", document: ungroupLayer(document, layer.id), layer: layer.id });
        editor.mark(ids);
      },
      raise: () => reorder(1),
      lower: () => reorder(-1),
      toggleHidden: () =>
        changeChosen("show", ({ hidden, ...one }) => (hidden ? one : { ...one, hidden: true })),
      toggleLocked: () =>
        changeChosen("lock", ({ locked, ...one }) => (locked ? one : { ...one, locked: true })),
    },
  };
}

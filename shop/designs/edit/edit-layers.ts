import type {
  DesignDocument,
  DocumentArea,
  GroupLayer,
  Layer,
} from "#shop/designs/document/document.ts";
import { layersOf } from "#shop/designs/document/walk-layers.ts";

/*
 * Changes of a design document. Each function is pure and returns the same object where it changes nothing, so that a step of
 * the history is a document (docs/why/designs.md). Layers inside a group move with their group; what else they are can be changed
 * where they lie.
 */

/** The area that a layer is in, by the ids of the specification. */
export interface Place {
  readonly side: string;
  readonly area: string;
}

export interface PlacedLayer {
  readonly place: Place;
  readonly layer: Layer;
  /** In drawing order: 0 is drawn first, so it lies below all others. */
  readonly index: number;
  /** Number of layers in the area. */
  readonly count: number;
}

/** A layer that is in no group; undefined for others. */
export function findLayer(document: DesignDocument, id: string | null): PlacedLayer | undefined {
  for (const side of document.sides) {
    for (const area of side.areas) {
      const index = area.layers.findIndex((layer) => layer.id === id);
      const layer = area.layers[index];
      if (layer) {
        const place = { side: side.id, area: area.id };
        return { place, layer, index, count: area.layers.length };
      }
    }
  }
  return undefined;
}

/** A layer wherever it lies, in a group too. */
export function layerOf({ sides }: DesignDocument, id: string): Layer | undefined {
  for (const { areas } of sides)
    for (const area of areas) for (const layer of layersOf(area)) if (layer.id === id) return layer;
  return undefined;
}

/** The innermost group that holds a layer; undefined: it is in none. */
export function groupOf({ sides }: DesignDocument, id: string): GroupLayer | undefined {
  for (const { areas } of sides)
    for (const area of areas)
      for (const layer of layersOf(area))
        if (layer.kind === "group" && layer.layers.some((inner) => inner.id === id)) return layer;
  return undefined;
}

/** The id of the group in no other one that holds a layer; of a layer in no group, and of an unknown one, its own. */
export function groupWith(document: DesignDocument, id: string): string {
  const all = document.sides.flatMap(({ areas }) => areas.flatMap(({ layers }) => layers));
  return all.find((layer) => holds(layer, id))?.id ?? id;
}

function holds(layer: Layer, id: string): boolean {
  return layer.id === id || (layer.kind === "group" && layer.layers.some((one) => holds(one, id)));
}

/** Layers of an area in drawing order. */
export function layersAt(document: DesignDocument, { side, area }: Place): readonly Layer[] {
  return areaAt(document, { side, area })?.layers ?? [];
}

function areaAt(document: DesignDocument, place: Place): DocumentArea | undefined {
  return document.sides
    .find(({ id }) => id === place.side)
    ?.areas.find(({ id }) => id === place.area);
}

/** A new layer above all others of its area. */
export function addLayer(document: DesignDocument, place: Place, layer: Layer): DesignDocument {
  return replaceLayers(document, place, (layers) => [...layers, layer]);
}

/**
 * Changes a layer where it lies, in a group too.
 * @param change returns the layer with the same id
 */
export function changeLayer(
  document: DesignDocument,
  id: string,
  change: (layer: Layer) => Layer,
): DesignDocument {
  const layer = layerOf(document, id);
  if (!layer) return document;
  const changed = change(layer);
  return changed === layer ? document : replaceLayer(document, id, changed);
}

/** @param by null: the layer goes, with groups that it leaves empty */
function replaceLayer(document: DesignDocument, id: string, by: Layer | null): DesignDocument {
  const found = findLayer(document, groupWith(document, id));
  if (!found) return document;
  const replaced = (layers: readonly Layer[]): Layer[] =>
    layers.flatMap((layer): Layer[] => {
      if (layer.id === id) return by ? [by] : [];
      if (layer.kind !== "group" || !holds(layer, id)) return [layer];
      const inner = replaced(layer.layers);
      return inner.length > 0 ? [{ ...layer, layers: inner }] : [];
    });
  return replaceLayers(document, found.place, replaced);
}

/** Other layers in the place of those with their ids. */
export function putLayers(document: DesignDocument, changed: readonly Layer[]): DesignDocument {
  return changed.reduce((next, layer) => changeLayer(next, layer.id, () => layer), document);
}

/** Takes a layer out where it lies; a group that it leaves empty goes with it. */
export function removeLayer(document: DesignDocument, id: string): DesignDocument {
  return replaceLayer(document, id, null);
}

/** Gives layers, and what they hold, ids that neither the document nor a layer before them has. */
export function withNewIds(document: DesignDocument): (layer: Layer) => Layer {
  const taken = idsOf(document);
  const renamed = (layer: Layer): Layer => {
    const id = unusedId(taken, layer.kind);
    taken.add(id);
    return layer.kind === "group"
      ? { ...layer, id, layers: layer.layers.map(renamed) }
      : { ...layer, id };
  };
  return renamed;
}

/** An id that no layer has, e.g. `text-3`. */
export function newLayerId(document: DesignDocument, kind: Layer["kind"]): string {
  return unusedId(idsOf(document), kind);
}

function unusedId(taken: ReadonlySet<string>, kind: Layer["kind"]): string {
  let number = 1;
  while (taken.has(`${kind}-${number}`)) number += 1;
  return `${kind}-${number}`;
}

function idsOf(document: DesignDocument): Set<string> {
  const ids = new Set<string>();
  const collect = (layers: readonly Layer[]) => {
    for (const layer of layers) {
      ids.add(layer.id);
      if (layer.kind === "group") collect(layer.layers);
    }
  };
  for (const { areas } of document.sides) for (const { layers } of areas) collect(layers);
  return ids;
}

/** Other layers in an area. Creates the side and the area where the document has none yet. */
export function replaceLayers(
  document: DesignDocument,
  place: Place,
  change: (layers: readonly Layer[]) => Layer[],
): DesignDocument {
  const sides = document.sides.some(({ id }) => id === place.side)
    ? document.sides
    : [...document.sides, { id: place.side, areas: [] }];
  return {
    ...document,
    sides: sides.map((side) => {
      if (side.id !== place.side) return side;
      const areas = side.areas.some(({ id }) => id === place.area)
        ? side.areas
        : [...side.areas, { id: place.area, layers: [] }];
      return {
        ...side,
        areas: areas.map((area) =>
          area.id === place.area ? { ...area, layers: change(area.layers) } : area,
        ),
      };
    }),
  };
}

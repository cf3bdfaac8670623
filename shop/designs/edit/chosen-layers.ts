import type { DesignDocument, Layer } from "#shop/designs/document/document.ts";
import { rounded, sineAndCosine, union } from "#shop/designs/document/geometry.ts";
import { scaleLayer } from "#shop/designs/document/scale-layer.ts";
import { leastSide, normalAngle, type Placement, placeLayer } from "./drag-layer.ts";
import { findLayer, layersAt, replaceLayers, withNewIds } from "./edit-layers.ts";
import { boxAround } from "./snap.ts";

/* What is done with all chosen layers at once: they are of one area, and each function is one step of the history. */

/** What a grip moves: one layer, or the upright box around several. */
export interface Gripped extends Placement {
  readonly kind: Layer["kind"] | "several";
  readonly flip?: Layer["flip"];
  readonly locked?: boolean | undefined;
  /** Smallest share that the box may be scaled to, so that no layer becomes too small to be gripped. */
  readonly leastShare?: number;
}

/** @param layers locked ones stay where they are, so the box leaves them out where others are chosen too */
export function grippedOf(layers: readonly Layer[]): Gripped | null {
  const [first, ...further] = layers;
  if (!first || further.length === 0) return first ?? null;
  const movable = layers.filter(({ locked }) => !locked);
  const around = union((movable.length > 0 ? movable : layers).map(boxAround));
  if (!around) return null;
  const [w, h] = [around.right - around.left, around.bottom - around.top];
  const least = Math.min(...movable.map((layer) => Math.min(layer.w, layer.h)));
  return {
    kind: "several",
    x: rounded(around.left + w / 2),
    y: rounded(around.top + h / 2),
    w: Math.max(0.001, rounded(w)),
    h: Math.max(0.001, rounded(h)),
    angle: 0,
    locked: movable.length === 0,
    leastShare: Math.min(1, leastSide / least),
  };
}

/**
 * The layers where they are once the box around them is moved, scaled evenly and turned: as if they were one picture. One
 * layer alone takes the box itself.
 */
export function placeLayers(layers: readonly Layer[], to: Placement): readonly Layer[] {
  const from = grippedOf(layers);
  const [only] = layers;
  if (!from || !only) return layers;
  if (from.kind !== "several") return [placeLayer(only, to)];
  const share = to.w === from.w ? 1 : Math.max(to.w / from.w, from.leastShare ?? 0);
  const { sine, cosine } = sineAndCosine(to.angle - from.angle);
  return layers.map((layer) => {
    if (layer.locked) return layer;
    const [dx, dy] = [(layer.x - from.x) * share, (layer.y - from.y) * share];
    return {
      ...(share === 1 ? layer : scaleLayer(layer, share)),
      x: rounded(to.x + dx * cosine - dy * sine),
      y: rounded(to.y + dx * sine + dy * cosine),
      angle: normalAngle(layer.angle + to.angle - from.angle),
    };
  });
}

export type AlignWay = "left" | "centre" | "right" | "top" | "middle" | "bottom";

/**
 * The layers with one edge or middle in a line: several with that of the box around them, one with that of the area. Locked
 * ones stay.
 * @param area the print area's width and height in millimetres
 */
export function alignLayers(
  layers: readonly Layer[],
  way: AlignWay,
  area: { readonly w: number; readonly h: number },
): readonly Layer[] {
  const whole = { left: 0, top: 0, right: area.w, bottom: area.h };
  const to = layers.length > 1 ? union(layers.map(boxAround)) : whole;
  if (!to) return layers;
  return layers.map((layer) => {
    const box = boxAround(layer);
    const by = {
      left: { x: to.left - box.left, y: 0 },
      centre: { x: (to.left + to.right) / 2 - layer.x, y: 0 },
      right: { x: to.right - box.right, y: 0 },
      top: { x: 0, y: to.top - box.top },
      middle: { x: 0, y: (to.top + to.bottom) / 2 - layer.y },
      bottom: { x: 0, y: to.bottom - box.bottom },
    }[way];
    return shifted(layer, by.x, by.y);
  });
}

/** Three layers or more with equal gaps between the outermost two, which stay; fewer are left as they are. */
export function distributeLayers(layers: readonly Layer[], axis: "x" | "y"): readonly Layer[] {
  const [near, far] = axis === "x" ? (["left", "right"] as const) : (["top", "bottom"] as const);
  const boxes = layers
    .map((layer) => ({ layer, box: boxAround(layer) }))
    .toSorted((a, b) => a.box[near] + a.box[far] - b.box[near] - b.box[far]);
  const [first, last] = [boxes[0], boxes.at(-1)];
  if (boxes.length < 3 || !first || !last) return layers;
  const lengths = boxes.reduce((sum, { box }) => sum + box[far] - box[near], 0);
  const gap = (last.box[far] - first.box[near] - lengths) / (boxes.length - 1);
  const placed = new Map<Layer, Layer>();
  let at = first.box[near];
  for (const { layer, box } of boxes) {
    const by = layer === first.layer || layer === last.layer ? 0 : at - box[near];
    placed.set(layer, axis === "x" ? shifted(layer, by, 0) : shifted(layer, 0, by));
    at += box[far] - box[near] + gap;
  }
  return layers.map((layer) => placed.get(layer) ?? layer);
}

function shifted(layer: Layer, x: number, y: number): Layer {
  if (layer.locked || (x === 0 && y === 0)) return layer;
  return { ...layer, x: rounded(layer.x + x), y: rounded(layer.y + y) };
}

/** How far from their originals copies lie, in millimetres to the right and down. */
const copyOffset = 4;

/** Copies in the order of their originals, right above the uppermost of them. @returns undefined where there is none */
export function duplicateLayers(
  document: DesignDocument,
  ids: readonly string[],
): { document: DesignDocument; copies: readonly string[] } | undefined {
  const place = findLayer(document, ids[0] ?? null)?.place;
  if (!place) return undefined;
  const all = layersAt(document, place);
  const originals = all.filter(({ id }) => ids.includes(id));
  const renamed = withNewIds(document);
  const copies = originals.map((layer) => {
    const copy = renamed(layer);
    return { ...copy, x: copy.x + copyOffset, y: copy.y + copyOffset };
  });
  const top = all.findLastIndex(({ id }) => ids.includes(id));
  return {
    document: replaceLayers(document, place, (layers) => layers.toSpliced(top + 1, 0, ...copies)),
    copies: copies.map(({ id }) => id),
  };
}

/** Each chosen layer past the next one that is not chosen, 1: up, −1: down. Those at the end stay. */
export function shiftOrder(
  document: DesignDocument,
  ids: readonly string[],
  by: 1 | -1,
): DesignDocument {
  const place = findLayer(document, ids[0] ?? null)?.place;
  if (!place) return document;
  const layers = [...layersAt(document, place)];
  const indexes = layers.map((_, index) => index);
  let isChanged = false;
  for (const index of by > 0 ? indexes.toReversed() : indexes) {
    const [layer, other] = [layers[index], layers[index + by]];
    if (!layer || !other || !ids.includes(layer.id) || ids.includes(other.id)) continue;
    [layers[index], layers[index + by]] = [other, layer];
    isChanged = true;
  }
  return isChanged ? replaceLayers(document, place, () => layers) : document;
}

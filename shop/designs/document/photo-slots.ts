import type { DesignDocument, ImageLayer, Layer, SlotLayer } from "./document.ts";
import { rounded } from "./geometry.ts";
import { layersOf } from "./walk-layers.ts";

/*
 * Photo slots: frames of a template in which a buyer's photograph is printed (docs/why/designs.md). A filled slot is a
 * picture that stores its frame, so that the photograph can be replaced, and its removal restores the frame.
 */

type Frame = NonNullable<ImageLayer["slot"]>;

/** An uploaded picture: the SHA-256 of its master, and its pixels. */
export interface Photograph {
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
}

/** Which part of a photograph a frame shows. */
export interface PhotoView {
  /** Shares of what is cut off that lie left of and above the visible part: 0.5 is the middle. */
  readonly x: number;
  readonly y: number;
  /** 1: as much of the photograph as fills the frame. */
  readonly zoom: number;
}

export const maxZoom = 4;
const middle: PhotoView = { x: 0.5, y: 0.5, zoom: 1 };

/** The picture that a photograph makes of its slot. The document has to list the photograph among its assets. */
export function fillSlot(layer: SlotLayer | ImageLayer, photo: Photograph): Layer {
  const frame = frameOf(layer);
  if (!frame) return layer;
  const { id, name, x, y, angle, flip, opacity, locked, hidden, mask, corner } = layer;
  const common = { id, name, x, y, angle, flip, opacity, locked, hidden, mask, corner };
  return {
    ...(defined(common) as typeof layer),
    kind: "image",
    asset: photo.sha256,
    ...placed(frame, photo.width / photo.height, middle),
  };
}

/** The frame without its photograph; any other layer stays. */
export function emptySlot(layer: Layer): Layer {
  if (layer.kind !== "image" || !layer.slot) return layer;
  const { asset: _, crop: __, slot, ...common } = layer;
  return { ...common, kind: "slot", ...slot };
}

/** The picture in another frame: the same part of it is in the middle, as large as the frame lets it be. */
export function inFrame(layer: ImageLayer, frame: Frame): ImageLayer {
  return { ...layer, ...placed(frame, ratioOf(layer), photoViewOf(layer)) };
}

/** The picture with another part of it visible. Of one that is visible whole nothing changes. */
export function withView(layer: ImageLayer, view: Partial<PhotoView>): ImageLayer {
  if (!layer.slot) return layer;
  return { ...layer, ...placed(layer.slot, ratioOf(layer), { ...photoViewOf(layer), ...view }) };
}

export function photoViewOf({ crop, w, h }: ImageLayer): PhotoView {
  const share = (start: number, length: number) =>
    length >= 1 ? 0.5 : Math.min(1, Math.max(0, start / (1 - length)));
  const whole = coverOf(w / h, ratioOf({ crop, w, h }));
  return {
    x: share(crop.x, crop.w),
    y: share(crop.y, crop.h),
    zoom: Math.max(1, Math.max(whole.w / crop.w, whole.h / crop.h)),
  };
}

/** The document with photographs in its slots, by field. Slots of other fields stay. */
export function withPhotos(
  document: DesignDocument,
  photos: ReadonlyMap<string, Photograph>,
): DesignDocument {
  if (photos.size === 0) return document;
  const used = slotsOf(document).flatMap(({ field }) => photos.get(field) ?? []);
  const assets = used.map(({ sha256, width, height }) => [sha256, { w: width, h: height }]);
  const fill = (layer: Layer): Layer => {
    if (layer.kind === "group") return { ...layer, layers: layer.layers.map(fill) };
    const photo = layer.kind === "slot" ? photos.get(layer.field) : undefined;
    return layer.kind === "slot" && photo ? fillSlot(layer, photo) : layer;
  };
  const filled = mapLayers(document, (layers) => layers.map(fill));
  return { ...filled, assets: { ...filled.assets, ...Object.fromEntries(assets) } };
}

/** The document whose pictures are ordinary ones: filled slots forget their frames, and open ones are left out. */
export function withoutSlots(document: DesignDocument): DesignDocument {
  const plain = (layers: readonly Layer[]): Layer[] =>
    layers.flatMap((layer): Layer[] => {
      if (layer.kind === "slot") return [];
      if (layer.kind === "image") return [asPicture(layer)];
      if (layer.kind !== "group") return [layer];
      const inner = plain(layer.layers);
      return inner.length > 0 ? [{ ...layer, layers: inner }] : [];
    });
  return mapLayers(document, plain);
}

/** A picture that fills no slot. */
export function asPicture({ slot: _, ...picture }: ImageLayer): ImageLayer {
  return picture;
}

/** The open slots of a document. */
export function slotsOf({ sides }: DesignDocument): SlotLayer[] {
  return sides.flatMap(({ areas }) =>
    areas.flatMap((area) =>
      [...layersOf(area)].filter((layer): layer is SlotLayer => layer.kind === "slot"),
    ),
  );
}

/** The open slots that are seen: not hidden, nor in a hidden group. */
export function shownSlots({ sides }: DesignDocument): SlotLayer[] {
  const shown = (layers: readonly Layer[]): SlotLayer[] =>
    layers.flatMap((layer) => {
      if (layer.hidden) return [];
      if (layer.kind === "group") return shown(layer.layers);
      return layer.kind === "slot" ? [layer] : [];
    });
  return sides.flatMap(({ areas }) => areas.flatMap(({ layers }) => shown(layers)));
}

/** The document for a picture of it that nobody prints: open slots are grey. */
export function withGreySlots(document: DesignDocument): DesignDocument {
  const grey = (layer: Layer): Layer => {
    if (layer.kind === "group") return { ...layer, layers: layer.layers.map(grey) };
    if (layer.kind !== "slot") return layer;
    const { kind: _, field: __, fit: ___, mask, corner = 0, ...box } = layer;
    const shape = mask === "ellipse" ? "ellipse" : "rect";
    return {
      ...box,
      kind: "shape",
      shape,
      fill: slotGrey,
      ...(mask === "round" ? { corner } : {}),
    };
  };
  return mapLayers(document, (layers) => layers.map(grey));
}

/** Of an open slot where it is shown. */
export const slotGrey = "#d9d6cc";

function mapLayers(
  document: DesignDocument,
  change: (layers: readonly Layer[]) => Layer[],
): DesignDocument {
  return {
    ...document,
    sides: document.sides.map((side) => ({
      ...side,
      areas: side.areas.map((area) => ({ ...area, layers: change(area.layers) })),
    })),
  };
}

function frameOf(layer: SlotLayer | ImageLayer): Frame | undefined {
  if (layer.kind === "image") return layer.slot;
  const { field, fit, w, h } = layer;
  return { field, fit, w, h };
}

/** Width by height of the whole photograph, from its visible part. */
const ratioOf = ({ crop, w, h }: Pick<ImageLayer, "crop" | "w" | "h">) =>
  ((w / h) * crop.h) / crop.w;

/** The largest part of a photograph with the proportions of a frame, as shares of the photograph. */
function coverOf(frame: number, photo: number): { w: number; h: number } {
  return photo > frame ? { w: frame / photo, h: 1 } : { w: 1, h: photo / frame };
}

/** @param ratio width by height of the photograph */
function placed(
  slot: Frame,
  ratio: number,
  { x, y, zoom }: PhotoView,
): Pick<ImageLayer, "crop" | "w" | "h" | "slot"> {
  const { w, h, fit } = slot;
  if (fit === "contain") {
    const scale = Math.min(w, h * ratio);
    const box = { w: rounded(scale), h: rounded(scale / ratio) };
    return { ...box, crop: { x: 0, y: 0, w: 1, h: 1 }, slot };
  }
  const whole = coverOf(w / h, ratio);
  const closer = Math.min(maxZoom, Math.max(1, zoom));
  const share = (length: number) => Math.max(0.001, rounded(length / closer));
  const crop = { w: share(whole.w), h: share(whole.h) };
  const start = (length: number, part: number) => rounded((1 - length) * part);
  return { w, h, slot, crop: { x: start(crop.w, x), y: start(crop.h, y), ...crop } };
}

function defined<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== undefined),
  ) as Partial<Value>;
}

import type { DesignDocument, Layer } from "#shop/designs/document/document.ts";
import { asPicture } from "#shop/designs/document/photo-slots.ts";
import { findLayer, type Place, replaceLayers, withNewIds } from "./edit-layers.ts";
import { withWords } from "./open-template.ts";

/** Type of layers on the clipboard; other programs see their words. */
export const copiedLayersType = "application/x-etalase-layers";

/** How far from the layers that they were copied from pasted ones lie, in millimetres to the right and down. */
const pasteOffset = 4;
const kinds: readonly unknown[] = ["text", "image", "slot", "shape", "clip", "group"];

interface CopiedLayers {
  /** In drawing order. */
  readonly layers: readonly Layer[];
  /** Pixels of their pictures, by SHA-256. */
  readonly assets: DesignDocument["assets"];
}

/** Layers as text for the clipboard. @returns undefined where there are none */
export function copyLayers(document: DesignDocument, layers: readonly Layer[]): string | undefined {
  if (layers.length === 0) return undefined;
  const copied: CopiedLayers = { layers, assets: document.assets };
  return JSON.stringify(copied);
}

/**
 * The document with copied layers in an area, above all others, a little aside where the ones that they were copied from are.
 * @returns undefined for what is no layers; the server checks them again
 */
export function pasteLayers(
  document: DesignDocument,
  place: Place,
  text: string,
): { document: DesignDocument; ids: readonly string[] } | undefined {
  const copied = readCopied(text);
  if (!copied) return undefined;
  const isTaken = copied.layers.some(({ id }) => {
    const taken = findLayer(document, id)?.place;
    return taken?.side === place.side && taken.area === place.area;
  });
  const shift = isTaken ? pasteOffset : 0;
  const renamed = withNewIds(document);
  const fresh = ofOtherFields(document, copied.layers)
    .map(renamed)
    .map((layer) => ({ ...layer, x: layer.x + shift, y: layer.y + shift }));
  const assets = { ...document.assets, ...copied.assets };
  if (fresh.length === 0) return undefined;
  return {
    document: replaceLayers({ ...document, assets }, place, (layers) => [...layers, ...fresh]),
    ids: fresh.map(({ id }) => id),
  };
}

/** Layers of another design: words and pictures keep what they are, and slots for photographs that this one does not ask for go. */
function ofOtherFields({ fields }: DesignDocument, layers: readonly Layer[]): Layer[] {
  const isKnown = (field: string | undefined) => fields.some(({ id }) => id === field);
  const own = (layer: Layer): Layer[] => {
    if (layer.kind === "group") {
      const inner = layer.layers.flatMap(own);
      return inner.length > 0 ? [{ ...layer, layers: inner }] : [];
    }
    if (layer.kind === "slot") return isKnown(layer.field) ? [layer] : [];
    if (layer.kind === "image") return [isKnown(layer.slot?.field) ? layer : asPicture(layer)];
    if (layer.kind !== "text" || isKnown(layer.field)) return [layer];
    return [withWords(layer, layer.text)];
  };
  return layers.flatMap(own);
}

function readCopied(text: string): CopiedLayers | undefined {
  let read: Partial<CopiedLayers> | null;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { layers, assets } = read ?? {};
  const isWhole = Array.isArray(layers) && layers.length > 0 && layers.every(isLayer);
  return isWhole && typeof assets === "object" ? { layers, assets } : undefined;
}

function isLayer(layer: Partial<Layer> | null): boolean {
  if (!layer || !kinds.includes(layer.kind)) return false;
  const { x, y, w, h, angle, opacity } = layer;
  return [x, y, w, h, angle, opacity].every(Number.isFinite);
}

import type { DesignDocument, Layer } from "../document.ts";
import { addLayer, findLayer, type Place, withNewIds } from "./edit-layers.ts";

/** Type of a layer on the clipboard; other programs see its words. */
export const copiedLayerType = "application/x-etalase-layer";

/** How far from the layer that it was copied from a pasted one lies, in millimetres to the right and down. */
const pasteOffset = 4;
const kinds: readonly unknown[] = ["text", "image", "shape", "clip", "group"];

interface CopiedLayer {
  readonly layer: Layer;
  /** Pixels of its pictures, by SHA-256. */
  readonly assets: DesignDocument["assets"];
}

/** A layer as text for the clipboard. @returns undefined where there is none */
export function copyLayer(document: DesignDocument, id: string | null): string | undefined {
  const found = findLayer(document, id);
  if (!found) return undefined;
  const copied: CopiedLayer = { layer: found.layer, assets: document.assets };
  return JSON.stringify(copied);
}

/**
 * The document with a copied layer in an area, above all others, a little aside where the one that it was copied from is.
 * @returns undefined for what is no layer; the server checks it again
 */
export function pasteLayer(
  document: DesignDocument,
  place: Place,
  text: string,
): { document: DesignDocument; id: string } | undefined {
  const copied = readCopied(text);
  if (!copied) return undefined;
  const taken = findLayer(document, copied.layer.id);
  const offset = taken?.place.side === place.side && taken.place.area === place.area;
  const shift = offset ? pasteOffset : 0;
  const fresh = withNewIds(document, copied.layer);
  const layer = { ...fresh, x: fresh.x + shift, y: fresh.y + shift };
  const assets = { ...document.assets, ...copied.assets };
  return { document: addLayer({ ...document, assets }, place, layer), id: layer.id };
}

function readCopied(text: string): CopiedLayer | undefined {
  let read: Partial<CopiedLayer> | null;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { layer, assets } = read ?? {};
  if (!layer || !kinds.includes(layer.kind) || typeof assets !== "object") return undefined;
  const numbers = [layer.x, layer.y, layer.w, layer.h, layer.angle, layer.opacity];
  return numbers.every(Number.isFinite) ? { layer, assets } : undefined;
}

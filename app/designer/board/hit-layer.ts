import type { DesignDocument, Layer } from "#shop/designs/document/document.ts";
import { type Box, sineAndCosine } from "#shop/designs/document/geometry.ts";
import type { SpecSide } from "#shop/designs/document/print-spec.ts";
import type { Point } from "#shop/designs/edit/drag-layer.ts";
import { layersAt } from "#shop/designs/edit/edit-layers.ts";
import { boxAround } from "#shop/designs/edit/snap.ts";

/**
 * The layer under a point: a chosen one if it is there, else the uppermost. Hidden and locked layers let presses through.
 * @param reach millimetres by which thin layers are wider for a finger
 */
export function hitLayer(
  layers: readonly Layer[],
  chosen: readonly Layer[],
  point: Point,
  reach: number,
): Layer | undefined {
  const hit = layers.filter(
    (layer) => !layer.hidden && !layer.locked && isInside(layer, point, reach),
  );
  return hit.findLast((layer) => chosen.includes(layer)) ?? hit.at(-1);
}

function isInside({ x, y, w, h, angle }: Layer, point: Point, reach: number): boolean {
  const { sine, cosine } = sineAndCosine(angle);
  const [dx, dy] = [point.x - x, point.y - y];
  const across = Math.abs(dx * cosine + dy * sine);
  const down = Math.abs(dy * cosine - dx * sine);
  return across <= Math.max(w / 2, reach) && down <= Math.max(h / 2, reach);
}

/** Layers that a box of the side touches, of the first area where there are any; hidden and locked ones are left out. */
export function idsTouching(
  document: DesignDocument,
  side: SpecSide,
  within: Box,
): readonly string[] {
  for (const { id, x, y } of side.areas) {
    const touched = layersAt(document, { side: side.id, area: id }).filter((layer) => {
      if (layer.hidden || layer.locked) return false;
      const box = boxAround(layer);
      return (
        box.left + x < within.right &&
        box.right + x > within.left &&
        box.top + y < within.bottom &&
        box.bottom + y > within.top
      );
    });
    if (touched.length > 0) return touched.map((layer) => layer.id);
  }
  return [];
}

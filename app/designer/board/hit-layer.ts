import type { Layer } from "#shop/designs/document.ts";
import type { Point } from "#shop/designs/edit/drag-layer.ts";
import { sineAndCosine } from "#shop/designs/geometry.ts";

/**
 * The layer under a point: the chosen one if it is there, else the uppermost. Hidden and locked layers let presses through.
 * @param reach millimetres by which thin layers are wider for a finger
 */
export function hitLayer(
  layers: readonly Layer[],
  selected: string | null,
  point: Point,
  reach: number,
): Layer | undefined {
  const hit = layers.filter(
    (layer) => !layer.hidden && !layer.locked && isInside(layer, point, reach),
  );
  return hit.find(({ id }) => id === selected) ?? hit.at(-1);
}

function isInside({ x, y, w, h, angle }: Layer, point: Point, reach: number): boolean {
  const { sine, cosine } = sineAndCosine(angle);
  const [dx, dy] = [point.x - x, point.y - y];
  const across = Math.abs(dx * cosine + dy * sine);
  const down = Math.abs(dy * cosine - dx * sine);
  return across <= Math.max(w / 2, reach) && down <= Math.max(h / 2, reach);
}

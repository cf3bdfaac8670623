import type { Layer } from "./document.ts";
import { rounded } from "./geometry.ts";

/**
 * A layer `factor` times as large, seen from the corner that its place is measured from: box and place, words, strokes, corners,
 * and everything that a group holds. The one rule of every enlargement: a grip, a field, a repair and goods of another size.
 * Lengths stay within what a document may have.
 */
export function scaleLayer<Kind extends Layer>(layer: Kind, factor: number): Kind;
export function scaleLayer(layer: Layer, factor: number): Layer {
  const times = (length: number, least: number, greatest = 2_000) =>
    Math.min(greatest, Math.max(least, rounded(length * factor)));
  const common = {
    x: rounded(layer.x * factor),
    y: rounded(layer.y * factor),
    w: times(layer.w, 0.001),
    h: times(layer.h, 0.001),
  };
  const stroke =
    "stroke" in layer && layer.stroke
      ? { stroke: { ...layer.stroke, width: times(layer.stroke.width, 0.01, 50) } }
      : {};
  const corner =
    "corner" in layer && layer.corner !== undefined
      ? { corner: times(layer.corner, 0, 1_000) }
      : {};
  switch (layer.kind) {
    case "group":
      return {
        ...layer,
        ...common,
        layers: layer.layers.map((inner): Layer => scaleLayer(inner, factor)),
      };
    case "text":
      return {
        ...layer,
        ...common,
        ...stroke,
        size: times(layer.size, 0.1),
        ...(layer.min === undefined ? {} : { min: times(layer.min, 0.1) }),
        ...(layer.arc ? { arc: { radius: times(layer.arc.radius, -5_000, 5_000) } } : {}),
      };
    case "shape":
      return { ...layer, ...common, ...stroke, ...corner };
    case "image": {
      const { slot } = layer;
      const frame = slot && { slot: { ...slot, w: times(slot.w, 0.001), h: times(slot.h, 0.001) } };
      return { ...layer, ...common, ...corner, ...frame };
    }
    case "slot":
      return { ...layer, ...common, ...corner };
    default:
      return { ...layer, ...common };
  }
}

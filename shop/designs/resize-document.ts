import type { DesignDocument, Layer } from "./document.ts";
import { rounded } from "./geometry.ts";
import type { PrintSpec } from "./print-spec.ts";

interface Printed {
  readonly id: string;
  readonly spec: PrintSpec;
}

/**
 * A document for goods of another size, e.g. an A4 poster of a design for 50 × 70 cm: what is in an area of another size is
 * scaled evenly to fit it and stays in the middle. Areas that `to` lacks stay as they are.
 */
export function resizeDocument(
  document: DesignDocument,
  from: PrintSpec,
  to: Printed,
): DesignDocument {
  if (document.spec === to.id) return document;
  const sides = document.sides.map((side) => ({
    ...side,
    areas: side.areas.map((area) => {
      const [old, own] = [from, to.spec].map(({ sides }) =>
        sides.find(({ id }) => id === side.id)?.areas.find(({ id }) => id === area.id),
      );
      if (!old || !own || (old.w === own.w && old.h === own.h)) return area;
      const factor = Math.min(own.w / old.w, own.h / old.h);
      const [dx, dy] = [(own.w - factor * old.w) / 2, (own.h - factor * old.h) / 2];
      return { ...area, layers: area.layers.map((layer) => resized(layer, factor, dx, dy)) };
    }),
  }));
  return { ...document, spec: to.id, sides };
}

/** The layer and what is inside it, `factor` times as large and moved by dx and dy millimetres. */
function resized(layer: Layer, factor: number, dx = 0, dy = 0): Layer {
  const of = (length: number) => rounded(length * factor);
  const box = { x: rounded(layer.x * factor + dx), y: rounded(layer.y * factor + dy) };
  const common = { ...box, w: of(layer.w), h: of(layer.h) };
  const stroke =
    "stroke" in layer && layer.stroke
      ? { stroke: { ...layer.stroke, width: of(layer.stroke.width) } }
      : {};
  const corner = "corner" in layer && layer.corner ? { corner: of(layer.corner) } : {};
  switch (layer.kind) {
    case "group":
      return {
        ...layer,
        ...common,
        layers: layer.layers.map((inner) => resized(inner, factor)),
      };
    case "text":
      return {
        ...layer,
        ...common,
        ...stroke,
        size: of(layer.size),
        ...(layer.min === undefined ? {} : { min: of(layer.min) }),
        ...(layer.arc ? { arc: { radius: of(layer.arc.radius) } } : {}),
      };
    case "shape":
      return { ...layer, ...common, ...stroke, ...corner };
    case "image":
      return { ...layer, ...common, ...corner };
    default:
      return { ...layer, ...common };
  }
}

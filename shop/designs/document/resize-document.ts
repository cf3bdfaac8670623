import type { DesignDocument } from "./document.ts";
import { rounded } from "./geometry.ts";
import type { PrintSpec } from "./print-spec.ts";
import { scaleLayer } from "./scale-layer.ts";

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
      const layers = area.layers.map((layer) => ({
        ...scaleLayer(layer, factor),
        x: rounded(layer.x * factor + dx),
        y: rounded(layer.y * factor + dy),
      }));
      return { ...area, layers };
    }),
  }));
  return { ...document, spec: to.id, sides };
}

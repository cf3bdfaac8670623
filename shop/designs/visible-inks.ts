import { contrastOf } from "./colour.ts";
import type { DesignDocument, Layer } from "./document.ts";
import { drawDocument } from "./draw-document.ts";
import { preflight } from "./preflight.ts";
import type { PrintSpec } from "./print-spec.ts";
import type { FontLibrary } from "./typeface.ts";

/** Contrast ratio at which an ink is not changed. Documents whose texts all reach it are not drawn. */
const clearContrast = 1.6;

/**
 * Replaces the ink of low-contrast text that lies directly on the goods with the ink of its area that has the highest
 * contrast.
 * @param body #rrggbb
 */
export function withVisibleInks(
  { document, spec }: { readonly document: DesignDocument; readonly spec: PrintSpec },
  body: string,
  fonts: FontLibrary,
): DesignDocument {
  const isNear = (layer: Layer): boolean =>
    layer.kind === "group"
      ? layer.layers.some(isNear)
      : layer.kind === "text" && contrastOf(layer.colour, body) < clearContrast;
  if (!document.sides.some(({ areas }) => areas.some(({ layers }) => layers.some(isNear))))
    return document;
  const drawing = drawDocument({ document, spec, fonts });
  const inks = new Map<string, string>();
  for (const { code, layer, repair } of preflight({ document, spec, drawing, body }))
    if (code === "low_contrast" && layer !== undefined && repair?.kind === "colour")
      inks.set(layer, repair.to);
  if (inks.size === 0) return document;
  const recolour = (layer: Layer): Layer => {
    if (layer.kind === "group") return { ...layer, layers: layer.layers.map(recolour) };
    const ink = layer.kind === "text" ? inks.get(layer.id) : undefined;
    return ink === undefined ? layer : ({ ...layer, colour: ink } as Layer);
  };
  const sides = document.sides.map((side) => ({
    ...side,
    areas: side.areas.map((area) => ({ ...area, layers: area.layers.map(recolour) })),
  }));
  return { ...document, sides };
}

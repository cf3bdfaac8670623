import { contrastOf } from "./colour/colour.ts";
import { inkOf, withInksOf, withLayers } from "./colour/garment-inks.ts";
import type { DesignDocument, Layer } from "./document/document.ts";
import type { PrintSpec } from "./document/print-spec.ts";
import { drawDocument } from "./draw/draw-document.ts";
import type { Repair } from "./draw/finding.ts";
import { repairLayer } from "./edit/repair-layer.ts";
import { preflight } from "./print/preflight.ts";
import type { FontLibrary } from "./text/typeface.ts";

/** Inks with a higher contrast are never changed, so a document without a lower one is not drawn. */
const clearContrast = 1.6;

/**
 * A template whose print is seen on goods of a colour. The inks that the merchant chose for the colour come first. Text and shapes
 * that are still nearly of that colour, and lie directly on the goods, get the ink of their area with the highest contrast.
 * @param body #rrggbb
 */
export function withVisibleInks(
  { document: given, spec }: { readonly document: DesignDocument; readonly spec: PrintSpec },
  body: string,
  fonts: FontLibrary,
): DesignDocument {
  const document = withInksOf(given, body);
  const isNear = (layer: Layer): boolean => {
    if (layer.kind === "group") return layer.layers.some(isNear);
    const ink = layer.kind === "text" || layer.kind === "shape" ? inkOf(layer) : undefined;
    return ink !== undefined && contrastOf(ink, body) < clearContrast;
  };
  if (!document.sides.some(({ areas }) => areas.some(({ layers }) => layers.some(isNear))))
    return document;
  const drawing = drawDocument({ document, spec, fonts });
  const repairs = new Map<string, Repair>();
  for (const { code, layer, repair } of preflight({ document, spec, drawing, body }))
    if (code === "low_contrast" && layer !== undefined && repair) repairs.set(layer, repair);
  return withLayers(document, (layer) => {
    const repair = repairs.get(layer.id);
    return repair ? (repairLayer(layer, repair) ?? layer) : layer;
  });
}

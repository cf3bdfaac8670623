import { contrastOf } from "./colour.ts";
import type { DesignDocument, Layer, ShapeLayer, TextLayer } from "./document.ts";
import { drawDocument } from "./draw-document.ts";
import { repairLayer } from "./edit/repair-layer.ts";
import type { Repair } from "./finding.ts";
import { preflight } from "./preflight.ts";
import type { PrintSpec } from "./print-spec.ts";
import type { FontLibrary } from "./typeface.ts";

/** Inks with a higher contrast are never changed, so a document without a lower one is not drawn. */
const clearContrast = 1.6;

/**
 * A template with the inks that the merchant chose for goods of a colour, and without the choices for other colours.
 * @param body #rrggbb; null where the shop does not say
 */
export function withInksOf(document: DesignDocument, body: string | null): DesignDocument {
  return withLayers(document, (layer) => {
    if ((layer.kind !== "text" && layer.kind !== "shape") || layer.inks === undefined) return layer;
    const { inks, ...rest } = layer;
    const ink = body === null ? undefined : inks[body];
    return ink === undefined ? rest : inInk(rest, ink);
  });
}

/** The ink of a text, or of a shape: its fill, else its line. */
export function inkOf(layer: TextLayer | ShapeLayer): string | undefined {
  return layer.kind === "text" ? layer.colour : (layer.fill ?? layer.stroke?.colour);
}

function inInk(layer: TextLayer | ShapeLayer, ink: string): Layer {
  if (layer.kind === "text") return { ...layer, colour: ink };
  if (layer.fill !== undefined || !layer.stroke) return { ...layer, fill: ink };
  return { ...layer, stroke: { ...layer.stroke, colour: ink } };
}

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

/** The document with changed layers, inside groups too. */
function withLayers(document: DesignDocument, change: (layer: Layer) => Layer): DesignDocument {
  const changed = (layer: Layer): Layer =>
    layer.kind === "group" ? { ...layer, layers: layer.layers.map(changed) } : change(layer);
  return {
    ...document,
    sides: document.sides.map((side) => ({
      ...side,
      areas: side.areas.map((area) => ({ ...area, layers: area.layers.map(changed) })),
    })),
  };
}

import { contrastOf } from "./colour.ts";
import type { DesignDocument, Layer } from "./document.ts";
import { drawDocument } from "./draw-document.ts";
import { preflight } from "./preflight.ts";
import type { PrintSpec } from "./print-spec.ts";
import type { FontLibrary } from "./typeface.ts";

/** No ink is changed that stands out by more, so a document without such words is not drawn. */
const clearContrast = 1.6;

/**
 * A template whose words are seen on goods of a colour: words that are nearly of that colour, and lie directly on the goods, get the
 * ink of their area that is seen best.
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

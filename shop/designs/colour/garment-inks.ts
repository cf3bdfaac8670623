import type {
  DesignDocument,
  Layer,
  ShapeLayer,
  TextLayer,
} from "#shop/designs/document/document.ts";

/**
 * A template with the inks that the merchant chose for goods of a colour, and without the choices for other colours.
 * @param body #rrggbb; null where the shop does not say
 */
export function withInksOf(document: DesignDocument, body: string | null): DesignDocument {
  return withLayers(document, (layer) => {
    if ((layer.kind !== "text" && layer.kind !== "shape") || layer.inks === undefined) return layer;
    const { inks, ...rest } = layer;
    const ink = body === null ? undefined : inks[body];
    return ink === undefined ? rest : withInk(rest, ink);
  });
}

/** The ink of a text, or of a shape: its fill, else its line. */
export function inkOf(layer: TextLayer | ShapeLayer): string | undefined {
  return layer.kind === "text" ? layer.colour : (layer.fill ?? layer.stroke?.colour);
}

function withInk(layer: TextLayer | ShapeLayer, ink: string): Layer {
  if (layer.kind === "text") return { ...layer, colour: ink };
  if (layer.fill !== undefined || !layer.stroke) return { ...layer, fill: ink };
  return { ...layer, stroke: { ...layer.stroke, colour: ink } };
}

/** Applies `change` to every layer, including layers in groups. */
export function withLayers(
  document: DesignDocument,
  change: (layer: Layer) => Layer,
): DesignDocument {
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

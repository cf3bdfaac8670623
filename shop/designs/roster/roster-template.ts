import type { DesignDocument, Layer } from "#shop/designs/document/document.ts";
import { withoutSlots } from "#shop/designs/document/photo-slots.ts";
import { withWords } from "#shop/designs/edit/open-template.ts";

/**
 * A design of the drawing board as the template of a roster: the layers that nobody changed and whose words each piece may have
 * for itself are filled in row by row, all others are printed as they are.
 * @returns undefined where there is no such layer
 */
export function rosterTemplateOf(document: DesignDocument): DesignDocument | undefined {
  const own = new Set(document.fields.filter(({ each }) => each).map(({ id }) => id));
  const used = new Set<string>();
  const kept = (layer: Layer): Layer => {
    if (layer.kind === "group") return { ...layer, layers: layer.layers.map(kept) };
    if (layer.kind !== "text" || layer.field === undefined) return layer;
    if (!own.has(layer.field)) return withWords(layer, layer.text);
    if (!layer.hidden) used.add(layer.field);
    return layer;
  };
  const plain = withoutSlots(document);
  const sides = plain.sides.map((side) => ({
    ...side,
    areas: side.areas.map((area) => ({ ...area, layers: area.layers.map(kept) })),
  }));
  if (used.size === 0) return undefined;
  return { ...document, sides, fields: document.fields.filter(({ id }) => used.has(id)) };
}

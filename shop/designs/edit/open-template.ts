import type { DesignDocument, Layer, TextLayer } from "#shop/designs/document/document.ts";
import { maxTextLetters } from "#shop/designs/document/document-limits.ts";
import { withoutSlots } from "#shop/designs/document/photo-slots.ts";

/**
 * A template as the start of a design: its fields stay, so that words which nobody changed are found, but none has to be
 * typed. Photographs have no sample, so those that are required stay so.
 */
export function openTemplate(template: DesignDocument): DesignDocument {
  const fields = template.fields.map((field) => ({
    ...field,
    required: field.required && field.rule === "photo",
  }));
  return { ...template, fields };
}

/** A text with other words; they are no longer those of the template. */
export function withWords(layer: TextLayer, text: string): TextLayer {
  const { field: _, ...own } = layer;
  return { ...own, text };
}

/** The document without fields: its words are those that somebody typed, its pictures ordinary ones. */
export function withOwnWords(document: DesignDocument): DesignDocument {
  const own = (layer: Layer): Layer => {
    if (layer.kind === "group") return { ...layer, layers: layer.layers.map(own) };
    return layer.kind === "text" ? withWords(layer, layer.text) : layer;
  };
  return { ...withLayers(withoutSlots(document), own), fields: [] };
}

function withLayers(document: DesignDocument, change: (layer: Layer) => Layer): DesignDocument {
  return {
    ...document,
    sides: document.sides.map((side) => ({
      ...side,
      areas: side.areas.map((area) => ({ ...area, layers: area.layers.map(change) })),
    })),
  };
}

/**
 * The document with words that were typed for its fields before; an empty value leaves the sample.
 * @param optional ids of fields that may be empty. If another field has a value, empty optional fields are removed.
 */
export function withValues(
  document: DesignDocument,
  values: Readonly<Record<string, string>>,
  optional: ReadonlySet<string> = new Set(),
): DesignDocument {
  const isBegun = Object.values(values).some((value) => value.trim() !== "");
  const isLeftOut = (layer: Layer) =>
    isBegun &&
    layer.kind === "text" &&
    layer.field !== undefined &&
    optional.has(layer.field) &&
    !values[layer.field]?.trim();
  const fill = (layer: Layer): Layer => {
    if (layer.kind === "group") return { ...layer, layers: filled(layer.layers) };
    const value = layer.kind === "text" && layer.field ? values[layer.field]?.trim() : undefined;
    if (layer.kind !== "text" || !value) return layer;
    return withWords(layer, value.normalize("NFC").slice(0, maxTextLetters).toWellFormed());
  };
  const filled = (layers: readonly Layer[]): Layer[] =>
    layers.filter((layer) => !isLeftOut(layer)).map(fill);
  return {
    ...document,
    sides: document.sides.map((side) => ({
      ...side,
      areas: side.areas.map((area) => ({ ...area, layers: filled(area.layers) })),
    })),
  };
}

/** A design without any layer. */
export function emptyDocument(spec: string, side: string): DesignDocument {
  return { v: 2, spec, fonts: {}, assets: {}, fields: [], sides: [{ id: side, areas: [] }] };
}

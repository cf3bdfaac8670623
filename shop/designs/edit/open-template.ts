import type { DesignDocument, Layer, TextLayer } from "../document.ts";

/**
 * A template as the start of a design: its fields stay, so that words which nobody changed are found, but none has to be
 * filled in.
 */
export function openTemplate(template: DesignDocument): DesignDocument {
  return { ...template, fields: template.fields.map((field) => ({ ...field, required: false })) };
}

/** A text with other words; they are no longer those of the template. */
export function withWords(layer: TextLayer, text: string): TextLayer {
  const { field: _, ...own } = layer;
  return { ...own, text };
}

/** A design without any layer. */
export function emptyDocument(spec: string): DesignDocument {
  return { v: 2, spec, fonts: {}, assets: {}, fields: [], sides: [{ id: "front", areas: [] }] };
}

/** Whether a design has anything in it. */
export function isEmpty({ sides }: DesignDocument): boolean {
  return sides.every(({ areas }) =>
    areas.every(({ layers }: { layers: readonly Layer[] }) => layers.length === 0),
  );
}

import type { DesignDocument, Layer } from "#shop/designs/document.ts";
import { layersOf } from "#shop/designs/walk-layers.ts";

/** The words of one text layer, as staff edit them. */
export interface DesignText {
  /** Id of the layer. */
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/** The text layers of a document in the order in which they are drawn. */
export function textsOf({ sides }: DesignDocument): DesignText[] {
  return sides.flatMap(({ areas }) =>
    areas.flatMap((area) =>
      [...layersOf(area)].flatMap((layer) =>
        layer.kind === "text" ? [{ id: layer.id, name: layer.name ?? "", text: layer.text }] : [],
      ),
    ),
  );
}

/** The document with other words, by layer; unknown layers are ignored, and words are normalised as in every document. */
export function withTexts(
  document: DesignDocument,
  texts: Readonly<Record<string, string>>,
): DesignDocument {
  const change = (layer: Layer): Layer => {
    if (layer.kind === "group") return { ...layer, layers: layer.layers.map(change) };
    if (layer.kind !== "text" || !Object.hasOwn(texts, layer.id)) return layer;
    const { field: _, ...rest } = layer;
    const text = (texts[layer.id] ?? "").normalize("NFC").replaceAll("\r\n", "\n").trim();
    return { ...rest, text };
  };
  return {
    ...document,
    sides: document.sides.map((side) => ({
      ...side,
      areas: side.areas.map((area) => ({ ...area, layers: area.layers.map(change) })),
    })),
  };
}

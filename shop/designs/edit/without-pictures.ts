import type { DesignDocument, Layer } from "../document.ts";
import { withReferences } from "./references.ts";

/** The document without uploaded pictures. Groups that had nothing else go with them. */
export function withoutPictures(document: DesignDocument): DesignDocument {
  return withReferences({
    ...document,
    sides: document.sides.map((side) => ({
      ...side,
      areas: side.areas.map((area) => ({ ...area, layers: drawn(area.layers) })),
    })),
  });
}

function drawn(layers: readonly Layer[]): Layer[] {
  return layers.flatMap((layer): Layer[] => {
    if (layer.kind === "image") return [];
    if (layer.kind !== "group") return [layer];
    const kept = drawn(layer.layers);
    return kept.length > 0 ? [{ ...layer, layers: kept }] : [];
  });
}

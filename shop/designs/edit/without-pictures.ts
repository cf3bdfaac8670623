import type { DesignDocument, Layer } from "#shop/designs/document/document.ts";
import { emptySlot } from "#shop/designs/document/photo-slots.ts";
import { withReferences } from "./references.ts";

/**
 * The document without uploaded pictures. Photo slots are open again, and groups that had nothing else go with them.
 * @param kept SHA-256 of pictures that stay: the shop's own
 */
export function withoutPictures(
  document: DesignDocument,
  kept: ReadonlySet<string>,
): DesignDocument {
  const drawn = (layers: readonly Layer[]): Layer[] =>
    layers.flatMap((layer): Layer[] => {
      if (layer.kind === "image" && !kept.has(layer.asset)) {
        const open = emptySlot(layer);
        return open.kind === "slot" ? [open] : [];
      }
      if (layer.kind !== "group") return [layer];
      const inner = drawn(layer.layers);
      return inner.length > 0 ? [{ ...layer, layers: inner }] : [];
    });
  return withReferences({
    ...document,
    sides: document.sides.map((side) => ({
      ...side,
      areas: side.areas.map((area) => ({ ...area, layers: drawn(area.layers) })),
    })),
  });
}

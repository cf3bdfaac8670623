import type { DesignDocument, Layer } from "#shop/designs/document/document.ts";
import { fontCatalogue } from "#shop/designs/fonts/catalogue.ts";

/**
 * The document with the fonts and pictures that its layers name, and no others. A font that is listed keeps its file, so that a
 * design looks tomorrow as it does today.
 * @param sizes pixels of pictures that were just added, by SHA-256
 */
export function withReferences(
  document: DesignDocument,
  sizes: DesignDocument["assets"] = {},
): DesignDocument {
  const fonts: DesignDocument["fonts"] = {};
  const assets: DesignDocument["assets"] = {};
  const collect = (layers: readonly Layer[]) => {
    for (const layer of layers) {
      if (layer.kind === "group") collect(layer.layers);
      if (layer.kind === "text") {
        const hash =
          document.fonts[layer.font] ?? fontCatalogue.find(({ id }) => id === layer.font)?.sha256;
        if (hash !== undefined) fonts[layer.font] = hash;
      }
      if (layer.kind === "image") {
        const size = document.assets[layer.asset] ?? sizes[layer.asset];
        if (size) assets[layer.asset] = size;
      }
    }
  };
  for (const { areas } of document.sides) for (const { layers } of areas) collect(layers);
  return { ...document, fonts, assets };
}

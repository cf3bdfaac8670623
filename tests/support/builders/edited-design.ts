import type { DesignDocument, Layer } from "#shop/designs/document/document.ts";
import { findLayer } from "#shop/designs/edit/edit-layers.ts";
import { documentOf, sampleDocument, sampleSpec, specOf } from "./designs.ts";

/* A design that the tests of the editor change: a text, a shape and a group in one area. */

export const spec = specOf(sampleSpec());
export const area = (() => {
  const [found] = spec.sides[0]?.areas ?? [];
  if (!found) throw new Error("The specification has no area");
  return found;
})();
export const place = { side: "front", area: "main" };

export const textLayer = {
  id: "name",
  kind: "text",
  text: "Rani",
  font: "pacifico-400",
  x: 50,
  y: 40,
  w: 40,
  h: 12,
  size: 10,
  colour: "#14183a",
};
export const heart = {
  id: "heart",
  kind: "shape",
  shape: "heart",
  x: 20,
  y: 20,
  w: 12,
  h: 10,
  fill: "#cc0033",
};
export const group = {
  id: "pair",
  kind: "group",
  x: 60,
  y: 60,
  w: 20,
  h: 10,
  layers: [{ ...heart, id: "left", x: 5, y: 5, w: 8, h: 8 }],
};
export const start = documentOf(sampleDocument([textLayer, heart, group]));

/** A layer in no group whose kind is known. */
export function layerOfKind<Kind extends Layer["kind"]>(
  document: DesignDocument,
  id: string,
  kind: Kind,
): Extract<Layer, { kind: Kind }> {
  const layer = findLayer(document, id)?.layer;
  if (layer?.kind !== kind) throw new Error(`There is no ${kind} ${id}`);
  return layer as Extract<Layer, { kind: Kind }>;
}

import { expect, test } from "vitest";
import type { Layer } from "#shop/designs/document/document.ts";
import { readDocument } from "#shop/designs/document/read-document.ts";
import { presetSpec } from "#shop/designs/print-setup/presets.ts";
import { copyLayers, pasteLayers } from "./copied-layers.ts";
import { addLayer, findLayer, layersAt, type Place } from "./edit-layers.ts";
import { newShape } from "./new-layer.ts";
import { emptyDocument } from "./open-template.ts";

const area = presetSpec("shirt").sides[0]?.areas[0];
if (!area) throw new Error("a shirt has an area");
const front = { side: "side-1", area: "area-1" };
const back = { side: "side-2", area: "area-1" };
const empty = emptyDocument(crypto.randomUUID(), "side-1");
const document = addLayer(empty, front, newShape(empty, area, "star"));

test("copied layers are pasted aside on their own side, and where they were on another side or design", () => {
  const pair = addLayer(document, front, newShape(document, area, "heart"));
  const text = copyLayers(pair, layersAt(pair, front)) ?? "";
  const [same, other, elsewhere] = [
    pasteLayers(pair, front, text),
    pasteLayers(pair, back, text),
    pasteLayers(empty, front, text),
  ];
  const of = (pasted: ReturnType<typeof pasteLayers>) =>
    pasted?.ids.map((id) => findLayer(pasted.document, id));
  const [star, heart] = layersAt(pair, front);
  const found = (place: Place, aside: number, ids: readonly string[]) =>
    [star, heart].map((layer, index) => ({
      place,
      layer: { ...layer, id: ids[index], x: (layer?.x ?? 0) + aside },
    }));
  expect(of(same)).toMatchObject(withoutY(found(front, 4, ["shape-3", "shape-4"])));
  expect(of(other)).toMatchObject(withoutY(found(back, 0, ["shape-3", "shape-4"])));
  expect(of(elsewhere)).toMatchObject(withoutY(found(front, 0, ["shape-1", "shape-2"])));
  for (const pasted of [same, other, elsewhere])
    expect(readDocument(pasted?.document).ok).toBe(true);
});

const withoutY = (found: readonly { place: Place; layer: Partial<Layer> }[]) =>
  found.map(({ place, layer: { y: _, ...layer } }) => ({ place, layer }));

test.each([
  "",
  "x",
  "null",
  "{}",
  '{"layers":[],"assets":{}}',
  '{"layers":[null],"assets":{}}',
  '{"layers":[{"kind":"script"}],"assets":{}}',
  '{"layers":[{"kind":"text"}],"assets":{}}',
])("%j is no layer", (text) => {
  expect(pasteLayers(document, front, text)).toBeUndefined();
});

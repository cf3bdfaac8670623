import { expect, test } from "vitest";
import { presetSpec } from "../printing/presets.ts";
import { readDocument } from "../read-document.ts";
import { copyLayer, pasteLayer } from "./copied-layer.ts";
import { addLayer, findLayer } from "./edit-layers.ts";
import { newShape } from "./new-layer.ts";
import { emptyDocument } from "./open-template.ts";

const area = presetSpec("shirt").sides[0]?.areas[0];
if (!area) throw new Error("a shirt has an area");
const front = { side: "side-1", area: "area-1" };
const back = { side: "side-2", area: "area-1" };
const empty = emptyDocument(crypto.randomUUID(), "side-1");
const document = addLayer(empty, front, newShape(empty, area, "star"));

test("a copied layer is pasted aside on its own side, and where it was on another side or design", () => {
  const text = copyLayer(document, "shape-1") ?? "";
  const [same, other, elsewhere] = [
    pasteLayer(document, front, text),
    pasteLayer(document, back, text),
    pasteLayer(empty, front, text),
  ];
  const of = (pasted: ReturnType<typeof pasteLayer>) =>
    pasted && findLayer(pasted.document, pasted.id);
  const x = findLayer(document, "shape-1")?.layer.x ?? 0;
  expect(of(same)).toMatchObject({ place: front, layer: { id: "shape-2", x: x + 4 } });
  expect(of(other)).toMatchObject({ place: back, layer: { id: "shape-2", x } });
  expect(of(elsewhere)).toMatchObject({ place: front, layer: { id: "shape-1", x } });
  for (const pasted of [same, other, elsewhere])
    expect(readDocument(pasted?.document).ok).toBe(true);
});

test.each([
  "",
  "x",
  "null",
  "{}",
  '{"layer":{"kind":"script"},"assets":{}}',
  '{"layer":{"kind":"text"},"assets":{}}',
])("%j is no layer", (text) => {
  expect(pasteLayer(document, front, text)).toBeUndefined();
});

import { describe, expect, test } from "vitest";
import { readDocument } from "#shop/designs/document/read-document.ts";
import { area, place, start } from "#tests/support/builders/edited-design.ts";
import { duplicateLayers, shiftOrder } from "./chosen-layers.ts";
import { addLayer, changeLayer, layersAt, removeLayer } from "./edit-layers.ts";
import { newImage, newShape } from "./new-layer.ts";
import { withReferences } from "./references.ts";

describe("changes of layers", () => {
  test("a new layer lies above the others and has an id of its own", () => {
    const added = addLayer(start, place, newShape(start, area, "star"));
    expect(layersAt(added, place).map(({ id }) => id)).toEqual([
      "name",
      "heart",
      "pair",
      "shape-1",
    ]);
    const twice = addLayer(added, place, newShape(added, area, "star"));
    expect(layersAt(twice, place).at(-1)?.id).toBe("shape-2");
  });

  test("a side that the document has not yet is made with the first layer", () => {
    const added = addLayer(start, { side: "back", area: "main" }, newShape(start, area, "rect"));
    expect(added.sides.map(({ id }) => id)).toEqual(["front", "back"]);
    expect(readDocument(added).ok).toBe(true);
  });

  test("a copy of a group has new ids inside", () => {
    const copied = duplicateLayers(start, ["pair"]);
    expect(copied && readDocument(copied.document).ok).toBe(true);
    expect(copied?.copies).toEqual(["group-1"]);
  });

  test("copies of several layers lie above them in their order", () => {
    const copied = duplicateLayers(start, ["heart", "name"]);
    const ids = copied && layersAt(copied.document, place).map(({ id }) => id);
    expect(ids).toEqual(["name", "heart", "text-1", "shape-1", "pair"]);
  });

  test("chosen layers pass the next one that is not chosen, and stop at both ends", () => {
    const order = (ids: readonly string[], by: 1 | -1) =>
      layersAt(shiftOrder(start, ids, by), place).map(({ id }) => id);
    expect(order(["name"], 1)).toEqual(["heart", "name", "pair"]);
    expect(order(["name", "heart"], 1)).toEqual(["pair", "name", "heart"]);
    expect(order(["name", "pair"], -1)).toEqual(["name", "pair", "heart"]);
    expect(shiftOrder(start, ["heart", "pair"], 1)).toBe(start);
    expect(shiftOrder(start, ["name"], -1)).toBe(start);
  });

  test("a layer that is not there changes nothing", () => {
    expect(removeLayer(start, "gone")).toBe(start);
    expect(changeLayer(start, "gone", (layer) => ({ ...layer, x: 1 }))).toBe(start);
    expect(duplicateLayers(start, ["gone"])).toBeUndefined();
  });

  test("fonts and pictures are listed as long as a layer names them", () => {
    const sha256 = "a".repeat(64);
    const asset = { sha256, width: 3000, height: 2000, name: "foto.jpg" };
    const withImage = addLayer(start, place, newImage(start, area, asset));
    const listed = withReferences(withImage, { [sha256]: { w: 3000, h: 2000 } });
    expect(readDocument(listed)).toEqual({ ok: true, value: listed });
    expect(Object.keys(listed.fonts)).toEqual(["pacifico-400"]);
    expect(withReferences(removeLayer(listed, "image-1")).assets).toEqual({});
  });

  test("a new picture is never larger than it prints sharply", () => {
    const small = { sha256: "b".repeat(64), width: 300, height: 150, name: "kecil.png" };
    expect(newImage(start, area, small)).toMatchObject({ w: 25.4, h: 12.7 });
    const large = { ...small, width: 30_000, height: 10_000 };
    expect(newImage(start, area, large).w).toBeCloseTo(90);
  });
});

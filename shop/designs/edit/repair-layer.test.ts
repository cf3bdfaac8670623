import { expect, test } from "vitest";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import { readDocument } from "#shop/designs/document/read-document.ts";
import { drawDocument } from "#shop/designs/draw/draw-document.ts";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { preflight } from "#shop/designs/print/preflight.ts";
import { documentOf, sampleDocument, sampleSpec, specOf } from "#tests/support/builders/designs.ts";
import { heart, place, start, textLayer } from "#tests/support/builders/edited-design.ts";
import { changeLayer, findLayer, layersAt, removeLayer } from "./edit-layers.ts";
import { repairLayer } from "./repair-layer.ts";

const fonts = await loadFonts();

test("every repair removes its finding", () => {
  const sha256 = "c".repeat(64);
  const small = specOf(
    sampleSpec({
      colours: [{ id: "red", name: { id: "Merah", en: "Red" }, hex: "#cc0033" }],
      minStroke: 0.5,
      minText: 3,
    }),
  );
  const document = documentOf(
    sampleDocument(
      [
        { ...textLayer, id: "outside", x: 98 },
        { ...textLayer, id: "wide", size: 60, w: 100, h: 80 },
        { ...textLayer, id: "small", size: 1, y: 60 },
        { ...textLayer, id: "letters", text: "ꦲꦏ", size: 8, x: 40, y: 20 },
        { ...heart, id: "thin", stroke: { colour: "#cc0033", width: 0.1 } },
        { ...heart, id: "hidden", hidden: true },
        { id: "photo", kind: "image", asset: sha256, x: 50, y: 40, w: 90, h: 60 },
        { ...heart, id: "away", x: 300 },
      ],
      { assets: { [sha256]: { w: 300, h: 200 } } },
    ),
  );
  const check = (now: DesignDocument) =>
    preflight({
      document: now,
      spec: small,
      drawing: drawDocument({ document: now, spec: small, fonts }),
    });
  let repaired = document;
  for (let round = 0; round < 20; round++) {
    const finding = check(repaired).find(({ repair, layer }) => repair && layer);
    if (!finding?.repair || finding.layer === undefined) break;
    const { layer: id, repair } = finding;
    const found = findLayer(repaired, id);
    if (!found) throw new Error(`There is no layer ${id}`);
    const layer = repairLayer(found.layer, repair);
    repaired = layer ? changeLayer(repaired, id, () => layer) : removeLayer(repaired, id);
  }
  expect(check(document).length).toBeGreaterThan(8);
  expect(check(repaired).filter(({ repair }) => repair)).toEqual([]);
  expect(readDocument(repaired).ok).toBe(true);
});

test("a layer is moved by what its finding says, across and down", () => {
  const layer = layersAt(start, place)[0];
  if (!layer) throw new Error("the design has no layer");
  const moved = repairLayer({ ...layer, x: 10, y: 20 }, { kind: "move", dx: 3, dy: -4.5 });
  expect(moved).toMatchObject({ x: 13, y: 15.5 });
});

import { expect, test } from "vitest";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import { drawDocument } from "#shop/designs/draw/draw-document.ts";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { preflight } from "#shop/designs/print/preflight.ts";
import { documentOf, sampleDocument } from "#tests/support/builders/designs.ts";
import { spec, textLayer } from "#tests/support/builders/edited-design.ts";
import { changeLayer } from "./edit-layers.ts";
import { openTemplate, withValues, withWords } from "./open-template.ts";

const fonts = await loadFonts();

test("words of a template are marked until somebody types", () => {
  const fields = [
    { id: "name", label: { id: "Nama", en: "Name" }, max: 12, rule: "name", required: true },
  ];
  const template = openTemplate(
    documentOf(sampleDocument([{ ...textLayer, field: "name" }], { fields })),
  );
  const codes = (document: DesignDocument) =>
    preflight({ document, spec, drawing: drawDocument({ document, spec, fonts }) }).map(
      ({ code, severity }) => [code, severity],
    );
  expect(codes(template)).toEqual([["template_words", "warns"]]);
  const typed = changeLayer(template, "name", (layer) =>
    layer.kind === "text" ? withWords(layer, "Budi") : layer,
  );
  expect(codes(typed)).toEqual([]);
});

test("words that were typed before stand in groups too, and layers without a field stay", () => {
  const fields = [
    { id: "name", label: { id: "Nama", en: "Name" }, max: 12, rule: "name", required: true },
  ];
  const inner = { ...textLayer, id: "inner", field: "name" };
  const pair = { id: "pair", kind: "group", x: 50, y: 40, w: 60, h: 30, layers: [inner] };
  const document = documentOf(
    sampleDocument([textLayer, { ...textLayer, id: "own", field: "name" }, pair], { fields }),
  );
  const [area] = withValues(document, { name: " Sekar " }).sides[0]?.areas ?? [];
  const [plain, own, group] = area?.layers ?? [];
  expect(plain).toMatchObject({ text: "Rani" });
  expect(own).toMatchObject({ text: "Sekar" });
  expect(group).toMatchObject({ kind: "group", layers: [{ text: "Sekar" }] });
  expect(withValues(document, { name: "  " })).toEqual(document);
});

import { expect, test } from "vitest";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { documentOf, sampleDocument } from "#tests/support/builders/designs.ts";
import { spec, textLayer } from "#tests/support/builders/edited-design.ts";
import type { DesignDocument } from "../document.ts";
import { drawDocument } from "../draw-document.ts";
import { preflight } from "../preflight.ts";
import { changeLayer } from "./edit-layers.ts";
import { openTemplate, withWords } from "./open-template.ts";

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

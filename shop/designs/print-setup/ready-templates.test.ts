import { expect, test } from "vitest";
import { drawDocument } from "#shop/designs/draw/draw-document.ts";
import { samplesOf } from "#shop/designs/edit/template-fields.ts";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { preflight } from "#shop/designs/print/preflight.ts";
import { presetNames, presetSpec } from "./presets.ts";
import { readyTemplates } from "./ready-templates.ts";

const specId = crypto.randomUUID();

test.each(presetNames)("five ready-made templates for %s have no findings", async (name) => {
  const spec = presetSpec(name);
  const made = readyTemplates(specId, spec);
  expect(made).toHaveLength(5);
  for (const { id, document } of made) {
    const values = samplesOf(document);
    const fonts = await loadFonts();
    const drawing = drawDocument({ document, spec, fonts, values });
    expect([id, preflight({ document, spec, drawing, values })]).toEqual([id, []]);
  }
});

test("a specification without text areas has no ready-made templates", () => {
  const spec = presetSpec("mug");
  const sides = spec.sides.map((side) => ({
    ...side,
    areas: side.areas.map((area) => ({ ...area, tools: ["image" as const] })),
  }));
  expect(readyTemplates(specId, { ...spec, sides })).toEqual([]);
});

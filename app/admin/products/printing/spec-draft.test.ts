import { expect, test } from "vitest";
import { readPrintSpec } from "#shop/designs/print-spec.ts";
import { presetNames, presetSpec } from "#shop/designs/printing/presets.ts";
import { draftOf, specOf } from "./spec-draft.ts";

test.each(presetNames)("the preset %s is a specification, typed and read again", (name) => {
  const spec = presetSpec(name);
  expect(readPrintSpec(specOf(draftOf(spec)))).toEqual({ ok: true, value: spec });
});

test("what is typed as no number is refused where it stands", () => {
  const draft = draftOf(presetSpec("mug"));
  const [side] = draft.sides;
  const [area] = side?.areas ?? [];
  if (!side || !area) throw new Error("a preset has an area");
  const wrong = { ...draft, sides: [{ ...side, areas: [{ ...area, w: "lebar", h: "" }] }] };
  const read = readPrintSpec(specOf(wrong));
  expect(read.ok ? [] : read.problem.map(({ path }) => path)).toEqual([
    "sides.0.areas.0.w",
    "sides.0.areas.0.h",
  ]);
});

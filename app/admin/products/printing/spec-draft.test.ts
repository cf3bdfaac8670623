import { expect, test } from "vitest";
import { readPrintSpec } from "#shop/designs/document/print-spec.ts";
import { presetNames, presetSpec } from "#shop/designs/print-setup/presets.ts";
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

test("inks of a chart keep their names and shares, and what nobody typed is left out", () => {
  const spec = presetSpec("notebook");
  const colours = [
    {
      id: "red",
      name: { id: "Merah", en: "Red" },
      hex: "#cc0033",
      spot: "Pantone 186 C",
      cmyk: [2.5, 100, 80, 0],
    },
    { id: "ink", name: { id: "Tinta", en: "Ink" }, hex: "#14183a" },
  ];
  const charted = {
    ...spec,
    sides: spec.sides.map((side) => ({
      ...side,
      areas: side.areas.map((area) => ({ ...area, colours })),
    })),
  };
  const read = readPrintSpec(charted);
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  const draft = draftOf(read.value);
  for (const { areas } of draft.sides)
    for (const area of areas)
      if (area.colours !== "any")
        Object.assign(area.colours[1] ?? {}, { spot: " ", cmyk: ["", "", "", ""] });
  expect(readPrintSpec(specOf(draft))).toEqual({ ok: true, value: charted });
});

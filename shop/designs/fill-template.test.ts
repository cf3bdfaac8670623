import { describe, expect, test } from "vitest";
import { documentOf, sampleDocument, sampleSpec, specOf } from "#tests/support/builders/designs.ts";
import { fillTemplate } from "./fill-template.ts";
import { loadFonts } from "./load-fonts.server.ts";

const fonts = await loadFonts();

const label = { id: "Nama", en: "Name" };
const text = { kind: "text", font: "poppins-600", size: 10, colour: "#14183a", y: 40, h: 12 };
const template = (min: number) => ({
  spec: specOf(sampleSpec()),
  document: documentOf(
    sampleDocument(
      [{ ...text, id: "words", field: "name", text: "Budi", x: 50, w: 40, fit: "shrink", min }],
      { fields: [{ id: "name", label, max: 40, rule: "name", required: true }] },
    ),
  ),
});
const problemsOf = (name: string, min = 8) => fillTemplate(template(min), { name }, fonts).problems;

describe("words that are too wide", () => {
  const name = "Bartholomeus Adi Nugroho";

  test("say how many of their letters have room: those are printed, and one more is not", () => {
    const [problem] = problemsOf(name);
    expect(problem).toMatchObject({ field: "name", code: "text_does_not_fit" });
    const fits = problem?.fits ?? 0;
    expect(fits).toBeGreaterThan(3);
    expect(problemsOf(name.slice(0, fits))).toEqual([]);
    expect(problemsOf(name.slice(0, fits + 1))).toContainEqual(
      expect.objectContaining({ code: "text_does_not_fit", fits }),
    );
  });

  test("shrink down to the smallest letters before they are refused", () => {
    expect(problemsOf(name, 2)).toEqual([]);
    expect(problemsOf("W".repeat(40), 8)[0]?.fits).toBeLessThan(problemsOf(name)[0]?.fits ?? 0);
  });
});

import { describe, expect, test } from "vitest";
import {
  documentOf,
  drawSample,
  fontHashes,
  sampleDocument,
  sampleSpec,
  specOf,
} from "#tests/support/builders/designs.ts";
import { maxDrawnLetters } from "./document/document-limits.ts";
import { readDocument } from "./document/read-document.ts";
import { displayText } from "./draw/display-list.ts";
import { newText } from "./edit/new-layer.ts";
import { fontCatalogue } from "./fonts/catalogue.ts";
import { preflight } from "./print/preflight.ts";

/* What buyers, programs and old drafts put into a design, and what is drawn of it. */

const box = { x: 50, y: 40, w: 90, h: 70 };
const words = (text: string, more: object = {}) => ({
  id: "a",
  kind: "text",
  font: "poppins-600",
  size: 4,
  colour: "#102030",
  ...box,
  text,
  ...more,
});
const drawn = async (...layers: readonly object[]) => {
  const { list, problems } = await drawSample({ layers });
  const shown = displayText(list);
  expect(shown.replace(/"text":"(?:[^"\\]|\\.)*"/g, "")).not.toMatch(/NaN|Infinity|null/);
  return { shown, problems: problems.map(({ layer, code, letter }) => ({ layer, code, letter })) };
};

describe("the words of a layer", () => {
  test.each([
    ["a family of joined emoji", "👨‍👩‍👧‍👦", "emoji_missing", "👨"],
    ["a flag", "🇮🇩", "emoji_missing", "🇮"],
    ["a skin tone", "👍🏽", "emoji_missing", "👍"],
    ["a keycap", "7️⃣", "letter_missing", "\u20e3"],
    ["five marks on a letter", `Z${"\u0300\u0489\u0301\u0302\u0303"}`, "too_many_marks", undefined],
    ["a thousand marks", `a${"\u0316".repeat(400)}`, "too_many_marks", undefined],
    ["an override", "a\u202egpj", "direction_override", "U+202E"],
    ["an isolate", "a\u2066b", "direction_override", "U+2066"],
    ["a mark of direction", "a\u200fb", "direction_override", "U+200F"],
    ["a tab", "a\tb", "control_character", "U+0009"],
    ["a return alone", "a\rb", "control_character", "U+000D"],
    ["an escape", "a\u001b[31m", "control_character", "U+001B"],
    ["a separator of lines", "a\u2028b", "control_character", "U+2028"],
    ["a byte order mark", "a\ufeffb", "control_character", "U+FEFF"],
    ["200 lines", `a${"\na".repeat(199)}`, "too_many_lines", undefined],
    ["blanks", " \n\u3000 ", "text_empty", undefined],
    ["a private letter", "\ue000", "letter_missing", "\ue000"],
    ["a letter of no script", "\u{10ffff}", "letter_missing", "\u{10ffff}"],
  ])("%s is named and not drawn", async (_, text, code, letter) => {
    const { shown, problems } = await drawn(words(text));
    expect(problems).toEqual([{ layer: "a", code, letter }]);
    expect(shown).not.toContain('"kind":"path"');
  });

  test("four marks on a letter are drawn", async () => {
    const { problems } = await drawn(words("e\u0302\u0301", { font: "noto-sans-javanese-400" }));
    expect(problems.filter(({ code }) => code === "too_many_marks")).toEqual([]);
  });

  test("5,000 letters are refused in one layer, and in many drawn up to the limit", async () => {
    const read = readDocument(sampleDocument([words("a".repeat(5_000))]));
    expect(read).toMatchObject({ problem: { code: "not_a_document" } });
    const layers = Array.from({ length: 10 }, (_, at) =>
      words("abcd efgh ".repeat(50), { id: `t${at}`, fit: "wrap", min: 0.1 }),
    );
    const { problems } = await drawn(...layers);
    const whole = Math.floor(maxDrawnLetters / 499);
    expect(problems).toEqual(
      layers.slice(whole).map(({ id }) => ({
        layer: id,
        code: "too_many_letters",
        letter: undefined,
      })),
    );
  });
});

describe("numbers at their limits are drawn finitely", () => {
  test.each([
    ["the smallest box", { w: 0.001, h: 0.001 }],
    ["the largest box", { w: 2_000, h: 2_000 }],
    ["the largest letters", { size: 2_000 }],
    ["a hundred turns", { angle: 36_000 }],
    ["a turn of −540°", { angle: -540 }],
    ["the farthest place", { x: -4_000, y: 4_000 }],
    ["a huge arc", { arc: { radius: 5_000 } }],
    ["a huge arc the other way", { arc: { radius: -5_000 } }],
    ["the widest tracking", { tracking: 2, fit: "shrink" }],
    ["the narrowest tracking", { tracking: -0.2, leading: 0.5 }],
  ])("%s", async (_, more) => {
    const { problems } = await drawn(words("Rani", more));
    expect(problems).toEqual([]);
  });

  test.each([0, -0, 0.001, -1])(
    "an arc of %j mm leaves the words straight, and says so",
    async (radius) => {
      const { shown, problems } = await drawn(words("melengkung", { arc: { radius } }));
      expect(problems).toEqual([{ layer: "a", code: "arc_straightened", letter: undefined }]);
      expect(shown).toContain('"kind":"path"');
    },
  );

  test.each([
    [
      "a stroke wider than its star",
      {
        shape: "star",
        points: 48,
        inner: 0.05,
        w: 0.01,
        h: 0.01,
        stroke: { colour: "#000000", width: 50 },
      },
    ],
    [
      "a corner larger than its box",
      { shape: "rect", corner: 1_000, w: 1, h: 80, fill: "#000000" },
    ],
    [
      "a line without height",
      { shape: "line", w: 50, h: 0.001, stroke: { colour: "#000000", width: 0.01 } },
    ],
    ["nothing to see", { shape: "heart", fill: "#000000", opacity: 0 }],
  ])("%s", async (_, shape) => {
    expect((await drawn({ id: "s", kind: "shape", ...box, ...shape })).problems).toEqual([]);
  });
});

describe("what is not there", () => {
  test("a font of another file, clip art and a side that are unknown are named and not drawn", async () => {
    const layers = [
      words("Rani"),
      { id: "c", kind: "clip", ...box, clip: "nothing@1", colours: [] },
    ];
    const { problems, list } = await drawSample({
      layers,
      document: { fonts: { ...fontHashes, "poppins-600": "0".repeat(64) } },
    });
    expect(problems.map(({ code }) => code)).toEqual(["font_unknown", "clip_unknown"]);
    expect(displayText(list)).not.toContain('"kind":"path"');
    const elsewhere = await drawSample({
      layers: [],
      document: { sides: [{ id: "inside", areas: [{ id: "main", layers: [words("Rani")] }] }] },
    });
    expect(elsewhere.problems).toEqual([{ code: "side_unknown", side: "inside" }]);
  });
});

test("a retired font is drawn as before and said, but no longer offered", async () => {
  const font = fontCatalogue.find(({ id }) => id === "poppins-600");
  const spec = specOf(sampleSpec());
  const document = documentOf(sampleDocument([words("Rani")]));
  const [area] = spec.sides[0]?.areas ?? [];
  if (!font || !area) throw new Error("The sample has no area, or its font is gone");
  const only = { ...area, fonts: [font.id] };
  const before = await drawn(words("Rani"));
  expect(newText(document, only, "Rani")).toMatchObject({ font: font.id });
  Object.assign(font, { isRetired: true });
  try {
    expect(await drawn(words("Rani"))).toEqual(before);
    const drawing = await drawSample({ layers: [words("Rani")] });
    expect(preflight({ document, spec, drawing })).toMatchObject([
      { code: "font_retired", severity: "warns", layer: "a" },
    ]);
    expect(newText(document, only, "Rani")).toBeUndefined();
  } finally {
    Object.assign(font, { isRetired: false });
  }
});

test.each([
  ["the name of a layer with U+0000", { name: "a\0b" }, "name"],
  ["the name of a layer with half a letter", { name: "a\ud800" }, "name"],
  ["words with U+0000", { text: "a\0b" }, "text"],
  ["words with half a letter", { text: "\udc00a" }, "text"],
  ["words with half a letter that nobody sees", { text: "\ud83d", hidden: true }, "text"],
])("%s cannot be stored, so it is refused", (_, more, member) => {
  expect(readDocument(sampleDocument([words("Rani", more)]))).toEqual({
    ok: false,
    problem: { code: "text_not_storable", path: `sides.0.areas.0.layers.0.${member}` },
  });
});

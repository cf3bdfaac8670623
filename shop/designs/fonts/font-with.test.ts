import { expect, test } from "vitest";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { fontCatalogue } from "./catalogue.ts";
import { coverage } from "./coverage.ts";
import { fontWith, hasLetter } from "./font-with.ts";
import { rangesOf } from "./ranges.ts";

const fonts = await loadFonts();
const all = { fonts: "all" } as const;

test("the list of letters is that of the font files", () => {
  for (const { id, sha256 } of fontCatalogue) {
    const typeface = fonts.get(sha256);
    if (!typeface) throw new Error(`${id} is not open`);
    expect(rangesOf(typeface), id).toBe(coverage[id]);
    for (const letter of "Aaé1 ꦲᬅﷲ❤你")
      expect(hasLetter(id, letter.codePointAt(0) ?? 0), `${id} ${letter}`).toBe(
        typeface.glyphOf(letter.codePointAt(0) ?? 0) !== 0,
      );
  }
});

test.each([
  ["❤", "pacifico-400", "noto-emoji-400"],
  ["ꦲꦏ", "pacifico-400", "noto-sans-javanese-400"],
  ["ᬅ", "anton-400", "noto-sans-balinese-400"],
  ["سلام", "poppins-600", "noto-naskh-arabic-400"],
  ["你", "pacifico-400", undefined],
  ["Rani ❤", "pacifico-400", undefined],
])("%s of %s is offered in %s", (text, present, font) => {
  expect(fontWith(text, all, present)?.id).toBe(font);
});

test("a font that looks alike goes first, and one that the area lacks is not offered", () => {
  const alike = fontWith("Rani", all, "caveat-700");
  expect(alike?.style).toBe("script");
  expect(alike?.id).not.toBe("caveat-700");
  expect(fontWith("❤", { fonts: ["anton-400"] }, "anton-400")).toBeUndefined();
});

import { numbersOf, type Outline } from "#shop/designs/document/outline.ts";
import type { ShapedGlyph, TextRun, Typeface } from "./typeface.ts";

/** The module of harfbuzzjs; the caller decides when its 150 kB of code are loaded (`await import("harfbuzzjs")`). */
export type HarfBuzz = typeof import("harfbuzzjs");

const untracked = ["liga=0", "clig=0"];

/** Alef of Hebrew and of Arabic. */
const fromTheRight = [0x5d0, 0x627];

/** A font from the bytes of its TrueType file. HarfBuzz runs in font units, so every engine gets the same integers. */
export async function openTypeface(harfbuzz: HarfBuzz, bytes: Uint8Array): Promise<Typeface> {
  const face = new harfbuzz.Face(new harfbuzz.Blob(bytes));
  const font = new harfbuzz.Font(face);
  const { ascender, descender } = font.hExtents();
  const outlines = new Map<number, Outline>();
  const withoutLigatures = untracked.flatMap((text) => harfbuzz.Feature.fromString(text) ?? []);

  function shape({ text, script, isRightToLeft, isTracked }: TextRun): readonly ShapedGlyph[] {
    const buffer = new harfbuzz.Buffer();
    buffer.addText(text);
    buffer.setDirection(isRightToLeft ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
    buffer.setScript(script);
    buffer.setLanguage("id");
    buffer.setClusterLevel(harfbuzz.ClusterLevel.MONOTONE_GRAPHEMES);
    harfbuzz.shape(font, buffer, isTracked ? withoutLigatures : []);
    return buffer.getGlyphInfosAndPositions().map((item) => ({
      glyph: item.codepoint,
      cluster: item.cluster,
      advance: item.xAdvance ?? 0,
      dx: item.xOffset ?? 0,
      dy: item.yOffset ?? 0,
    }));
  }

  function outlineOf(glyph: number): Outline {
    const known = outlines.get(glyph);
    if (known) return known;
    const drawn = draw(glyph);
    outlines.set(glyph, drawn);
    return drawn;
  }

  function draw(glyph: number): Outline {
    let ops = "";
    const points: number[] = [];
    for (const { type, values } of font.glyphToJson(glyph)) {
      if (values.length !== numbersOf[type]) throw new Error(`Unknown drawing operation ${type}`);
      ops += type;
      points.push(...values);
    }
    return { ops, points };
  }

  // 6 kB that few designs need: they come with the fonts that have such letters.
  const hasThem = fromTheRight.some((letter) => font.nominalGlyph(letter));
  const bidi = hasThem ? (await import("bidi-js")).default() : undefined;
  return {
    bidi,
    unitsPerEm: face.upem,
    ascender,
    descender: -descender,
    shape,
    outlineOf,
    glyphOf: (codePoint) => font.nominalGlyph(codePoint) ?? 0,
  };
}

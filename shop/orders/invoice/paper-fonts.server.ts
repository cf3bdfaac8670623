import path from "node:path";
import * as fontkit from "fontkit";

/** The faces of the shop's papers. */
export type Face = "text" | "bold" | "display";

const own = (name: string) => path.join(import.meta.dirname, "fonts", `${name}-normal.woff`);
const ofDesigns = (name: string) =>
  path.join(import.meta.dirname, "../../designs/fonts", `${name}-400.ttf`);

/** Font files of each weight for letters that a face lacks, in the order in which they are tried. */
const fallbacks = (weight: 400 | 700) => [
  own(`plus-jakarta-sans-latin-${weight}`),
  own(`plus-jakarta-sans-latin-ext-${weight}`),
  own(`plus-jakarta-sans-vietnamese-${weight}`),
  own(`noto-sans-greek-${weight}`),
  own(`noto-sans-cyrillic-${weight}`),
  own("noto-sans-latin-ext-400"),
  ofDesigns("noto-naskh-arabic"),
  ofDesigns("noto-sans-javanese"),
  ofDesigns("noto-sans-balinese"),
  ofDesigns("noto-sans-sundanese"),
  ofDesigns("noto-emoji"),
];

/** Paths of each face's font files; the first one is the face itself. */
export const paperFonts: Readonly<Record<Face, readonly [string, ...string[]]>> = {
  text: [own("plus-jakarta-sans-latin-400"), ...fallbacks(400)],
  bold: [own("plus-jakarta-sans-latin-700"), ...fallbacks(700)],
  display: [own("bricolage-grotesque-latin-800"), ...fallbacks(700)],
};

/** Replaces a letter that no font of the papers has. */
export const unprintable = "[?]";

export interface FontRun {
  /** Path of the font file. */
  readonly font: string;
  readonly text: string;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
/** Spaces, joiners and the variation selector of emoji. */
const needsNoGlyph = /\s|\p{Cf}|\u{fe0f}/u;
const arabic = /\p{Script=Arabic}/u;

const openFonts = new Map<string, fontkit.Font>();

function hasLetters(file: string, letters: string): boolean {
  let font = openFonts.get(file);
  if (!font) {
    const opened = fontkit.openSync(file);
    if (!("hasGlyphForCodePoint" in opened)) throw new Error(`${file} is a collection of fonts`);
    openFonts.set(file, opened);
    font = opened;
  }
  for (const letter of letters) {
    if (needsNoGlyph.test(letter)) continue;
    if (!font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)) return false;
  }
  return true;
}

/**
 * Splits a text into runs of one font each, so that letters outside Latin print too. Letters that no font has become
 * `[?]`. Words of an Arabic run are reversed, because pdfkit places words from left to right; this holds for one line.
 */
export function fontRuns(text: string, face: Face): readonly FontRun[] {
  const files = paperFonts[face];
  const runs: { font: string; text: string }[] = [];
  for (const { segment } of graphemes.segment(text.normalize("NFC"))) {
    const last = runs.at(-1);
    const isArabicSpace = /^\s+$/u.test(segment) && last !== undefined && arabic.test(last.text);
    const font = isArabicSpace ? last.font : files.find((file) => hasLetters(file, segment));
    const part = font ? segment : unprintable;
    if (last && last.font === (font ?? files[0])) last.text += part;
    else runs.push({ font: font ?? files[0], text: part });
  }
  return runs.map(({ font, text: run }) => ({
    font,
    text: arabic.test(run) ? run.split(" ").toReversed().join(" ") : run,
  }));
}

import type { Outline } from "#shop/designs/document/outline.ts";

/* The interface of a font that text is drawn with; `open-typeface.ts` implements it with HarfBuzz. */

export interface ShapedGlyph {
  readonly glyph: number;
  /** Index of the UTF-16 unit in the run that the glyph belongs to. */
  readonly cluster: number;
  /** Font units. */
  readonly advance: number;
  /** Font units, y upwards. */
  readonly dx: number;
  readonly dy: number;
}

/** Letters of one script and one direction. */
export interface TextRun {
  readonly text: string;
  /** ISO 15924, e.g. `Latn`. */
  readonly script: string;
  readonly isRightToLeft: boolean;
  /** Ligatures would hide the distance between letters. */
  readonly isTracked: boolean;
}

/** The bidirectional algorithm of Unicode. */
export type Bidi = ReturnType<typeof import("bidi-js").default>;

export interface Typeface {
  readonly unitsPerEm: number;
  /** Of fonts that have letters written from right to left; they alone need it. */
  readonly bidi: Bidi | undefined;
  /** Font units above the baseline. */
  readonly ascender: number;
  /** Font units below the baseline, positive. */
  readonly descender: number;
  /** Glyphs in visual order. */
  shape(run: TextRun): readonly ShapedGlyph[];
  /** Font units, y upwards. */
  outlineOf(glyph: number): Outline;
  /** 0 where the font has no glyph. */
  glyphOf(codePoint: number): number;
}

/** Opened fonts by the SHA-256 of their files. */
export type FontLibrary = ReadonlyMap<string, Typeface>;

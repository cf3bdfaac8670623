import { fail, ok, type Result } from "#base/result.ts";
import type { TextLayer } from "#shop/designs/document/document.ts";
import {
  type Matrix,
  multiply,
  rotation,
  rounded,
  translation,
} from "#shop/designs/document/geometry.ts";
import { join, type Outline, transform } from "#shop/designs/document/outline.ts";
import { dottedCircle, letterMissing, problemOfText, type TextProblem } from "./text-problems.ts";
import { runsOf } from "./text-runs.ts";
import type { Typeface } from "./typeface.ts";

/*
 * Lays a text out in its layer's box: shaping in font units, then one scale. Breaks are at spaces, hyphens, U+200B and
 * line feeds only; nothing here asks the engine for a locale or a font.
 */

/** Search for a smaller size ends at this step, in millimetres. */
const sizeStep = 0.01;
const degreesOfRadian = 180 / Math.PI;

export type TextSettings = Pick<
  TextLayer,
  "w" | "h" | "size" | "min" | "align" | "leading" | "tracking" | "fit" | "arc"
>;

export interface TextBlock {
  /** Millimetres from the upper left corner of the box. */
  readonly outline: Outline;
  readonly lines: readonly string[];
  /** The size that fits, in millimetres. */
  readonly size: number;
  /** Of the lines, in millimetres, wherever the box lies. */
  readonly width: number;
  readonly height: number;
  /** The arc was too tight for its text, which is straight instead. */
  readonly isStraightened: boolean;
}

export type LayoutProblem =
  | TextProblem
  /** `width` is what the text needs at its smallest size, in millimetres. */
  | { readonly code: "text_does_not_fit"; readonly width: number };

interface PlacedGlyph {
  readonly glyph: number;
  readonly x: number;
  readonly y: number;
  /** Middle of the glyph's cluster on the baseline. */
  readonly middle: number;
}

interface ShapedLine {
  readonly text: string;
  readonly glyphs: readonly PlacedGlyph[];
  /** Font units. */
  readonly width: number;
  readonly isRightToLeft: boolean;
}

/** `smallest` is the area's `minText` in millimetres; a layer's own `min` goes before it. */
export function layOutText(
  text: string,
  settings: TextSettings,
  typeface: Typeface,
  smallest: number,
): Result<TextBlock, LayoutProblem> {
  const problem = problemOfText(text) ?? letterMissing(text, typeface);
  if (problem) return fail(problem);
  const shaper = createLineShaper(typeface, settings.tracking);
  const found = settings.arc ? arcLine(text, settings, shaper) : fitLines(text, settings, shaper);
  const { lines, size } = found;
  const floor = Math.min(settings.size, settings.min ?? smallest);
  if (size < floor || shaper.problem()) {
    const width = Math.max(...lines.map(({ width }) => width)) * (floor / typeface.unitsPerEm);
    return fail(shaper.problem() ?? { code: "text_does_not_fit", width: rounded(width) });
  }
  const scale = size / typeface.unitsPerEm;
  const isStraightened =
    settings.arc !== undefined && isTooTight(settings.arc.radius, lines, scale);
  const outline =
    settings.arc && !isStraightened
      ? alongArc(lines, settings, settings.arc.radius, scale, typeface)
      : inBox(lines, settings, size, typeface);
  const width = Math.max(...lines.map(({ width }) => width)) * scale;
  const height = heightOf(lines.length, size, settings.leading, typeface);
  return ok({ outline, lines: lines.map(({ text }) => text), size, width, height, isStraightened });

  /** The largest size whose lines fit the box; below the floor when none does. */
  function fitLines(text: string, settings: TextSettings, shaper: LineShaper) {
    const floor = Math.min(settings.size, settings.min ?? smallest);
    const linesAt = (size: number) =>
      settings.fit === "wrap"
        ? wrap(text, (settings.w / size) * typeface.unitsPerEm, shaper)
        : text.split("\n").map((line) => shaper.shape(line));
    const at = (size: number) => ({ lines: linesAt(size), size });
    const wanted = at(settings.size);
    if (settings.fit === "none" || fits(wanted, settings, typeface)) return wanted;
    const least = at(floor);
    if (!fits(least, settings, typeface)) return { lines: least.lines, size: 0 };
    let [below, above] = [floor, settings.size];
    let best = least;
    while (above - below > sizeStep) {
      const middle = at(rounded((below + above) / 2));
      if (fits(middle, settings, typeface)) {
        best = middle;
        below = middle.size;
      } else above = middle.size;
    }
    return best;
  }
}

/** A text on an arc is one line; `shrink` and `wrap` bound it by the width of the box. */
function arcLine(text: string, settings: TextSettings, shaper: LineShaper) {
  const line = shaper.shape(text.replaceAll("\n", " "));
  const width = (line.width * settings.size) / shaper.unitsPerEm;
  const share = settings.fit === "none" || width <= settings.w ? 1 : settings.w / width;
  return { lines: [line], size: Math.floor(settings.size * share * 1000) / 1000 };
}

function isTooTight(radius: number, lines: readonly ShapedLine[], scale: number): boolean {
  return Math.abs(radius) < ((lines[0]?.width ?? 0) * scale) / 2;
}

function heightOf(count: number, size: number, leading: number, typeface: Typeface): number {
  const letters = ((typeface.ascender + typeface.descender) / typeface.unitsPerEm) * size;
  return (count - 1) * leading * size + letters;
}

/** The height counts for several lines only: one line may fill its box to the ascenders. */
function fits(
  { lines, size }: { lines: readonly ShapedLine[]; size: number },
  { w, h, leading }: TextSettings,
  typeface: Typeface,
): boolean {
  const scale = size / typeface.unitsPerEm;
  return (
    lines.every(({ width }) => width * scale <= w + 0.0005) &&
    (lines.length === 1 || heightOf(lines.length, size, leading, typeface) <= h + 0.0005)
  );
}

interface LineShaper {
  readonly unitsPerEm: number;
  shape(line: string): ShapedLine;
  /** The first problem of any line that was shaped. */
  problem(): TextProblem | null;
}

function createLineShaper(typeface: Typeface, tracking: number): LineShaper {
  const known = new Map<string, ShapedLine>();
  const extra = Math.round(tracking * typeface.unitsPerEm);
  const circle = typeface.glyphOf(dottedCircle);
  let problem: TextProblem | null = null;

  function shapeLine(text: string): ShapedLine {
    const { runs, isRightToLeft } = runsOf(text, extra !== 0, typeface.bidi);
    const glyphs: PlacedGlyph[] = [];
    let x = 0;
    for (const [index, run] of runs.entries()) {
      const shaped = typeface.shape(run);
      for (let from = 0; from < shaped.length; ) {
        const cluster = shaped[from]?.cluster ?? 0;
        let to = from;
        while (to < shaped.length && shaped[to]?.cluster === cluster) to++;
        const parts = shaped.slice(from, to);
        const width = parts.reduce((sum, { advance }) => sum + advance, 0);
        const middle = x + width / 2;
        for (const { glyph, advance, dx, dy } of parts) {
          if (glyph === 0) problem ??= { code: "letter_missing", letter: run.text.slice(cluster) };
          if (circle !== 0 && glyph === circle && run.text[cluster] !== "\u25cc")
            problem ??= {
              code: "incomplete_spelling",
              letter: run.text.slice(cluster, cluster + 2),
            };
          glyphs.push({ glyph, x: x + dx, y: dy, middle });
          x += advance;
        }
        from = to;
        const isLast = to === shaped.length && index === runs.length - 1;
        if (run.isTracked && !isLast) x += extra;
      }
    }
    return { text, glyphs, width: x, isRightToLeft };
  }

  function shape(line: string): ShapedLine {
    const text = line.trim();
    const found = known.get(text);
    if (found) return found;
    const shaped = shapeLine(text);
    known.set(text, shaped);
    return shaped;
  }

  return { unitsPerEm: typeface.unitsPerEm, shape, problem: () => problem };
}

/** Fills each line as far as `width` (font units) allows; a word that is wider stands alone. */
function wrap(text: string, width: number, shaper: LineShaper): ShapedLine[] {
  const lines: ShapedLine[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.match(/[^ \-\u200b]*[ \-\u200b]*/g) ?? []) {
      if (word === "") continue;
      if (line !== "" && shaper.shape(line + word).width > width) {
        lines.push(shaper.shape(line));
        line = word;
      } else line += word;
    }
    lines.push(shaper.shape(line));
  }
  return lines;
}

function inBox(
  lines: readonly ShapedLine[],
  { w, h, align, leading }: TextSettings,
  size: number,
  typeface: Typeface,
): Outline {
  const scale = size / typeface.unitsPerEm;
  const top = (h - heightOf(lines.length, size, leading, typeface)) / 2;
  const first = top + typeface.ascender * scale;
  return join(
    lines.flatMap((line, index) => {
      const free = w - line.width * scale;
      const isLeft = (align === "start") !== line.isRightToLeft;
      const left = align === "centre" ? free / 2 : isLeft ? 0 : free;
      const baseline = first + index * leading * size;
      return line.glyphs.map(({ glyph, x, y }) =>
        transform(typeface.outlineOf(glyph), [
          ...[scale, 0, 0, -scale, left + x * scale, baseline - y * scale],
        ] as unknown as Matrix),
      );
    }),
  );
}

/** The middle of the text is above (or below) the circle's centre; each cluster stands upright on the circle. */
function alongArc(
  [line]: readonly ShapedLine[],
  { w, h, size }: TextSettings,
  radius: number,
  scale: number,
  typeface: Typeface,
): Outline {
  if (!line) return { ops: "", points: [] };
  const top = (h - heightOf(1, size, 1, typeface)) / 2;
  const centre = translation(w / 2, top + typeface.ascender * scale + radius);
  return join(
    line.glyphs.map(({ glyph, x, y, middle }) => {
      const along = (middle - line.width / 2) * scale;
      const turn = multiply(centre, rotation((along / radius) * degreesOfRadian));
      const place: Matrix = [scale, 0, 0, -scale, (x - middle) * scale, -radius - y * scale];
      return transform(typeface.outlineOf(glyph), multiply(turn, place));
    }),
  );
}

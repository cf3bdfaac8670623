import type { Bidi, TextRun } from "./typeface.ts";

/* Splits a line into runs of one direction and one script, in the order in which they stand on the page. */

/** First and last code point and script; everything else is common and goes with its neighbour. */
const scripts: readonly (readonly [from: number, to: number, script: string])[] = [
  [0x41, 0x5a, "Latn"],
  [0x61, 0x7a, "Latn"],
  [0xaa, 0xaa, "Latn"],
  [0xba, 0xba, "Latn"],
  [0xc0, 0x24f, "Latn"],
  [0x370, 0x3ff, "Grek"],
  [0x400, 0x52f, "Cyrl"],
  [0x591, 0x5f4, "Hebr"],
  [0x600, 0x60b, "Arab"],
  [0x60d, 0x61a, "Arab"],
  [0x61c, 0x61e, "Arab"],
  [0x620, 0x63f, "Arab"],
  [0x641, 0x64a, "Arab"],
  [0x656, 0x66f, "Arab"],
  [0x671, 0x6ff, "Arab"],
  [0x750, 0x77f, "Arab"],
  [0x8a0, 0x8ff, "Arab"],
  [0x1b00, 0x1b7f, "Bali"],
  [0x1b80, 0x1bbf, "Sund"],
  [0x1cc0, 0x1ccf, "Sund"],
  [0x1e00, 0x1eff, "Latn"],
  [0xa980, 0xa9df, "Java"],
  [0xfb00, 0xfb06, "Latn"],
  [0xfb50, 0xfdff, "Arab"],
  [0xfe70, 0xfefe, "Arab"],
];

/** Scripts whose letters join, so that no distance may come between them. */
const joinedScripts: ReadonlySet<string> = new Set(["Arab"]);

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe]/;

function scriptOf(codePoint: number): string | null {
  return scripts.find(([from, to]) => codePoint >= from && codePoint <= to)?.[2] ?? null;
}

export interface LineRuns {
  /** From left to right on the page. */
  readonly runs: readonly TextRun[];
  /** The line begins at its right end. */
  readonly isRightToLeft: boolean;
}

/** @param bidi of the font; undefined: it has no letters that are written from the right, so all of them are missing */
export function runsOf(line: string, isTracked: boolean, bidi: Bidi | undefined): LineRuns {
  if (!bidi || !rightToLeft.test(line))
    return { runs: byScript(line, false, isTracked), isRightToLeft: false };
  const { levels, paragraphs } = bidi.getEmbeddingLevels(line, "auto");
  const parts: { from: number; to: number; level: number }[] = [];
  for (let from = 0; from < line.length; ) {
    let to = from + 1;
    while (to < line.length && levels[to] === levels[from]) to++;
    parts.push({ from, to, level: levels[from] ?? 0 });
    from = to;
  }
  const runs = inVisualOrder(parts).flatMap(({ from, to, level }) => {
    const isRightToLeft = level % 2 === 1;
    const inOrder = byScript(line.slice(from, to), isRightToLeft, isTracked);
    return isRightToLeft ? inOrder.toReversed() : inOrder;
  });
  return { runs, isRightToLeft: (paragraphs[0]?.level ?? 0) % 2 === 1 };
}

/** Rule L2 of the bidirectional algorithm (Unicode Standard Annex 9), on whole runs. */
function inVisualOrder<Part extends { level: number }>(parts: readonly Part[]): Part[] {
  const order = [...parts];
  const highest = Math.max(0, ...order.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < order.length; from++) {
      let to = from;
      while (to < order.length && (order[to]?.level ?? 0) >= level) to++;
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).toReversed());
      from = to;
    }
  }
  return order;
}

function byScript(text: string, isRightToLeft: boolean, isTracked: boolean): TextRun[] {
  const runs: TextRun[] = [];
  let script: string | null = null;
  let from = 0;
  const add = (to: number) => {
    if (to === from) return;
    const name = script ?? "Zyyy";
    runs.push({
      text: text.slice(from, to),
      script: name,
      isRightToLeft,
      isTracked: isTracked && !joinedScripts.has(name),
    });
    from = to;
  };
  for (let index = 0; index < text.length; ) {
    const codePoint = text.codePointAt(index) ?? 0;
    const here = scriptOf(codePoint);
    if (here !== null && script !== null && here !== script) add(index);
    script = here ?? script;
    index += codePoint > 0xffff ? 2 : 1;
  }
  add(text.length);
  return runs;
}

import { expect, test } from "vitest";
import { boundsOf } from "#shop/designs/document/outline.ts";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { fontHashes } from "#tests/support/builders/designs.ts";
import { layOutText, type TextSettings } from "./lay-out-text.ts";
import { runsOf } from "./text-runs.ts";

const fonts = await loadFonts();
const settings: TextSettings = {
  w: 60,
  h: 30,
  size: 10,
  align: "centre",
  leading: 1.2,
  tracking: 0,
  fit: "none",
};

function layOut(text: string, changes: Partial<TextSettings> = {}, font = "poppins-600") {
  const typeface = fonts.get(fontHashes[font] ?? "");
  if (!typeface) throw new Error(`There is no font ${font}`);
  return layOutText(text, { ...settings, ...changes }, typeface, 2);
}

function boxOf(laid: ReturnType<typeof layOut>) {
  const box = laid.ok ? boundsOf(laid.value.outline) : null;
  if (!box) throw new Error(`Nothing is laid out: ${JSON.stringify(laid)}`);
  return { ...box, width: box.right - box.left, height: box.bottom - box.top };
}

const wordsOf = (runs: readonly { text: string }[]) =>
  runs.map(({ text }) => text.trim()).filter((text) => text !== "");

test("shrink makes a line as wide as its box, and not below its smallest size", () => {
  const laid = layOut("Bartholomeus Adi Nugroho", { fit: "shrink" });
  expect(boxOf(laid).width).toBeGreaterThan(58);
  expect(boxOf(laid).width).toBeLessThanOrEqual(60);
  expect(layOut("Bartholomeus Adi Nugroho", { fit: "shrink", min: 8 })).toMatchObject({
    ok: false,
    problem: { code: "text_does_not_fit" },
  });
});

test("words on an arc shrink to the width of their box, and no further", () => {
  const arc = { radius: 100 };
  const [free, bound] = (["none", "shrink"] as const).map((fit) =>
    layOut("Bartholomeus Adi Nugroho", { fit, arc }),
  );
  const sizeOf = (laid: typeof free) => (laid?.ok ? laid.value.size : Number.NaN);
  expect(sizeOf(free)).toBe(10);
  const straight = boxOf(layOut("Bartholomeus Adi Nugroho"));
  // The line's own width has the space beside its first and last letter, too.
  expect(sizeOf(bound) / 10).toBeCloseTo(60 / straight.width, 1);
  expect(sizeOf(layOut("Adi", { fit: "shrink", arc }))).toBe(10);
});

test("wrap breaks at spaces, and shrinks where the lines are too high", () => {
  expect(layOut("satu dua tiga empat", { fit: "wrap" })).toMatchObject({
    value: { lines: ["satu dua", "tiga empat"], size: 10 },
  });
  const small = layOut("satu dua tiga empat lima enam tujuh", { fit: "wrap", h: 20 });
  expect(boxOf(small).height).toBeLessThanOrEqual(20);
  expect(layOut("tak-terputus\u00a0di\u00a0sini", { fit: "wrap", w: 34, min: 4 })).toMatchObject({
    value: { lines: ["tak-", "terputus\u00a0di\u00a0sini"] },
  });
});

test("lines begin at the left, at the middle or at the right, and Arabic at the right", () => {
  const left = (align: "start" | "centre" | "end") => boxOf(layOut("Ada", { align })).left;
  expect(left("start")).toBeLessThan(1);
  expect(left("centre")).toBeGreaterThan(15);
  expect(boxOf(layOut("Ada", { align: "end" })).right).toBeGreaterThan(59);
  const arabic = layOut("سلام", { align: "start" }, "noto-naskh-arabic-400");
  expect(boxOf(arabic).right).toBeGreaterThan(58);
});

test("tracking widens by each gap, and leaves joined letters joined", () => {
  const wider = boxOf(layOut("abcd", { tracking: 0.1 })).width - boxOf(layOut("abcd")).width;
  expect(wider).toBeCloseTo(3, 2);
  const arabic = (tracking: number) =>
    boxOf(layOut("سلام", { tracking }, "noto-naskh-arabic-400")).width;
  expect(arabic(0.5)).toBe(arabic(0));
});

test("an arc lifts the middle of a text, and a tight one leaves it straight", () => {
  const bent = layOut("melengkung", { arc: { radius: 40 }, size: 8 });
  expect(boxOf(bent).height).toBeGreaterThan(boxOf(layOut("melengkung", { size: 8 })).height + 3);
  expect(layOut("melengkung", { arc: { radius: 5 } })).toMatchObject({
    value: { isStraightened: true },
  });
});

test("a line of two directions is put in the order of the page", () => {
  const having = [...fonts.values()].filter((font) => font.bidi !== undefined);
  const bidi = having[0]?.bidi;
  // Few fonts have letters from the right, and only with them comes what puts them in order.
  expect(having.length).toBeGreaterThan(0);
  expect(having.length).toBeLessThan(fonts.size / 2);
  const { runs, isRightToLeft } = runsOf("محمد 12 Rani", false, bidi);
  expect(isRightToLeft).toBe(true);
  expect(wordsOf(runs)).toEqual(["Rani", "12", "محمد"]);
  expect(wordsOf(runsOf("Rani سلام 7", false, bidi).runs)).toEqual(["Rani", "7", "سلام"]);
});

test.each([
  ["nothing", "", {}, "text_empty"],
  ["blanks", " \n\u00a0 ", {}, "text_empty"],
  ["half of a letter", "a\ud83d", {}, "lone_surrogate"],
  ["a tab", "a\tb", {}, "control_character"],
  ["a bell", "a\u0007", {}, "control_character"],
  ["a direction override", "a\u202eb", {}, "direction_override"],
  ["five marks on a letter", "a\u0300\u0301\u0302\u0303\u0304", {}, "too_many_marks"],
  ["31 lines", `${"a\n".repeat(30)}a`, {}, "too_many_lines"],
  ["an emoji in a font of letters", "Rani ❤", { letter: "❤" }, "emoji_missing"],
  ["Chinese in a font of Latin", "你", { letter: "你" }, "letter_missing"],
])("%s is refused by name", (_, text, details, code) => {
  expect(layOut(text)).toMatchObject({ ok: false, problem: { code, ...details } });
});

test("a Javanese vowel sign without its letter is an incomplete spelling", () => {
  expect(layOut("ꦺꦴ", {}, "noto-sans-javanese-400")).toMatchObject({
    ok: false,
    problem: { code: "incomplete_spelling" },
  });
  expect(layOut("ꦏꦺꦴ", {}, "noto-sans-javanese-400").ok).toBe(true);
});

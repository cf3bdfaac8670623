import { expect, test } from "vitest";
import { sampleArea, sampleSpec } from "#tests/support/builders/designs.ts";
import { readPrintSpec } from "./print-spec.ts";

const square = "M10 10L30 10L30 30L10 30Z";

test("a specification is read, with its numbers rounded to a micrometre", () => {
  const read = readPrintSpec(sampleSpec({ w: 228.600_04, holes: [square] }));
  expect(read).toMatchObject({ ok: true, value: { sides: [{ areas: [{ w: 228.6 }] }] } });
});

test.each([
  [
    "a safe line wider than half",
    sampleSpec({ safe: 41 }),
    "safe_too_wide",
    "sides.0.areas.0.safe",
  ],
  [
    "a floor above the minimum",
    sampleSpec({ dpi: { target: 300, min: 100, floor: 150 } }),
    "dpi_disorder",
    "sides.0.areas.0.dpi",
  ],
  [
    "a minimum above the target",
    sampleSpec({ dpi: { target: 120, min: 150, floor: 100 } }),
    "dpi_disorder",
    "sides.0.areas.0.dpi",
  ],
  [
    "bleed on a garment",
    sampleSpec({ bleed: 3 }, { process: "dtf" }),
    "bleed_on_cloth",
    "sides.0.areas.0.bleed",
  ],
  [
    "a hole outside",
    sampleSpec({ holes: [square, "M90 10L110 10L110 30Z"] }),
    "hole_outside",
    "sides.0.areas.0.holes.1",
  ],
  [
    "a quantity table that grows dearer",
    sampleSpec({}, { price: [table([1, 500], [12, 600])] }),
    "quantity_table_disorder",
    "price.0.steps",
  ],
  [
    "a quantity table without its beginning",
    sampleSpec({}, { price: [table([2, 500])] }),
    "quantity_table_disorder",
    "price.0.steps",
  ],
  [
    "screen print of any colour",
    sampleSpec({}, { process: "screen" }),
    "screen_needs_inks",
    "sides.0.areas.0.colours",
  ],
  ["no path", sampleSpec({ shape: "path" }), "path_missing", "sides.0.areas.0.path"],
  [
    "a path outside",
    sampleSpec({ shape: "path", path: "M0 0L200 0L0 80Z" }),
    "path_outside",
    "sides.0.areas.0.path",
  ],
  [
    "a wrapped ellipse",
    sampleSpec({ shape: "ellipse", wrap: true }),
    "wrap_needs_rectangle",
    "sides.0.areas.0.wrap",
  ],
  [
    "two areas of one id",
    sampleSpec({}, { sides: [{ ...side(), areas: [sampleArea, sampleArea] }] }),
    "duplicate_id",
    "sides.0.areas.1.id",
  ],
  [
    "two sides of one id",
    sampleSpec({}, { sides: [side(), side()] }),
    "duplicate_id",
    "sides.1.id",
  ],
  [
    "a mock-up of an unknown side",
    sampleSpec(
      {},
      { mockups: [{ id: "m", kit: "mug", sides: { back: "a" }, bodyFromVariant: true }] },
    ),
    "mockup_side_unknown",
    "mockups.0.sides",
  ],
  [
    "a price rule of another kind",
    sampleSpec({}, { price: [{ kind: "moon", label: { id: "Bulan", en: "Moon" }, amount: 1 }] }),
    "not_a_spec",
    "price.0.kind",
  ],
  ["an unknown member", sampleSpec({ colour: "red" }), "not_a_spec", "sides.0.areas.0.colour"],
  ["no area", sampleSpec({}, { sides: [{ ...side(), areas: [] }] }), "not_a_spec", "sides.0.areas"],
  [
    "a path of other letters",
    sampleSpec({ holes: ["M1 1A5 5 0 0 1 9 9Z"] }),
    "not_a_spec",
    "sides.0.areas.0.holes.0",
  ],
  [
    "a path that lacks a number",
    sampleSpec({ holes: ["M1 1L5Z"] }),
    "not_a_spec",
    "sides.0.areas.0.holes.0",
  ],
  ["NaN", sampleSpec({ w: Number.NaN }), "not_a_spec", "sides.0.areas.0.w"],
])("%s is refused with its place", (_, spec, code, path) => {
  expect(readPrintSpec(spec)).toMatchObject({
    ok: false,
    problem: expect.arrayContaining([{ code, path }]),
  });
});

function side() {
  return { id: "front", name: { id: "Depan", en: "Front" }, areas: [sampleArea] };
}

function table(...steps: readonly (readonly [from: number, amount: number])[]) {
  return {
    kind: "quantity",
    label: { id: "Cetak", en: "Print" },
    steps: steps.map(([from, amount]) => ({ from, amount })),
  };
}

test.each([
  ["a side", (w: number) => ({ w }), 1, 2_000, 0.001],
  ["a height", (h: number) => ({ h }), 1, 2_000, 0.001],
  ["a resolution", (target: number) => ({ dpi: { target, min: 20, floor: 10 } }), 30, 1_200, 1],
])("%s has bounds, which it may have itself", (_, areaOf, least, most, step) => {
  const isRead = (value: number) => readPrintSpec(sampleSpec({ safe: 0, ...areaOf(value) })).ok;
  expect([least, most].map(isRead)).toEqual([true, true]);
  expect([least - step, most + step].map(isRead)).toEqual([false, false]);
});

test("a trim line has lines and both kinds of curves, each with all of its numbers", () => {
  const isRead = (path: string) => readPrintSpec(sampleSpec({ shape: "path", path })).ok;
  const curved = "M10 10L40 10Q60 10 60 30C60 50 40 60 20 60Z";
  expect(isRead(curved)).toBe(true);
  expect(isRead(curved.replace("Q60 10 60 30", "Q60 10 60"))).toBe(false);
  expect(isRead(curved.replace("C60 50 40 60 20 60", "C60 50 40 60 20"))).toBe(false);
});

test("a trim line of the longest number is refused in linear time", () => {
  // Digits that could be one number or two double the time of a search with each digit.
  const path = `M0 0L${"1".repeat(19_000)}x`;
  expect(readPrintSpec(sampleSpec({ shape: "path", path })).ok).toBe(false);
  expect(readPrintSpec(sampleSpec({ shape: "path", path: "M0 0L20 0-1 5Z" })).ok).toBe(false);
});

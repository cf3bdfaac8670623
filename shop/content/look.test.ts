import * as v from "valibot";
import { expect, test } from "vitest";
import { findWeakPairs, luminance } from "#base/contrast.ts";
import { SeededRandom } from "#db/seed/deterministic.ts";
import { isWholeRun } from "#tests/support/runner/whole-run.ts";
import { lookSchema, lookStyles } from "./look.ts";
import { builtInColours, findWeakColour, type LookColours, lookTokens } from "./look-colours.ts";

const look = (accent: string, ground = "#f6f7f5") => ({ accent, ground, corner: "4" as const });
/** The pairs of both modes that cannot be read. */
function weakPairs(colours: LookColours) {
  const { light, dark } = lookTokens(colours);
  return [
    ...findWeakPairs({ ...builtInColours.light, ...light }, false),
    ...findWeakPairs({ ...builtInColours.dark, ...dark }, true),
  ];
}
const problemsOf = (input: unknown) =>
  v.safeParse(lookSchema, input).issues?.map(({ message }) => message) ?? [];

test("a random colour passes every pair in both modes, or is refused with a suggestion that passes", {
  timeout: 60_000,
}, () => {
  const seed = 20_261_201;
  console.log(`seed ${seed}`);
  const random = new SeededRandom(seed);
  const colour = () => `#${random.whole(0, 0xffffff).toString(16).padStart(6, "0")}`;
  let saved = 0;
  for (let n = 0; n < (isWholeRun ? 10_000 : 500); n++) {
    let colours = { accent: colour(), ground: random.whole(0, 1) ? "#f6f7f5" : colour() };
    const found = findWeakColour(colours);
    if (!found) saved++;
    if (found) {
      expect(v.safeParse(lookSchema, look(colours.accent, colours.ground)).success).toBe(false);
      colours = { ...colours, [found.field]: found.suggestion };
      // The suggested ground is lighter, but the accent's contrast may still be too low.
      const second = findWeakColour(colours);
      if (second) colours = { ...colours, [second.field]: second.suggestion };
    }
    expect([colours, weakPairs(colours)]).toEqual([colours, []]);
    expect(luminance(colours.ground)).toBeGreaterThanOrEqual(0.75);
    expect(problemsOf(look(colours.accent, colours.ground))).toEqual([]);
  }
  expect(saved).toBeGreaterThan(20);
});

test.each([
  ["#ffff00", ["contrast"]],
  ["red", ["colour_invalid"]],
  ["#12", ["colour_invalid"]],
  ["#12345g", ["colour_invalid"]],
  ["", ["required"]],
  ["#2b39a6;}body{display:none", ["colour_invalid"]],
])("the accent %s is refused", (accent, problems) => {
  expect(problemsOf(look(accent)).slice(0, 1)).toEqual(problems);
});

test("a dark ground is refused", () => {
  expect(problemsOf(look("#2b39a6", "#888888"))).toEqual(["ground_dark"]);
});

test("a style sheet has at most 2 kB and only custom properties", () => {
  const css = lookStyles(look("#8a1c5c", "#fdf6ec"));
  expect(css.length).toBeLessThanOrEqual(2_000);
  expect(css.replace(/--[a-z-]+:(#[0-9a-f]{6}|[048]px)/g, "")).toMatch(
    /^:root\{\}@media screen and \(forced-colors:none\) and \(not \(prefers-contrast:more\)\)\{:root\{;*\}\.dark\{;*\}\}\n$/,
  );
});

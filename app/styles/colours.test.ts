import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findWeakPairs } from "#base/contrast.ts";
import { builtInColours } from "#shop/content/look-colours.ts";

const css = readFileSync(new URL("colours.css", import.meta.url), "utf8");

/** The custom properties of one block, e.g. `.dark`. */
function coloursOf(selector: string): Record<string, string> {
  const block = css.slice(css.indexOf(`\n${selector} {`)).split("}")[0] ?? "";
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
}

test.each([":root", ".dark"])("small text can be read on every copy, in %s", (selector) => {
  const colours = coloursOf(selector);
  expect(Object.keys(colours).length).toBeGreaterThan(15);
  expect(findWeakPairs(colours, selector === ".dark")).toEqual([]);
});

test("looks are checked with the colours of the style sheet", () => {
  expect({ light: coloursOf(":root"), dark: coloursOf(".dark") }).toEqual(builtInColours);
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

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

/** Relative luminance of WCAG 2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/* Tools cannot read a sheet's background: a pseudo-element draws it. */
test.each([":root", ".dark"])("small text can be read on every copy, in %s", (selector) => {
  const colours = coloursOf(selector);
  const weak: string[] = [];
  for (const ground of ["paper", "card", "yellow", "pink", "green"]) {
    const inks = [
      "muted",
      "stamp",
      "carbon",
      "paid",
      colours[`${ground}-ink`] ? `${ground}-ink` : "ink",
    ];
    for (const ink of inks) {
      const ratio = contrast(colours[ink] ?? "#000000", colours[ground] ?? "#000000");
      if (ratio < 4.5) weak.push(`${ink} on ${ground}: ${ratio.toFixed(2)}`);
    }
  }
  // By night a copy's colour is an edge and a title on the card.
  for (const copy of selector === ".dark" ? ["yellow", "pink", "green"] : []) {
    const ratio = contrast(colours[`${copy}-ink`] ?? "", colours.card ?? "");
    if (!(ratio >= 4.5)) weak.push(`${copy}-ink on card: ${ratio.toFixed(2)}`);
  }
  expect(Object.keys(colours).length).toBeGreaterThan(15);
  expect(weak).toEqual([]);
});

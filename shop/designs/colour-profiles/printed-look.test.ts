import { expect, test } from "vitest";
import { channels } from "#shop/designs/colour/colour.ts";
import { repairLayer } from "#shop/designs/edit/repair-layer.ts";
import { preflight } from "#shop/designs/print/preflight.ts";
import {
  documentOf,
  drawSample,
  sampleDocument,
  sampleSpec,
  specOf,
} from "#tests/support/builders/designs.ts";
import { iccProfile } from "#tests/support/builders/icc-profile.ts";
import { printedColours, withProfileFile } from "./convert-colours.server.ts";
import {
  labOf,
  looksOfTable,
  type PrintedLooks,
  tableBytes,
  tableColours,
  usualLooks,
  visibleShift,
} from "./printed-look.ts";

const icc = iccProfile();
const printed = (hexes: readonly string[]) =>
  withProfileFile(icc, (file) => printedColours(hexes, file));
const made = await printed(tableColours());
const table = Uint8Array.from(made.flatMap((colour) => channels(colour.printed)));

test("a board's table shows colours as the profile does, and marks those that it marks", async () => {
  expect(table.length).toBe(tableBytes);
  // Every 4,999th of all colours, and the corners.
  const hexes = [
    ...Array.from({ length: 0x1000000 / 4_999 }, (_, index) => index * 4_999),
    ...[0, 0xffffff, 0xff0000, 0x00ff00, 0x0000ff],
  ].map((value) => `#${value.toString(16).padStart(6, "0")}`);
  const looks = looksOfTable(table);
  const exact = await printed(hexes);
  let apart = 0;
  let marked = 0;
  for (const { hex, printed, isShifted } of exact) {
    const look = looks(hex);
    const [mixed, seen, asked] = [look.printed ?? "", printed, hex].map(labOf);
    const distance = (to: readonly number[] = []) =>
      Math.hypot(...(mixed ?? []).map((value, index) => value - (to[index] ?? 0)));
    apart += distance(seen);
    marked += Number(isShifted);
    // Within 3 of the bound, rounding may decide otherwise.
    if (Math.abs(distance(asked) - visibleShift) > 3) expect(look.isShifted, hex).toBe(isShifted);
  }
  expect(apart / exact.length).toBeLessThan(1.5);
  expect(marked).toBeGreaterThan(1_000);
  expect(exact.length - marked).toBeGreaterThan(50);
});

test.each([
  ["#39ff14", true, "neon green"],
  ["#ff00ff", true, "neon pink"],
  ["#0000ff", true, "deep blue"],
  ["#00008b", true, "dark blue"],
  ["#2b39a6", false, "the shop's own blue"],
  ["#be1633", false, "its red"],
  ["#2f7d4f", false, "its green"],
  ["#f2b632", false, "its yellow"],
  ["#ffffff", false, "white"],
  ["#000000", false, "black"],
])("without a profile, %s: %s (%s)", (hex, isShifted) => {
  expect(usualLooks("sublimation")(hex)).toEqual({ printed: null, isShifted });
  for (const process of ["screen", "engraving"] as const)
    expect(usualLooks(process)(hex).isShifted).toBe(false);
});

const heart = {
  id: "heart",
  kind: "shape",
  shape: "heart",
  fill: "#ff0000",
  x: 50,
  y: 40,
  w: 20,
  h: 20,
  stroke: { colour: "#0000ff", width: 2 },
};

async function check(looks: PrintedLooks | undefined, layers: object[], area = {}) {
  const drawing = await drawSample({ layers, area });
  const document = documentOf(sampleDocument(layers));
  const spec = specOf(sampleSpec(area));
  const found = preflight({ document, drawing, spec, looks });
  return { document, found: found.filter(({ code }) => code === "colour_shifts") };
}

test("checks name each colour of a layer that prints otherwise, and the printed colour repairs it", async () => {
  const looks = looksOfTable(table);
  const { found, document } = await check(looks, [heart]);
  expect(found).toMatchObject([
    { severity: "warns", layer: "heart", colour: "#ff0000", repair: { kind: "printed" } },
    { severity: "warns", layer: "heart", colour: "#0000ff", repair: { kind: "printed" } },
  ]);
  let layer = document.sides[0]?.areas[0]?.layers[0] ?? null;
  for (const { repair } of found) layer = layer && repair ? repairLayer(layer, repair) : layer;
  expect((await check(looks, [layer ?? {}])).found).toEqual([]);
  // Nobody knows how it will look: there is nothing to take instead.
  const [usual] = (await check(usualLooks("dtf"), [heart])).found;
  expect(usual).toMatchObject({ code: "colour_shifts", colour: "#ff0000" });
  expect(usual?.repair).toBeUndefined();
});

test("colours of a palette, and boards that know no looks, are not marked", async () => {
  const colours = ["#ff0000", "#0000ff"].map((hex, index) => ({
    id: `ink-${index}`,
    name: { id: hex, en: hex },
    hex,
  }));
  expect((await check(usualLooks("dtf"), [heart], { colours })).found).toEqual([]);
  expect((await check(undefined, [heart])).found).toEqual([]);
});

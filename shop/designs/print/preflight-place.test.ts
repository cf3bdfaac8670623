import { describe, expect, test } from "vitest";
import type { DisplayArea, DisplayPath } from "#shop/designs/draw/display-list.ts";
import type { Finding } from "#shop/designs/draw/finding.ts";
import { checkPlace } from "./preflight-place.ts";

const area: DisplayArea = {
  id: "main",
  w: 100,
  h: 80,
  bleed: 3,
  safe: 5,
  trim: "M0 0L100 0L100 80L0 80Z",
  holes: [],
  mirror: false,
  dpi: 300,
  items: [],
};

function findings(
  [left, top, right, bottom]: readonly [number, number, number, number],
  isWords = false,
): Finding[] {
  const item: DisplayPath = {
    kind: "path",
    layer: "one",
    fill: "#000000",
    path: `M${left} ${top}L${right} ${top}L${right} ${bottom}L${left} ${bottom}Z`,
    ...(isWords ? { text: "Rani", size: 10 } : {}),
  };
  return [...checkPlace(item, area, false)];
}

describe("a layer's place", () => {
  test.each([
    ["left of the bleed", [-20, 10, -3, 20]],
    ["right of it", [103, 10, 120, 20]],
    ["above it", [10, -20, 20, -3]],
    ["below it", [10, 83, 20, 90]],
  ] as const)("%s is not printed at all", (_, box) => {
    expect(findings(box)).toEqual([
      { code: "outside_print", severity: "warns", repair: { kind: "remove" } },
    ]);
  });

  test.each([
    ["left", [-20, 10, -2, 20]],
    ["right", [102, 10, 120, 20]],
    ["top", [10, -20, 20, -2]],
    ["bottom", [10, 82, 20, 90]],
  ] as const)("of a shape may reach into the bleed at the %s", (_, box) => {
    expect(findings(box)).toEqual([]);
  });

  test("of words beyond the edge is moved back inside the safe line", () => {
    expect(findings([85, 10, 104, 20], true)).toEqual([
      {
        code: "outside_trim",
        severity: "blocks",
        millimetres: 4,
        repair: { kind: "move", dx: -9, dy: 0 },
      },
    ]);
    expect(findings([2, 72, 20, 78], true)).toMatchObject([
      { code: "outside_safe", millimetres: 3, repair: { kind: "move", dx: 3, dy: -3 } },
    ]);
  });

  test("of words that are too large is mended by making them fit between the safe lines", () => {
    expect(findings([-10, 30, 110, 40], true)).toMatchObject([
      { code: "outside_trim", repair: { kind: "scale", factor: 0.75 } },
    ]);
    expect(findings([40, -10, 50, 90], true)).toMatchObject([
      { code: "outside_trim", repair: { kind: "scale", factor: 0.7 } },
    ]);
  });
});

test("words round the goods are measured from the whole upper and lower edge", () => {
  const wrapped = (top: number, bottom: number) => {
    const item: DisplayPath = {
      kind: "path",
      layer: "one",
      fill: "#000000",
      text: "Rani",
      size: 10,
      path: `M90 ${top}L120 ${top}L120 ${bottom}L90 ${bottom}Z`,
    };
    return [...checkPlace(item, area, true)].filter(({ code }) => /^outside/.test(code));
  };
  expect(wrapped(0.2, 10)).toMatchObject([{ code: "outside_safe", millimetres: 4.8 }]);
  expect(wrapped(-0.2, 10)).toMatchObject([{ code: "outside_trim", millimetres: 0.2 }]);
  expect(wrapped(70, 79.8)).toMatchObject([{ code: "outside_safe", millimetres: 4.8 }]);
  expect(wrapped(70, 80.2)).toMatchObject([{ code: "outside_trim", millimetres: 0.2 }]);
});

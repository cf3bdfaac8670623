import { expect, test } from "vitest";
import { boundsOf, fromPath } from "#shop/designs/document/outline.ts";
import { distanceTo, flatten, isInside } from "#shop/designs/draw/flatten.ts";
import { drawSample } from "#tests/support/builders/designs.ts";
import { safeLine } from "./safe-line.ts";

const pointsOf = (path: string) => flatten(fromPath(path)).flat();

async function trimOf(area: object): Promise<string> {
  const { list } = await drawSample({ layers: [], area });
  return list.sides[0]?.areas[0]?.trim ?? "";
}

test("the safe line of a rectangle is a rectangle", async () => {
  const line = safeLine(await trimOf({ w: 100, h: 80 }), 4);
  expect(boundsOf(fromPath(line))).toEqual({ left: 4, top: 4, right: 96, bottom: 76 });
  expect(pointsOf(line)).toHaveLength(4);
});

test.each([
  ["an ellipse", { shape: "ellipse", w: 100, h: 60 }],
  [
    "a case with round corners",
    {
      shape: "path",
      w: 74,
      h: 150,
      path: "M12 0L62 0C68.6 0 74 5.4 74 12L74 138C74 144.6 68.6 150 62 150L12 150C5.4 150 0 144.6 0 138L0 12C0 5.4 5.4 0 12 0Z",
    },
  ],
  [
    "an angle, drawn the other way round",
    { shape: "path", w: 100, h: 80, path: "M0 0L0 80L100 80L100 50L40 50L40 0Z" },
  ],
])("the safe line of %s keeps its distance from the trim everywhere", async (_, area) => {
  const trim = await trimOf(area);
  const zone = flatten(fromPath(trim));
  const line = pointsOf(safeLine(trim, 5));
  expect(line.length).toBeGreaterThan(5);
  for (const point of line) {
    expect(isInside(point, zone)).toBe(true);
    // A corner that points inwards is farther away than its sides.
    expect(distanceTo(point, zone)).toBeGreaterThan(4.97);
    expect(distanceTo(point, zone)).toBeLessThan(7.1);
  }
});

test("there is no safe line in a trim that is too small for one", async () => {
  expect(safeLine(await trimOf({ shape: "ellipse", w: 10, h: 9, safe: 4 }), 6)).toBe("");
});

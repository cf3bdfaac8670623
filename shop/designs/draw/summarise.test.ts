import { expect, test } from "vitest";
import type { DisplayArea, DisplayItem, DisplayPicture } from "./display-list.ts";
import { boxOf, coveredOf } from "./summarise.ts";

const area = {
  id: "main",
  w: 200,
  h: 80,
  bleed: 3,
  safe: 4,
  trim: "M0 0L200 0L200 80L0 80Z",
  holes: [],
  mirror: false,
  dpi: 300,
};
const areaOf = (...items: DisplayItem[]): DisplayArea => ({ ...area, items });
const rectangle = (left: number, top: number, right: number, bottom: number, seam?: number) =>
  ({
    kind: "path",
    layer: "one",
    fill: "#000000",
    path: `M${left} ${top}L${right} ${top}L${right} ${bottom}L${left} ${bottom}Z`,
    ...(seam === undefined ? {} : { seam }),
  }) satisfies DisplayItem;

test("what is printed ends at the bleed", () => {
  expect(coveredOf(areaOf(rectangle(-20, 10, 300, 90)))).toEqual({
    left: -3,
    top: 10,
    right: 203,
    bottom: 83,
  });
  expect(coveredOf(areaOf(rectangle(210, 10, 300, 20)))).toBeNull();
  expect(coveredOf(areaOf())).toBeNull();
});

test("across a seam it goes on beyond the edge, and once round at most", () => {
  const across = areaOf(rectangle(180, 10, 230, 20), rectangle(-20, 10, 30, 20, -200));
  expect(coveredOf(across)).toEqual({ left: 180, top: 10, right: 230, bottom: 20 });
  const long = areaOf(rectangle(100, 10, 900, 20), rectangle(-100, 10, 700, 20, -200));
  expect(coveredOf(long)).toEqual({ left: 100, top: 10, right: 306, bottom: 20 });
});

test("the box of a turned picture holds its four corners, and a mask bounds it", () => {
  // A square of 10 mm whose corner lies at (50, 40), turned by 45 degrees.
  const half = 10 * Math.SQRT1_2;
  const picture: DisplayPicture = {
    kind: "picture",
    layer: "photo",
    asset: "a",
    pixels: [9, 9],
    crop: [0, 0, 9, 9],
    matrix: [half, half, -half, half, 50, 40],
  };
  expect(boxOf(picture)).toEqual({
    left: expect.closeTo(50 - half, 6),
    right: expect.closeTo(50 + half, 6),
    top: expect.closeTo(40, 6),
    bottom: expect.closeTo(40 + 2 * half, 6),
  });
  expect(boxOf({ ...picture, mask: "M48 42L52 42L52 46Z" })).toEqual({
    left: 48,
    top: 42,
    right: 52,
    bottom: 46,
  });
  expect(boxOf({ ...picture, opacity: 0 })).toBeNull();
});

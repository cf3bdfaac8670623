import { expect, test } from "vitest";
import { createArtwork } from "./artwork.ts";
import { bakePhoto } from "./bake-photo.ts";
import { createKit } from "./kit.ts";
import { flatMesh } from "./mesh.ts";
import type { Corners } from "./quad.ts";
import { isSurface, outlineOf } from "./surface.ts";
import { warp } from "./warp.ts";

const size = 100;
const red = [220, 20, 20, 255];

/** White goods with an area, printed whole in red; red, green and blue of a pixel. */
function redOn(corners: Corners, pixelsOfArtwork: number) {
  const photo = new Uint8Array(3 * size * size).fill(230);
  const baked = bakePhoto(photo, size, { corners, bend: { kind: "flat" } }, 1);
  const raw = (data: Uint8Array) => ({ data, channels: 3 as const });
  const kit = createKit(
    { ...baked.facts, bytes: [0, 0, 0] },
    { map: raw(baked.map), light: raw(baked.light), rest: raw(baked.rest) },
  );
  const data = new Uint8ClampedArray(4 * pixelsOfArtwork ** 2);
  for (let at = 0; at < data.length; at += 4) data.set(red, at);
  const picture = createArtwork({ data, channels: 4 }, pixelsOfArtwork, pixelsOfArtwork);
  const made = warp(kit, picture, [255, 255, 255]);
  return (x: number, y: number) => [...made.subarray(4 * (y * size + x), 4 * (y * size + x) + 3)];
}

const isRed = ([r = 0, g = 0]: readonly number[]) => r > 4 * g;

test("the print reaches each of the four edges of its area, and no further", () => {
  const at = redOn([0.2, 0.3, 0.7, 0.3, 0.7, 0.8, 0.2, 0.8], 64);
  for (const along of [0.25, 0.5, 0.65].map((share) => share * size)) {
    expect([at(20, along + 10), at(69, along + 10)].map(isRed)).toEqual([true, true]);
    expect([at(along, 30), at(along, 79)].map(isRed)).toEqual([true, true]);
    expect([at(19, along), at(70, along), at(along, 29), at(along, 80)].map(isRed)).toEqual([
      ...[false, false, false, false],
    ]);
  }
});

test("a design of many pixels is seen on an area that is a few pixels wide", () => {
  const at = redOn([0.5, 0.5, 0.54, 0.5, 0.54, 0.54, 0.5, 0.54], 800);
  expect(isRed(at(52, 52))).toBe(true);
});

test("the halves of a picture have the mean of each four pixels", () => {
  // Rows of alpha 0, 0, 255 and 255.
  const data = new Uint8ClampedArray(4 * 16).map((_, at) => (at % 4 === 3 && at >= 32 ? 255 : 0));
  data.set([0, 0, 0, 255], 4);
  const [, half] = createArtwork({ data, channels: 4 }, 4, 4);
  const alphas = [...(half?.texels ?? [])].filter((_, at) => at % 4 === 3);
  expect(alphas).toEqual([0.25, 0, 1, 1]);
});

test("the outline of an area goes round it clockwise from its upper left corner", () => {
  const corners: Corners = [0.2, 0.3, 0.8, 0.3, 0.8, 0.7, 0.2, 0.7];
  const outline = outlineOf({ corners, bend: { kind: "flat" } }, 2);
  expect(outline.map((point) => point.map((share) => Math.round(share * 1000) / 1000))).toEqual([
    ...[
      [0.2, 0.3],
      [0.5, 0.3],
      [0.8, 0.3],
      [0.8, 0.5],
    ],
    ...[
      [0.8, 0.7],
      [0.5, 0.7],
      [0.2, 0.7],
      [0.2, 0.5],
    ],
  ]);
});

test.each([
  ["left", 4, 8, 1],
  ["right", 7, 11, 1],
  ["upper", 1, 2, 0],
  ["lower", 13, 14, 0],
])("a mesh that folds along its %s edge alone is no area", (_, first, second, axis) => {
  const corners: Corners = [0.2, 0.2, 0.8, 0.2, 0.8, 0.8, 0.2, 0.8];
  const pushed = (by: number) =>
    flatMesh.map((value, at) => {
      if (at === 2 * first + axis) return value + by;
      return at === 2 * second + axis ? value - by : value;
    });
  const isArea = (points: readonly number[]) =>
    isSurface({ corners, bend: { kind: "mesh", points } });
  expect(isArea(pushed(0.6))).toBe(true);
  expect(isArea(pushed(0.7))).toBe(false);
});

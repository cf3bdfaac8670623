import { expect, test } from "vitest";
import { createArtwork } from "./artwork.ts";
import { bakeQuad } from "./bake-quad.ts";
import { createKit, type Kit } from "./kit.ts";
import { type Corners, isQuad, mapOf } from "./quad.ts";
import { warp } from "./warp.ts";

const size = 120;
const tilted: Corners = [0.2, 0.25, 0.75, 0.15, 0.85, 0.8, 0.15, 0.7];

/** Goods of one colour that get darker from left to right. */
function photograph(red: number, green: number, blue: number): Uint8Array {
  const photo = new Uint8Array(3 * size * size);
  for (let at = 0; at < size * size; at++) {
    const shade = 1 - 0.4 * ((at % size) / size);
    photo.set(
      [red, green, blue].map((byte) => Math.round(byte * shade)),
      3 * at,
    );
  }
  return photo;
}

function kitOf(photo: Uint8Array, corners: Corners): Kit {
  const { facts, map, light, rest } = bakeQuad(photo, size, corners);
  const raw = (data: Uint8Array) => ({ data, channels: 3 as const });
  return createKit(
    { ...facts, bytes: [0, 0, 0] },
    { map: raw(map), light: raw(light), rest: raw(rest) },
  );
}

/** Red on the left half, blue on the right one; `alpha` of both. */
function halves(alpha: number) {
  const [width, height] = [64, 64];
  const data = new Uint8ClampedArray(4 * width * height);
  for (let at = 0; at < width * height; at++)
    data.set(at % width < width / 2 ? [220, 20, 20, alpha] : [20, 20, 220, alpha], 4 * at);
  return createArtwork({ data, channels: 4 }, width, height);
}

test.each([
  [235, 230, 220],
  [40, 90, 60],
  [16, 16, 20],
])("goods of %i, %i, %i without print are the photograph", (red, green, blue) => {
  const photo = photograph(red, green, blue);
  const made = warp(kitOf(photo, tilted), halves(0), [255, 255, 255]);
  let most = 0;
  for (let at = 0; at < size * size; at++)
    for (let channel = 0; channel < 3; channel++)
      most = Math.max(
        most,
        Math.abs((made[4 * at + channel] ?? 0) - (photo[3 * at + channel] ?? 0)),
      );
  expect(most).toBeLessThanOrEqual(3);
});

test("a print lies between the corners, in perspective, and takes the light of the photograph", () => {
  const made = warp(kitOf(photograph(235, 230, 220), tilted), halves(255), [255, 255, 255]);
  const { toPicture } = mapOf(tilted);
  const at = (u: number, v: number) => {
    const [x, y] = toPicture(u, v);
    const from = 4 * (Math.floor(y * size) * size + Math.floor(x * size));
    return [...made.subarray(from, from + 3)] as [number, number, number];
  };
  for (const v of [0.05, 0.5, 0.95]) {
    for (const u of [0.05, 0.45]) expect(at(u, v)[0]).toBeGreaterThan(3 * at(u, v)[2]);
    for (const u of [0.55, 0.95]) expect(at(u, v)[2]).toBeGreaterThan(3 * at(u, v)[0]);
  }
  // Left is lighter than right.
  expect(at(0.05, 0.5)[0]).toBeGreaterThan(at(0.45, 0.5)[0] + 10);
  const [beyond] = at(0.5, -0.1);
  expect(beyond).toBeGreaterThan(150);
});

test("places go to the area and back", () => {
  const { toArea, toPicture } = mapOf(tilted);
  for (const [u, v] of [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [0.3, 0.8],
  ] as const) {
    const [x, y] = toPicture(u, v);
    const [backU, backV] = toArea(x, y);
    expect(backU).toBeCloseTo(u, 6);
    expect(backV).toBeCloseTo(v, 6);
  }
  const [x, y] = toPicture(1, 1);
  expect(x).toBeCloseTo(0.85, 6);
  expect(y).toBeCloseTo(0.8, 6);
});

test("corners that cross, lie on a line, go the other way round or nearly meet are no area", () => {
  expect(isQuad(tilted)).toBe(true);
  expect(isQuad([0.2, 0.2, 0.8, 0.8, 0.8, 0.2, 0.2, 0.8])).toBe(false);
  expect(isQuad([0.2, 0.2, 0.8, 0.2, 0.5, 0.2, 0.2, 0.8])).toBe(false);
  expect(isQuad([0.8, 0.2, 0.2, 0.2, 0.2, 0.8, 0.8, 0.8])).toBe(false);
  expect(isQuad([0.5, 0.5, 0.52, 0.5, 0.52, 0.52, 0.5, 0.52])).toBe(false);
});

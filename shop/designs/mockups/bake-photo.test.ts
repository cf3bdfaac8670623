import { expect, test } from "vitest";
import { createArtwork } from "./artwork.ts";
import { bakePhoto } from "./bake-photo.ts";
import { createKit, type Kit } from "./kit.ts";
import { flatMesh } from "./mesh.ts";
import { type Corners, isQuad, mapOf } from "./quad.ts";
import { type Bend, isSurface, surfaceMap } from "./surface.ts";
import { warp } from "./warp.ts";

const flat: Bend = { kind: "flat" };
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

function kitOf(photo: Uint8Array, corners: Corners, bend: Bend = flat, shading = 1): Kit {
  const { facts, map, light, rest } = bakePhoto(photo, size, { corners, bend }, shading);
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

/** A number of 0 to 1 that depends on the seed alone. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function anyCorners(random: () => number): Corners {
  const near = (at: number) => at + (random() - 0.5) * 0.2;
  const places = [0.25, 0.25, 0.75, 0.25, 0.75, 0.75, 0.25, 0.75].map(near);
  return places as unknown as Corners;
}

/** Flat control points, the twelve that are no corner moved by up to `by`. */
const anyMesh = (random: () => number, by: number) =>
  flatMesh.map((value, index) =>
    [0, 3, 12, 15].includes(index >> 1) ? value : value + (random() - 0.5) * 2 * by,
  );

test.each([
  ["a cylinder without a span", (sag: number): Bend => ({ kind: "cylinder", span: 0, sag })],
  ["a cylinder of a hair", (sag: number): Bend => ({ kind: "cylinder", span: 0.5, sag })],
  ["a flat mesh", (): Bend => ({ kind: "mesh", points: flatMesh })],
])("%s shows what a plane shows, over random corners", (_, bendOf) => {
  const random = randomOf(7);
  const photo = photograph(200, 190, 180);
  for (let run = 0; run < 12; run++) {
    const corners = anyCorners(random);
    const plane = warp(kitOf(photo, corners), halves(255), [255, 255, 255]);
    const bent = warp(kitOf(photo, corners, bendOf(random() - 0.5)), halves(255), [255, 255, 255]);
    let sum = 0;
    for (let at = 0; at < plane.length; at++) sum += Math.abs((plane[at] ?? 0) - (bent[at] ?? 0));
    expect(sum / plane.length).toBeLessThanOrEqual(1);
  }
});

test("places on bent areas go to the picture and back, over random bends", () => {
  const random = randomOf(11);
  let meshes = 0;
  for (let run = 0; run < 80; run++) {
    const corners = anyCorners(random);
    const bends: Bend[] = [
      { kind: "cylinder", span: 1 + random() * 178, sag: random() - 0.5 },
      { kind: "mesh", points: anyMesh(random, 0.12) },
    ];
    for (const bend of bends) {
      if (!isSurface({ corners, bend })) continue;
      if (bend.kind === "mesh") meshes++;
      const { toArea, toPicture } = surfaceMap({ corners, bend });
      for (let point = 0; point < 20; point++) {
        const [u, v] = [0.02 + 0.96 * random(), 0.02 + 0.96 * random()];
        const [backU, backV] = toArea(...toPicture(u, v));
        expect(Math.abs(backU - u)).toBeLessThan(1e-3);
        expect(Math.abs(backV - v)).toBeLessThan(1e-3);
      }
    }
  }
  expect(meshes).toBeGreaterThan(20);
});

test("a cylinder is narrower at its sides and its rim hangs", () => {
  const corners: Corners = [0.2, 0.2, 0.8, 0.2, 0.8, 0.8, 0.2, 0.8];
  const bend: Bend = { kind: "cylinder", span: 160, sag: 0.2 };
  const { toPicture } = surfaceMap({ corners, bend });
  const width = (from: number, to: number) => toPicture(to, 0.5)[0] - toPicture(from, 0.5)[0];
  expect(width(0, 0.1)).toBeLessThan(0.4 * width(0.45, 0.55));
  expect(toPicture(0.5, 1)[1]).toBeGreaterThan(toPicture(0, 1)[1] + 0.05);
  expect(toPicture(0, 0)[0]).toBeCloseTo(0.2, 9);
  expect(toPicture(1, 1)[1]).toBeCloseTo(0.8, 9);
});

test("a mesh that folds, leaves its reach or lacks a point is no area", () => {
  const corners: Corners = [0.2, 0.2, 0.8, 0.2, 0.8, 0.8, 0.2, 0.8];
  const isMesh = (points: readonly number[]) =>
    isSurface({ corners, bend: { kind: "mesh", points } });
  const moved = (place: number, value: number) => flatMesh.with(place, value);
  expect(isMesh(flatMesh)).toBe(true);
  expect(isMesh(moved(10, 0.45))).toBe(true);
  expect(isMesh(moved(0, 1).with(6, 0))).toBe(false);
  expect(isMesh(moved(10, 1.6))).toBe(false);
  expect(isMesh(moved(10, Number.NaN))).toBe(false);
  expect(isMesh(flatMesh.slice(2))).toBe(false);
});

test("a print takes as much of the light as was asked, and plain goods all of it", () => {
  const photo = photograph(200, 190, 180);
  const contrast = (shading: number) => {
    const made = warp(kitOf(photo, tilted, flat, shading), halves(255), [255, 255, 255]);
    const blue = (u: number) => {
      const [x, y] = mapOf(tilted).toPicture(u, 0.5);
      return made[4 * (Math.floor(y * size) * size + Math.floor(x * size)) + 2] ?? 0;
    };
    return blue(0.55) - blue(0.95);
  };
  expect(contrast(0)).toBe(0);
  expect(contrast(1)).toBeGreaterThan(10);
  expect(contrast(2)).toBeGreaterThan(1.5 * contrast(1));
  const made = warp(kitOf(photo, tilted, flat, 0), halves(0), [255, 255, 255]);
  const worst = photo.reduce(
    (most, byte, at) =>
      Math.max(most, Math.abs(byte - (made[4 * Math.floor(at / 3) + (at % 3)] ?? 0))),
    0,
  );
  expect(worst).toBeLessThanOrEqual(3);
});

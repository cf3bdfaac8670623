import fc from "fast-check";
import { expect, test } from "vitest";
import { isInside } from "#shop/designs/draw/flatten.ts";
import { contoursAt, doubleArea } from "./contours.ts";
import { distanceField } from "./distance-field.ts";

const pixel = 0.1;
const size = 400;

/** Coverage of each pixel by a shape that says how far inside a place is, in millimetres. */
function coverageOf(inside: (x: number, y: number) => number): Uint8Array {
  const coverage = new Uint8Array(size * size);
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const depth = inside((column + 0.5) * pixel, (row + 0.5) * pixel) / pixel;
      coverage[row * size + column] = Math.round(255 * Math.max(0, Math.min(1, depth + 0.5)));
    }
  return coverage;
}

const disc = (x: number, y: number, radius: number) => (px: number, py: number) =>
  radius - Math.hypot(px - x, py - y);

test.each([-0.2, 0, 2])("a line %f mm from a disc is a circle", (growth) => {
  const field = distanceField(coverageOf(disc(20, 20, 10)), size, size, pixel);
  const lines = contoursAt(field, -growth);
  expect(lines).toHaveLength(1);
  for (const { x, y } of lines[0] ?? [])
    expect(Math.abs(Math.hypot(x - 20, y - 20) - 10 - growth)).toBeLessThan(0.05);
  expect((lines[0] ?? []).length).toBeLessThan(200);
});

test("a hole goes the other way round, and what touches the edge is closed", () => {
  const ring = (x: number, y: number) => Math.min(disc(20, 20, 15)(x, y), -disc(20, 20, 8)(x, y));
  const field = distanceField(coverageOf(ring), size, size, pixel);
  const areas = contoursAt(field, 0).map((line) => doubleArea(line) / 2);
  expect(areas.sort((a, b) => a - b)).toEqual([
    expect.closeTo(-Math.PI * 64, -0.5),
    expect.closeTo(Math.PI * 225, -0.5),
  ]);
  const whole = distanceField(new Uint8Array(size * size).fill(255), size, size, pixel);
  const [edge] = contoursAt(whole, 0);
  expect(Math.round(doubleArea(edge ?? []) / 2)).toBe(1600);
});

test("an empty field has no lines", () => {
  expect(contoursAt(distanceField(new Uint8Array(size * size), size, size, pixel), 0)).toEqual([]);
});

test("the lines round any spots enclose what is inside, also where spots touch at a corner", () => {
  const [side, cell] = [24, 6];
  const spots = fc.array(fc.boolean(), { minLength: 16, maxLength: 16 });
  fc.assert(
    fc.property(spots, (filled) => {
      const isFilled = (column: number, row: number) =>
        filled[4 * Math.floor(row / cell) + Math.floor(column / cell)] === true;
      const coverage = new Uint8Array(side * side).map((_, at) =>
        isFilled(at % side, Math.floor(at / side)) ? 255 : 0,
      );
      const lines = contoursAt(distanceField(coverage, side, side, pixel), 0);
      // The middle of a spot is far enough from every line to be on one side of them.
      for (let spot = 0; spot < 16; spot++) {
        const x = ((spot % 4) + 0.5) * cell * pixel;
        const y = (Math.floor(spot / 4) + 0.5) * cell * pixel;
        expect(isInside({ x, y }, lines)).toBe(filled[spot]);
      }
      const area = lines.reduce((sum, line) => sum + doubleArea(line) / 2, 0);
      const expected = filled.filter(Boolean).length * (cell * pixel) ** 2;
      expect(Math.abs(area - expected)).toBeLessThan(0.06 * 16);
    }),
  );
});

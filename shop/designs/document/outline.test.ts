import fc from "fast-check";
import { expect, test } from "vitest";
import { boundsOf } from "./outline.ts";

/** A place of a Bézier curve by De Casteljau's construction. */
function placeOf(controls: readonly (readonly [number, number])[], t: number): [number, number] {
  let points = controls.map(([x, y]): [number, number] => [x, y]);
  while (points.length > 1)
    points = points.slice(1).map(([x, y], index): [number, number] => {
      const [fromX, fromY] = points[index] ?? [0, 0];
      return [fromX + (x - fromX) * t, fromY + (y - fromY) * t];
    });
  return points[0] ?? [0, 0];
}

test("the box of a curve holds the whole curve, and touches it on every side", () => {
  const point = fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 }));
  fc.assert(
    fc.property(fc.array(point, { minLength: 2, maxLength: 4 }), (controls) => {
      const op = { 2: "L", 3: "Q", 4: "C" }[controls.length] ?? "";
      const box = boundsOf({ ops: `M${op}`, points: controls.flat() });
      const places = Array.from({ length: 2001 }, (_, step) => placeOf(controls, step / 2000));
      const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
      expect(box?.left).toBeCloseTo(Math.min(...xs), 2);
      expect(box?.right).toBeCloseTo(Math.max(...xs), 2);
      expect(box?.top).toBeCloseTo(Math.min(...ys), 2);
      expect(box?.bottom).toBeCloseTo(Math.max(...ys), 2);
    }),
  );
});

test("nothing has no box", () => {
  expect(boundsOf({ ops: "", points: [] })).toBeNull();
});

test("a curve of a letter, smaller than a millimetre, has its whole box too", () => {
  const box = boundsOf({ ops: "MQ", points: [0.5, 0, 0, 1, 0.5, 2] });
  expect(box).toMatchObject({ left: 0.25, right: 0.5, top: 0, bottom: 2 });
});

import { expect, test } from "vitest";
import { designerWords } from "#app/messages/shared/designer.ts";
import { boxOfLayer } from "./describe-layer.ts";
import { formatNumber, readNumber } from "./numbers.ts";

test("millimetres are written as each language writes them, and read with a comma or a point", () => {
  expect([12.25, 40, -0.04].map((value) => formatNumber(value, "id"))).toEqual(["12,3", "40", "0"]);
  expect([12.25, 40, -0.04].map((value) => formatNumber(value, "en"))).toEqual(["12.3", "40", "0"]);
  expect(["12,5", "12.5", " −3 ", "4.", "", "1,2,3", "x"].map(readNumber)).toEqual([
    ...[12.5, 12.5, -3, 4, null, null, null],
  ]);
});

test("a layer is described by where its corner is, not its middle", () => {
  const { place, size } = boxOfLayer(
    { x: 50, y: 30, w: 40, h: 12, angle: 0 },
    designerWords("id"),
    "id",
  );
  expect(place).toMatch(/30 mm.*24 mm/);
  expect(size).toMatch(/40.*12/);
});

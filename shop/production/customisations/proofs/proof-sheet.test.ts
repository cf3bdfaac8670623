import { expect, test } from "vitest";
import { inReadingOrder, sharpnessOf } from "./proof-sheet.ts";

test("pins are read as a page: by area, from above, then from the left", () => {
  const sheets = [
    { side: "front", area: "main" },
    { side: "back", area: "main" },
  ];
  const pin = (name: string, side: string, x: number, y: number) => ({
    name,
    side,
    x,
    y,
    area: "main",
  });
  const pins = [
    pin("back", "back", 0, 0),
    pin("below", "front", 1, 30),
    pin("right", "front", 50, 11),
    // A little lower, but in the same row.
    pin("left", "front", 10, 13),
  ];
  expect(inReadingOrder(pins, sheets).map(({ name }) => name)).toEqual([
    "left",
    "right",
    "below",
    "back",
  ]);
});

test("a picture is as sharp as the bounds of its area say", () => {
  const bounds = { target: 300, min: 150, floor: 100 };
  expect([300, 299, 150, 149, 100, 99].map((dpi) => sharpnessOf(dpi, bounds))).toEqual([
    ...["sharp", "soft", "soft", "blurred", "blurred", "refused"],
  ]);
});

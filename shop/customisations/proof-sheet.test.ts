import { expect, test } from "vitest";
import { inReadingOrder } from "./proof-sheet.ts";

test("pins are read as a page: by area, from above, then from the left", () => {
  const sheets = [
    { side: "front", area: "main" },
    { side: "back", area: "main" },
  ];
  const pin = (name: string, side: string, x: number, y: number) => ({
    ...{ name, side, x, y },
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

import { expect, test } from "vitest";
import type { DisplayArea, DisplayList } from "#shop/designs/draw/display-list.ts";
import { chooseMockup } from "./choose-mockup.ts";

/** A bar from the left to the right edge, of 100 mm. */
const printed = (left: number, right: number) => ({
  kind: "path" as const,
  layer: "bar",
  path: `M${left} 40L${right} 40L${right} 50L${left} 50Z`,
  fill: "#000000",
});
const area = (id: string, items: DisplayArea["items"]): DisplayArea => ({
  id,
  w: 100,
  h: 90,
  bleed: 0,
  safe: 0,
  trim: "",
  holes: [],
  mirror: false,
  dpi: 300,
  items,
});
const listOf = (around: DisplayArea["items"], lid: DisplayArea["items"] = []): DisplayList => ({
  v: 1,
  process: "sublimation",
  sides: [
    { id: "around", areas: [area("wrap", around)] },
    { id: "lid", areas: [area("top", lid)] },
  ],
});
const shot = (kit: string, sides: Record<string, string>) => ({
  id: kit,
  kit,
  sides,
  bodyFromVariant: true,
});
const mockups = [
  shot("right", { around: "wrap" }),
  shot("middle", { around: "wrap" }),
  shot("left", { around: "wrap" }),
  shot("above", { lid: "top" }),
];
const faces = {
  right: { x: 0.8, y: 0.5 },
  middle: { x: 0.5, y: 0.5 },
  left: { x: 0.2, y: 0.5 },
  above: { x: 0.5, y: 0.5 },
};
const chosen = (list: DisplayList, known: typeof faces | object = faces) =>
  chooseMockup(list, mockups, known as typeof faces)?.mockup.id ?? null;

test("the shot that faces the print is shown, of a print all round and of none the first", () => {
  expect(chosen(listOf([printed(10, 30)]))).toBe("left");
  expect(chosen(listOf([printed(30, 60)]))).toBe("middle");
  expect(chosen(listOf([printed(70, 95)]))).toBe("right");
  expect(chosen(listOf([printed(0, 100)]))).toBe("right");
  expect(chosen(listOf([]))).toBe("right");
});

test("a side with print goes before one without, and a kit that the shop lacks is left out", () => {
  expect(chosen(listOf([], [printed(40, 60)]))).toBe("above");
  expect(chosen(listOf([printed(40, 60)], [printed(40, 60)]))).toBe("middle");
  const { middle: _, ...others } = faces;
  expect(chosen(listOf([printed(40, 52)]), others)).toBe("left");
  expect(chosen(listOf([printed(40, 60)]), {})).toBeNull();
});

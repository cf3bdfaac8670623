import * as fc from "fast-check";
import { expect, test } from "vitest";
import { drawDocument } from "#shop/designs/draw-document.ts";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { boxOf } from "#shop/designs/summarise.ts";
import { type Design, readDesign } from "./design.ts";
import { liftDesign } from "./lift-design.ts";

const fonts = await loadFonts();
const element = { colour: "#14183a", rotation: 0 };
const front = { id: "front", width: 80, height: 80, ground: "#F4EFE6" };

function draw(design: unknown) {
  const read = readDesign(design);
  if (!read) throw new Error("This is no design of version 1");
  const { document, spec, bodies } = liftDesign(read, fonts);
  return { ...drawDocument({ document, spec, fonts }), bodies };
}

test("a word of version 1 keeps the middle of its baseline, also when it is turned", () => {
  for (const rotation of [0, 90, -37]) {
    const word = {
      ...element,
      kind: "text",
      text: "HH",
      x: 40,
      y: 50,
      size: 10,
      font: "sans",
      rotation,
    };
    const { list, problems, bodies } = draw({
      version: 1,
      sides: [{ ...front, elements: [word] }],
    });
    const [item] = list.sides[0]?.areas[0]?.items ?? [];
    const box = item && boxOf(item);
    expect(problems).toEqual([]);
    expect(bodies).toEqual({ front: "#f4efe6" });
    // Half of the height of an H above the baseline, turned with it.
    const capHeight = 7;
    const radians = (rotation / 180) * Math.PI;
    expect(((box?.left ?? 0) + (box?.right ?? 0)) / 2).toBeCloseTo(
      40 + (Math.sin(radians) * capHeight) / 2,
      0,
    );
    expect(((box?.top ?? 0) + (box?.bottom ?? 0)) / 2).toBeCloseTo(
      50 - (Math.cos(radians) * capHeight) / 2,
      0,
    );
  }
});

test("a shape of version 1 keeps its box", () => {
  const shape = {
    ...element,
    kind: "shape",
    shape: "ellipse",
    x: 10,
    y: 20,
    width: 30,
    height: 40,
  };
  const { list } = draw({ version: 1, sides: [{ ...front, elements: [shape] }] });
  const [item] = list.sides[0]?.areas[0]?.items ?? [];
  expect(item && boxOf(item)).toEqual({ left: 10, top: 20, right: 40, bottom: 60 });
});

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const place = { x: number(-2000, 2000), y: number(-2000, 2000) };
const colour = fc.constantFrom("#000000", "#ABCDEF");
const anyElement = fc.oneof(
  fc.record({
    kind: fc.constant("text"),
    text: fc.string({ minLength: 1, maxLength: 200, unit: "grapheme" }),
    ...place,
    size: number(0.1, 2000),
    font: fc.constantFrom("sans", "display", "mono"),
    colour,
    rotation: number(-360, 360),
  }),
  fc.record({
    kind: fc.constant("shape"),
    shape: fc.constantFrom("rectangle", "ellipse"),
    ...place,
    width: number(0.1, 2000),
    height: number(0.1, 2000),
    colour,
    rotation: number(-360, 360),
  }),
);
const anyDesign = fc.record({
  version: fc.constant(1),
  sides: fc.array(
    fc.record({
      id: fc.constantFrom("front", "back"),
      width: number(0.1, 2000),
      height: number(0.1, 2000),
      ground: colour,
      elements: fc.array(anyElement, { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});

test("every document that version 1 allowed has a version 2 that is drawn", () => {
  fc.assert(
    fc.property(anyDesign, (input) => {
      const design = readDesign(input);
      // Its own limits may refuse a text of many code units.
      if (!design) return;
      const before = JSON.stringify(design);
      const { list } = draw(design satisfies Design);
      expect(list.sides).toHaveLength(design.sides.length);
      expect(JSON.stringify(design)).toBe(before);
    }),
    { numRuns: 60 },
  );
});

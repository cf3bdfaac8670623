import { expect, test } from "vitest";
import { drawSample } from "#tests/support/builders/designs.ts";
import { boxOf } from "./summarise.ts";

test.each([24, 48])(
  "clip art %i mm wide fills its box, strokes as wide as they are drawn",
  async (w) => {
    const clip = {
      id: "c",
      kind: "clip",
      clip: "gift@1",
      colours: ["#cc0033"],
      x: 50,
      y: 40,
      w,
      h: 24,
    };
    const { list, problems } = await drawSample({ layers: [clip] });
    expect(problems).toEqual([]);
    const items = list.sides[0]?.areas[0]?.items ?? [];
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) {
      // The art is 24 units wide, with strokes of 2.
      expect(item).toMatchObject({ kind: "path", stroke: { colour: "#cc0033", width: w / 12 } });
      const box = boxOf(item);
      expect(box?.left).toBeGreaterThanOrEqual(50 - w / 2);
      expect(box?.right).toBeLessThanOrEqual(50 + w / 2);
    }
  },
);

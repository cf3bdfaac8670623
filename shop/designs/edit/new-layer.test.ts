import { expect, test } from "vitest";
import { area, place, start } from "#tests/support/builders/edited-design.ts";
import { layersAt } from "./edit-layers.ts";
import { newShape } from "./new-layer.ts";
import { withNewSlot } from "./new-slot.ts";

test("a new line lies across the middle, another shape is as high as it is wide", () => {
  const [line, heart] = (["line", "heart"] as const).map((shape) => newShape(start, area, shape));
  expect(line).toMatchObject({ x: area.w / 2, y: area.h / 2, h: 1 });
  expect(line?.w).toBeGreaterThan(heart?.w ?? Number.POSITIVE_INFINITY);
  expect(line?.stroke?.width).toBeGreaterThanOrEqual(area.minStroke);
  expect(line?.fill).toBeUndefined();
  expect(heart?.w).toBe(heart?.h);
  expect(heart?.stroke).toBeUndefined();
});

test("a new slot lies in the middle of its area, inside of it", () => {
  const { document, id } = withNewSlot(start, place, area, { id: "Foto", en: "Photo" });
  const slot = layersAt(document, place).find((layer) => layer.id === id);
  expect(slot).toMatchObject({ kind: "slot", x: area.w / 2, y: area.h / 2 });
  expect(slot?.w).toBeLessThan(Math.min(area.w, area.h));
});

import { expect, test } from "vitest";
import { area, place, start } from "#tests/support/builders/edited-design.ts";
import { addLayer, layersAt } from "./edit-layers.ts";
import { newShape, newText } from "./new-layer.ts";
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

test("new texts cover no other layer while there is room, and lie inside of their area", () => {
  let document = start;
  for (let count = 0; count < 4; count++) {
    const others = layersAt(document, place);
    const text = newText(document, area, "Tulisan Anda", { others });
    if (!text) throw new Error("no font");
    for (const other of others) {
      const isBeside = Math.abs(other.x - text.x) >= (other.w + text.w) / 2 - 0.002;
      const isBelow = Math.abs(other.y - text.y) >= (other.h + text.h) / 2 - 0.002;
      expect(isBeside || isBelow).toBe(true);
    }
    expect(text.y - text.h / 2).toBeGreaterThanOrEqual(0);
    expect(text.y + text.h / 2).toBeLessThanOrEqual(area.h);
    document = addLayer(document, place, text);
  }
  const filled = { ...newShape(start, area, "rect"), w: area.w, h: area.h };
  const text = newText(document, area, "Tulisan Anda", { others: [filled] });
  expect(text).toMatchObject({ x: area.w / 2, y: area.h / 2 });
});

test("a new text on the team shirt is below the name and does not cover the number", () => {
  const platen = { ...area, w: 305, h: 406, safe: 10, minText: 6 };
  const box = (y: number, w: number, h: number) => ({
    ...newShape(start, platen, "rect"),
    y,
    w,
    h,
  });
  const [team, number, name] = [box(80, 230, 60), box(210, 220, 200), box(330, 230, 46)];
  const text = newText(start, platen, "Tulisan Anda", { others: [team, number, name] });
  if (!text) throw new Error("no font");
  expect(text.y - text.h / 2).toBeGreaterThanOrEqual(name.y + name.h / 2 - 0.002);
  expect(text.y + text.h / 2).toBeLessThanOrEqual(platen.h - platen.safe);
  expect(text.x).toBe(platen.w / 2);
});

test("new texts and shapes have an ink that is seen on the goods", () => {
  expect(newText(start, area, "Rani", { body: "#ffffff" })?.colour).toBe("#14183a");
  expect(newText(start, area, "Rani", { body: "#1a1d40" })?.colour).toBe("#ffffff");
  expect(newShape(start, area, "star", "#1a1d40").fill).toBe("#ffffff");
  const colours = [
    { id: "navy", name: { id: "Biru", en: "Navy" }, hex: "#101533" },
    { id: "yellow", name: { id: "Kuning", en: "Yellow" }, hex: "#f2b632" },
  ];
  expect(newText(start, { ...area, colours }, "Rani", { body: "#14183a" })?.colour).toBe("#f2b632");
});

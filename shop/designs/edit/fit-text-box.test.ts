import { describe, expect, test } from "vitest";
import type { TextLayer } from "#shop/designs/document/document.ts";
import { drawDocument } from "#shop/designs/draw/draw-document.ts";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { fontHashes } from "#tests/support/builders/designs.ts";
import { area, layerOfKind, spec, start } from "#tests/support/builders/edited-design.ts";
import { changeLayer } from "./edit-layers.ts";
import { fitTextBox } from "./fit-text-box.ts";

const fonts = await loadFonts();

describe("the box of a text", () => {
  const typeface = fonts.get(fontHashes["pacifico-400"] ?? "");
  if (!typeface) throw new Error("The font is missing");
  const layer = layerOfKind(start, "name", "text");

  test("is as wide as its words and stays where they are aligned", () => {
    const fitted = fitTextBox({ ...layer, align: "start" }, typeface, area.minText);
    const longer = fitTextBox({ ...fitted, text: "Rani dan Budi" }, typeface, area.minText);
    expect(longer.w).toBeGreaterThan(fitted.w);
    expect(longer.x - longer.w / 2).toBeCloseTo(fitted.x - fitted.w / 2, 2);
    expect(fitTextBox(fitted, typeface, area.minText)).toBe(fitted);
  });

  test("of wrapped lines grows downwards", () => {
    const wide = fitTextBox({ ...layer, fit: "wrap", w: 80 }, typeface, area.minText);
    const text = "Rani dan Budi di Solo";
    const long = fitTextBox({ ...wide, text, w: 34 }, typeface, area.minText);
    expect(long.h).toBeGreaterThan(wide.h * 2);
    expect(long.y - long.h / 2).toBeCloseTo(wide.y - wide.h / 2, 2);
    const drawn = drawDocument({
      document: changeLayer(start, "name", () => long),
      spec,
      fonts,
    });
    const [item] = drawn.list.sides[0]?.areas[0]?.items ?? [];
    expect(item?.kind === "path" && item.size).toBe(layer.size);
    expect(item?.kind === "path" && item.text?.split("\n").length).toBeGreaterThan(2);
  });

  test("stays where words cannot be laid out", () => {
    const broken: TextLayer = { ...layer, text: "" };
    expect(fitTextBox(broken, typeface, area.minText)).toBe(broken);
  });
});

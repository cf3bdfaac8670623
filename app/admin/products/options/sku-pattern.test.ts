import { expect, test } from "vitest";
import type { ProductDraft } from "#app/admin/products/product-draft.ts";
import { skusByPattern, startPattern } from "./sku-pattern.ts";

const value = (code: string) => ({ code, label: { id: code, en: "" } });
const fields = {
  slug: "kaus-polos",
  options: [
    {
      code: "colour",
      name: { id: "Warna", en: "Colour" },
      values: [value("hitam"), value("putih")],
    },
    { code: "size", name: { id: "Ukuran", en: "Size" }, values: [value("m"), value("l")] },
  ],
} as unknown as ProductDraft["fields"];
const variants = [
  { id: "1", options: { colour: "hitam", size: "m" }, isRemoved: false },
  { id: "2", options: { colour: "hitam", size: "l" }, isRemoved: false },
  { id: "3", options: { colour: "putih", size: "l" }, isRemoved: true },
] as unknown as ProductDraft["variants"];
const made = (pattern: string) => skusByPattern(pattern, { fields, variants });

test("a pattern makes a SKU of each offered variant by Indonesian names or codes", () => {
  expect(startPattern(fields.options)).toBe("{slug}-{warna}-{ukuran}");
  expect(made("{slug}-{warna}-{ukuran}")).toEqual({
    skus: new Map([
      ["1", "KAUS-POLOS-HITAM-M"],
      ["2", "KAUS-POLOS-HITAM-L"],
    ]),
  });
  expect(made("KP/{Size}")).toEqual({
    skus: new Map([
      ["1", "KP/M"],
      ["2", "KP/L"],
    ]),
  });
});

test("a pattern that gives two variants one SKU, an unknown name or a long SKU is refused", () => {
  expect(made("{slug}-{warna}")).toEqual({ problem: "same", detail: "KAUS-POLOS-HITAM" });
  expect(made("{slug}-{bahan}")).toEqual({ problem: "unknown", detail: "bahan" });
  expect(made(`${"x".repeat(64)}{size}`)).toMatchObject({ problem: "long" });
});

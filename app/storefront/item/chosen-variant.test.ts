import { expect, test } from "vitest";
import type { ProductVariant, StockBand } from "#shop/catalogue/catalogue.ts";
import { firstVariant } from "./chosen-variant.ts";

const variant = (
  id: string,
  colour: string,
  size: string,
  picture: number,
  stock_band: StockBand = "in",
): ProductVariant => ({
  id,
  sku: id,
  options: { colour, size },
  price: 1,
  was_price: null,
  stock_band,
  weight_grams: 1,
  pictures: [picture],
});
const shirts = [
  variant("hitam-m", "hitam", "m", 0, "out"),
  variant("hitam-l", "hitam", "l", 0),
  variant("putih-m", "putih", "m", 2),
  variant("soga-m", "soga", "m", 1),
  variant("merah-m", "merah", "m", 3, "out"),
];
const openedBy = (query: string) => firstVariant(shirts, new URLSearchParams(query))?.id;

test("a product opens with its first available variant", () => {
  expect(openedBy("")).toBe("hitam-l");
  expect(openedBy("utm_source=mail")).toBe("hitam-l");
  expect(firstVariant([], new URLSearchParams())).toBeUndefined();
});

test("a variant that matches the list's filter comes first", () => {
  expect(openedBy("colour=putih")).toBe("putih-m");
  expect(openedBy("colour=merah")).toBe("merah-m");
  expect(openedBy("colour=hitam&size=m")).toBe("hitam-m");
});

test("the variant that the address names comes first, sold out or not", () => {
  expect(openedBy("variant=merah-m&colour=putih")).toBe("merah-m");
  expect(openedBy("variant=hijau-m&colour=putih")).toBe("putih-m");
});

test("of several variants, the one on the card's picture is chosen", () => {
  expect(openedBy("colour=putih&colour=soga")).toBe("soga-m");
});

test("an option value that the product lacks changes nothing", () => {
  expect(openedBy("colour=ungu")).toBe("hitam-l");
});

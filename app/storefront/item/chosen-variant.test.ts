import { expect, test } from "vitest";
import type { ProductVariant, StockBand } from "#shop/catalogue/catalogue.ts";
import { firstVariant, nearestVariant } from "./chosen-variant.ts";

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
  min_pieces: 1,
  max_pieces: null,
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

test("a value that no variant combines with the others selects the variant that shares most of them", () => {
  const large = { colour: "hitam", size: "l" };
  // Putih is not made in L.
  expect(nearestVariant(shirts, large, "colour", "putih")?.id).toBe("putih-m");
  expect(nearestVariant(shirts, large, "size", "m")?.id).toBe("hitam-m");
  expect(nearestVariant(shirts, large, "colour", "ungu")).toBeUndefined();
});

test("every sequence of clicks selects a variant with the last value, also with missing combinations", () => {
  const seed = 20261201;
  let state = seed;
  const random = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  const values = { colour: ["a", "b", "c"], size: ["s", "m", "l"], cut: ["x", "y"] };
  const variants = values.colour.flatMap((colour) =>
    values.size.flatMap((size) =>
      values.cut.flatMap((cut) =>
        random() < 0.4
          ? []
          : [
              {
                ...variant(`${colour}${size}${cut}`, colour, size, 0),
                options: { colour, size, cut },
              },
            ],
      ),
    ),
  );
  let chosen: ProductVariant | undefined = variants[0];
  for (let click = 0; click < 500; click++) {
    const names = Object.keys(values) as (keyof typeof values)[];
    const name = names[Math.floor(random() * names.length)] ?? "size";
    const value = values[name][Math.floor(random() * values[name].length)] ?? "";
    const next = nearestVariant(variants, chosen?.options ?? {}, name, value);
    const has = variants.some(({ options }) => options[name] === value);
    expect(next?.options[name], `seed ${seed}, click ${click}`).toBe(has ? value : undefined);
    chosen = next ?? chosen;
  }
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { readShopFilter, type ShopFilter, shopFilterParams, sorts } from "./shop-filter.ts";

const runs = { numRuns: 2_000 };
const read = (query: string) => readShopFilter(new URLSearchParams(query));

test("an address without parameters lists the whole shop", () => {
  expect(shopFilterParams(read("")).toString()).toBe("");
  expect(read("")).toMatchObject({ q: "", category: null, sort: "popular", page: 1 });
});

test("reads the known parameters", () => {
  expect(
    read(
      "q=kopi+susu&category=mug&colour=red,blue&colour=red&size=xl&sale=1&min=0&max=90000&page=3",
    ),
  ).toMatchObject({
    q: "kopi susu",
    category: "mug",
    colours: ["red", "blue"],
    sizes: ["xl"],
    sale: true,
    personalisable: false,
    price_min: 0,
    price_max: 90_000,
    page: 3,
  });
});

test.each([
  ["page=0", { page: 1 }],
  ["page=-1", { page: 1 }],
  ["page=1e3", { page: 1 }],
  ["page=99999", { page: 1 }],
  ["page=9999", { page: 9999 }],
  ["min=-5&max=1.5", { price_min: null, price_max: null }],
  ["min=300000&max=100000", { price_min: 100_000, price_max: 300_000 }],
  ["min=99999999999", { price_min: null }],
  ["sort=price%3Bdrop", { sort: "popular" }],
  ["category=../etc", { category: null }],
  ["colour=%00,RED,red", { colours: ["red"] }],
  ["sale=true", { sale: false }],
  ["q=%00a%0Ab", { q: "a b" }],
])("%s is read as %j", (query, part) => {
  expect(read(query)).toMatchObject(part);
});

test("a long search is cut between characters, not within one", () => {
  const query = `${"a".repeat(99)}😀`;
  expect(readShopFilter(new URLSearchParams({ q: query })).q).toBe("a".repeat(99));
});

test("any filter survives its address", () => {
  const slugs = fc.uniqueArray(fc.stringMatching(/^[a-z0-9-]{1,40}$/), { maxLength: 20 });
  const price = fc.option(fc.integer({ min: 0, max: 9_999_999_999 }));
  const prices = fc
    .tuple(price, price)
    .filter(([price_min, price_max]) => (price_min ?? 0) <= (price_max ?? Number.MAX_SAFE_INTEGER))
    .map(([price_min, price_max]) => ({ price_min, price_max }));
  const pages = fc.oneof(
    fc.record({ page: fc.integer({ min: 1, max: 9_999 }), after: fc.constant(null) }),
    fc.record({ page: fc.integer({ min: 2, max: 9_999 }), after: fc.uuid() }),
  );
  const rest = fc.record({
    q: fc
      .string({ unit: "grapheme", maxLength: 40 })
      .map((text) => text.replace(/[\p{Cc}\p{Cs}]/gu, "").slice(0, 100))
      .filter((text) => text.isWellFormed() && text.trim() === text),
    category: fc.option(fc.stringMatching(/^[a-z0-9-]{1,40}$/)),
    colours: slugs,
    sizes: slugs,
    personalisable: fc.boolean(),
    sale: fc.boolean(),
    in_stock: fc.boolean(),
    sort: fc.constantFrom(...sorts),
  });
  const filters: fc.Arbitrary<ShopFilter> = fc
    .tuple(rest, prices, pages)
    .map(([filter, amounts, page]) => ({ ...filter, ...amounts, ...page }));
  fc.assert(
    fc.property(filters, (filter) => {
      expect(read(shopFilterParams(filter).toString())).toEqual(filter);
    }),
    runs,
  );
});

test("any address opens a list, and that list's canonical address opens the same", () => {
  const name = fc.constantFrom(
    "q",
    "category",
    "colour",
    "size",
    "min",
    "max",
    "sort",
    "page",
    "sale",
  );
  const value = fc.string({ unit: "binary", maxLength: 130 });
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 8 }), (pairs) => {
      const filter = readShopFilter(new URLSearchParams(pairs));
      expect(filter.q.isWellFormed() && filter.q.length <= 100).toBe(true);
      expect(read(shopFilterParams(filter).toString())).toEqual(filter);
    }),
    runs,
  );
});

import { expect, test } from "vitest";
import { isWholeRun } from "#tests/support/runner/whole-run.ts";
import { cartLinkQuery, type LinkedGoods, maxLinkedGoods, readCartLinkItems } from "./cart-link.ts";

test.each([
  ["", [], []],
  [
    "A-1:2,B-2",
    [
      ["A-1", 2],
      ["B-2", 1],
    ],
    [],
  ],
  [" A-1 : 2 , ,", [["A-1", 2]], []],
  ["a:2,A:3", [["a", 5]], []],
  ["A:60,A:60", [["A", 99]], []],
  ["A:0,B:-1,C:1.5,D:100,E:x,F:", [], ["A:0", "B:-1", "C:1.5", "D:100", "E:x", "F:"]],
  [`${"S".repeat(65)}:1`, [], ["S".repeat(64)]],
  [
    "A%2CB:2,100%:1,%00:1",
    [
      ["A,B", 2],
      ["100%", 1],
    ],
    ["%00:1"],
  ],
] as const)("%j is read", (text, goods, ignored) => {
  const read = readCartLinkItems(text);
  expect(read.goods.map(({ sku, quantity }) => [sku, quantity])).toEqual(goods);
  expect(read.ignored).toEqual(ignored);
});

test("entries above the limit are ignored and returned, and a repeated SKU below the limit still counts", () => {
  const all = Array.from({ length: 22 }, (_, index) => `S${index}:1`);
  const { goods, ignored } = readCartLinkItems([...all, "s0:4"].join(","));
  expect(goods).toHaveLength(maxLinkedGoods);
  expect(goods[0]).toEqual({ sku: "S0", quantity: 5 });
  expect(ignored).toEqual(["S20:1", "S21:1"]);
});

test("a built link is read back unchanged, with any characters in its SKUs", () => {
  const seed = 20_260_301;
  console.info(`seed ${seed}`);
  let state = seed;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const letters = [
    "A",
    "b",
    "0",
    "-",
    ":",
    ",",
    "%",
    " x",
    "+",
    "&",
    "=",
    "#",
    "é",
    "/",
    "🙂",
    "%2C",
  ];
  for (let run = 0; run < (isWholeRun ? 2_000 : 200); run += 1) {
    const goods: LinkedGoods[] = Array.from({ length: 1 + random(maxLinkedGoods) }, (_, index) => ({
      sku: `${index}${Array.from({ length: random(6) }, () => letters[random(letters.length)]).join("")}`,
      quantity: 1 + random(99),
    }));
    const query = new URLSearchParams(cartLinkQuery(goods, "HEMAT 10%", run % 2 === 0));
    expect(readCartLinkItems(query.get("items") ?? "")).toEqual({ goods, ignored: [] });
    expect(query.get("code")).toBe("HEMAT 10%");
    expect(query.get("to")).toBe(run % 2 === 0 ? "checkout" : null);
  }
});

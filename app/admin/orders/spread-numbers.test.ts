import { expect, test } from "vitest";
import { spreadNumbers } from "./spread-numbers.ts";

const orders = [
  { id: "a", number: "INV-10419" },
  { id: "b", number: "INV-10418" },
  { id: "c", number: "INV-10417" },
];
const spread = (text: string, from = 0) => spreadNumbers(text, orders, from);

test("lines of one cell fill the orders in sequence; lines beyond the last order are left over", () => {
  expect(spread("JX1\r\nJX2\nJX3\n", 1)).toEqual({
    numbers: { b: "JX1", c: "JX2" },
    left: ["JX3"],
  });
  expect(spread("JX1\n\nJX3")).toEqual({ numbers: { a: "JX1", c: "JX3" }, left: [] });
  // A column with an order number is not a column of tracking numbers.
  expect(spread("INV-10418\nJX1")).toEqual({ numbers: {}, left: ["INV-10418", "JX1"] });
});

test("a line of several cells is assigned only to the order that it names", () => {
  expect(spread("INV-10417\tJX3\ninv-10419\tJX1")).toEqual({
    numbers: { c: "JX3", a: "JX1" },
    left: [],
  });
  expect(spread("INV-10419\tJX100001\nINV-10418\tJX100003\nINV-10300\tJX100002")).toEqual({
    numbers: { a: "JX100001", b: "JX100003" },
    left: ["INV-10300 JX100002"],
  });
  expect(spread("JX1\nINV-10418\tJX2")).toEqual({ numbers: { b: "JX2" }, left: ["JX1"] });
});

test("headings identify the columns and are never tracking numbers", () => {
  expect(spread("No Pesanan\tResi\nINV-10418\tJX100003")).toEqual({
    numbers: { b: "JX100003" },
    left: [],
  });
  expect(spread("Resi\tNama\tPesanan\nJX1\tRani\tINV-10419")).toEqual({
    numbers: { a: "JX1" },
    left: [],
  });
  expect(spread("Resi\nJX1\nJX2")).toEqual({ numbers: { a: "JX1", b: "JX2" }, left: [] });
  expect(spread("Apa\tItu\nINV-10419\tJX1")).toEqual({ numbers: { a: "JX1" }, left: ["Apa Itu"] });
});

test("without headings the last cell is the tracking number, not the buyer's name", () => {
  expect(spread("INV-10419\tRani\tJX100001\nINV-10418\tBudi\tJX100002")).toEqual({
    numbers: { a: "JX100001", b: "JX100002" },
    left: [],
  });
});

test("rounded numbers, duplicate lines of an order and lines without a number are left over", () => {
  expect(spread("INV-10419\t1,23E+11\nINV-10418\t8.8E+15")).toEqual({
    numbers: {},
    left: ["INV-10419 1,23E+11", "INV-10418 8.8E+15"],
  });
  expect(spread("INV-10419\tJX1\nINV-10419\tJX2\nINV-10418\t")).toEqual({
    numbers: { a: "JX1" },
    left: ["INV-10419 JX2", "INV-10418"],
  });
});

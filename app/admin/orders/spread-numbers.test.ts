import { expect, test } from "vitest";
import { spreadNumbers } from "./spread-numbers.ts";

const orders = [
  { id: "a", number: "INV-1" },
  { id: "b", number: "INV-2" },
  { id: "c", number: "INV-3" },
];

test("a pasted column fills the rows from there on, and a second cell goes to the order that the first one names", () => {
  expect(spreadNumbers("JN1\r\nJN2\nJN3\nJN4\n", orders, 1)).toEqual({ b: "JN1", c: "JN2" });
  expect(spreadNumbers("INV-3\tJN3\ninv-1\tJN1", orders, 0)).toEqual({ c: "JN3", a: "JN1" });
  expect(spreadNumbers("JN1\n\nJN3", orders, 0)).toEqual({ a: "JN1", c: "JN3" });
});

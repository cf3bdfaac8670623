import { expect, test } from "vitest";
import { countByVariant } from "./roster.ts";

test("the cart has one line a size, with as many pieces as the list has rows of it", () => {
  const rows = ["m", "l", "m", "s", "m"].map((variant_id) => ({ variant_id }));
  expect(countByVariant(rows)).toEqual([
    { variant_id: "m", quantity: 3 },
    { variant_id: "l", quantity: 1 },
    { variant_id: "s", quantity: 1 },
  ]);
  expect(countByVariant([])).toEqual([]);
});

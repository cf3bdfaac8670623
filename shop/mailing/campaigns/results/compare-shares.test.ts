import { expect, test } from "vitest";
import { compareShares } from "./compare-shares.ts";

test("a difference counts once chance would make it less than once in twenty", () => {
  const share = (people: number, of: number) => ({ people, of });
  // z = 2.02 and 1.93.
  expect(compareShares(share(1_000, 50), share(1_000, 32))).toBe("a");
  expect(compareShares(share(1_000, 50), share(1_000, 33))).toBeUndefined();
  expect(compareShares(share(1_000, 32), share(1_000, 50))).toBe("b");
  // Groups of different size.
  expect(compareShares(share(19_000, 570), share(1_000, 18))).toBe("a");
  expect(compareShares(share(1_000, 9), share(1_000, 0))).toBeUndefined();
  expect(compareShares(share(0, 0), share(1_000, 100))).toBeUndefined();
  expect(compareShares(share(10, 10), share(10, 10))).toBeUndefined();
  expect(compareShares(share(10, 12), share(10, 11))).toBeUndefined();
});

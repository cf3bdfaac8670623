import { expect, test } from "vitest";
import { pickWinner } from "./pick-winner.ts";

const arm = (buyers: number, clickers: number, people = 1_000) => ({
  people,
  orders: buyers,
  buyers,
  clickers,
});

test("the winner has more buyers, else more clicks, beyond chance; otherwise A goes", () => {
  // Buyers decide against the clicks.
  expect(pickWinner({ a: arm(32, 400), b: arm(50, 100) })).toEqual({ winner: "b", why: "orders" });
  expect(pickWinner({ a: arm(50, 100), b: arm(32, 400) })).toEqual({ winner: "a", why: "orders" });
  expect(pickWinner({ a: arm(33, 100), b: arm(50, 150) })).toEqual({ winner: "b", why: "clicks" });
  expect(pickWinner({ a: arm(33, 150), b: arm(50, 100) })).toEqual({ winner: "a", why: "clicks" });
  expect(pickWinner({ a: arm(33, 100), b: arm(50, 110) })).toEqual({ winner: "a", why: "none" });
  expect(pickWinner({ a: arm(0, 0, 0), b: arm(0, 0, 0) })).toEqual({ winner: "a", why: "none" });
});

test("more clicks than recipients, as of a mail that was forwarded, count as all of them", () => {
  expect(pickWinner({ a: arm(0, 12, 100), b: arm(0, 500, 100) })).toEqual({
    winner: "b",
    why: "clicks",
  });
  expect(pickWinner({ a: arm(0, 300, 100), b: arm(0, 500, 100) })).toEqual({
    winner: "a",
    why: "none",
  });
});

import { expect, test } from "vitest";
import { cardFieldProblem, cardProblem } from "./card-check.ts";

const now = new Date("2026-11-29T05:00:00Z");

test.each([
  ["number", "4242 4242 4242 4241", "number_invalid"],
  ["number", "4242 4242 4242 4242", undefined],
  ["expiry", "12/20", "expired"],
  ["expiry", "13/30", "expiry_invalid"],
  ["expiry", "11/26", undefined],
  ["cvc", "1", "cvc_invalid"],
  ["cvc", "123", undefined],
] as const)("the %s %s has the problem %s", (field, value, problem) =>
  expect(cardFieldProblem(field, value, now)).toBe(problem),
);

test("a card has the problem of its first wrong field", () => {
  const card = { number: "4242 4242 4242 4242", expiry: "12/20", cvc: "1" };
  expect(cardProblem(card, now)).toBe("expired");
  expect(cardProblem({ ...card, expiry: "12/30" }, now)).toBe("cvc_invalid");
  expect(cardProblem({ ...card, expiry: "12/30", cvc: "123" }, now)).toBeUndefined();
});

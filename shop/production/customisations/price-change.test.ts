import { expect, test } from "vitest";
import { type PaidLine, priceChange, returnedBy } from "./price-change.ts";

const line = (list: number, paid: number, left = paid): PaidLine => ({
  line_id: `${list}-${paid}`,
  order_id: "o",
  list,
  paid,
  left,
});

test("more is asked at its price, nothing is asked for the same price", () => {
  expect(priceChange(6_000, [line(100_000, 90_000)])).toEqual({ asks: 6_000, returns: [] });
  expect(priceChange(0, [line(100_000, 90_000)])).toEqual({ asks: 0, returns: [] });
});

test("less goes back from the newest line, as far as it was paid", () => {
  const ordered = line(100_000, 90_000);
  const amounts = (difference: number, lines: readonly PaidLine[]) =>
    priceChange(difference, lines).returns.map(({ line: { line_id }, amount }) => [
      line_id,
      amount,
    ]);
  expect(amounts(-10_000, [ordered])).toEqual([["100000-90000", 9_000]]);
  expect(amounts(-5_000, [line(5_000, 5_000), ordered])).toEqual([["5000-5000", 5_000]]);
  expect(amounts(-7_000, [line(5_000, 5_000), ordered])).toEqual([
    ["5000-5000", 5_000],
    ["100000-90000", 1_800],
  ]);
  expect(amounts(-7_000, [line(5_000, 5_000, 0), ordered])).toEqual([["100000-90000", 6_300]]);
  expect(amounts(-7_000, [line(100_000, 0)])).toEqual([]);
});

/** A generator of numbers with a pinned seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test("never more goes back than was paid, nor than the same share in exact fractions (seed 218)", () => {
  const draw = numbers(218);
  for (let run = 0; run < 5_000; run++) {
    const lines = Array.from({ length: 1 + draw(4) }, () => {
      const list = draw(90_000_000);
      const paid = draw(list + 1);
      return line(list, paid, draw(paid + 1));
    });
    const difference = -draw(200_000_000);
    const change = priceChange(difference, lines);
    for (const { line: from, amount } of change.returns) {
      expect(Number.isSafeInteger(amount) && amount > 0 && amount <= from.left).toBe(true);
    }
    // In list prices, as fractions over the product of what was paid: no more than the difference.
    const whole = change.returns.reduce((all, { line: from }) => all * BigInt(from.paid), 1n);
    const sum = change.returns.reduce(
      (all, { line: from, amount }) =>
        all + (BigInt(amount) * BigInt(from.list) * whole) / BigInt(from.paid),
      0n,
    );
    expect(sum <= BigInt(-difference) * whole + BigInt(lines.length) * whole).toBe(true);
    expect(returnedBy(change)).toBeLessThanOrEqual(-difference);
  }
});

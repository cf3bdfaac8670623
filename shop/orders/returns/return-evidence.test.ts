import { expect, test } from "vitest";
import { evidenceOf } from "./return-evidence.ts";

type Order = Parameters<typeof evidenceOf>[1];

const line = {
  id: "a",
  picture: null,
  proof: 2,
  words: ["Rani"],
  name: "Mug",
  personalised: false,
  total: 100_000,
  quantity: 3,
  refunded: 0,
  unit_totals: [33_334, 33_333, 33_333],
};
const shipment = (delivered_at: string | null, order_line_id = "a") => ({
  shipped_at: "2026-01-01T00:00:00Z",
  delivered_at,
  lines: [{ order_line_id, quantity: 1 }],
});
const rules = {
  return_days: 7,
  claim_days: 2,
  transit_days: 5,
  zone: "Asia/Jakarta" as const,
};
const order = (given: object = {}) =>
  ({
    paid_total: 120_000,
    refunded_total: 0,
    shipments: [shipment("2026-01-04T00:00:00Z"), shipment("2026-01-09T00:00:00Z", "b")],
    lines: [line, { ...line, id: "b" }],
    ...given,
  }) as unknown as Order;
const evidence = (of: Order, supplements: Parameters<typeof evidenceOf>[2] = []) =>
  evidenceOf(
    { kind: "return", lines: [{ order_line_id: "a" }] } as unknown as Parameters<
      typeof evidenceOf
    >[0],
    of,
    supplements,
    rules,
    new Date("2026-01-08T12:00:00Z"),
  );

test("a return's evidence has what was paid, the delivery of its goods, and the days that are left", () => {
  expect(evidence(order())).toEqual({
    delivered_at: "2026-01-04T00:00:00Z",
    until: "2026-01-11T00:00:00.000Z",
    days_left: 2,
    lines: [
      {
        id: "a",
        picture: null,
        proof: 2,
        words: ["Rani"],
        name: "Mug",
        paid: 100_000,
        given_back: 0,
        paid_each: 33_333,
      },
    ],
  });
});

test("what was paid for a line stays what it was after its refund, which is a figure of its own", () => {
  const [whole] = evidence(
    order({ paid_total: 0, refunded_total: 120_000, lines: [{ ...line, refunded: 3 }] }),
  ).lines;
  expect(whole).toMatchObject({ paid: 100_000, given_back: 100_000 });
  const [part] = evidence(order({ lines: [{ ...line, refunded: 1 }] })).lines;
  expect(part).toMatchObject({ paid: 100_000, given_back: 33_334 });
});

test("what a new design cost more counts as paid for its line, and goes back with it", () => {
  const supplement = { of_line: "a", unit_totals: [2000, 2000, 2001], refunded: 2 };
  const other = { of_line: "b", unit_totals: [9000], refunded: 1 };
  const [one] = evidence(order({ lines: [{ ...line, refunded: 2 }] }), [supplement, other]).lines;
  expect(one).toMatchObject({ paid: 106_001, given_back: 70_667, paid_each: 35_334 });
});

test("nothing was paid for goods whose cash the courier has not handed over", () => {
  const [one] = evidence(order({ paid_total: 0 })).lines;
  expect(one).toMatchObject({ paid: 0, given_back: 0 });
});

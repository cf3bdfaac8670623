import { expect, test } from "vitest";
import { evidenceOf } from "./return-evidence.ts";

const line = { id: "a", picture: null, proof: 2, words: ["Rani"], total: 100_000, quantity: 3 };
const shipment = (delivered_at: string | null, order_line_id = "a") => ({
  shipped_at: "2026-01-01T00:00:00Z",
  delivered_at,
  lines: [{ order_line_id, quantity: 1 }],
});
const rules = {
  ...{ return_days: 7, claim_days: 2, transit_days: 5, zone: "Asia/Jakarta" as const },
};

test("a return's evidence has what was paid, the delivery of its goods, and the days that are left", () => {
  const found = evidenceOf(
    { kind: "return", lines: [{ order_line_id: "a" }] } as unknown as Parameters<
      typeof evidenceOf
    >[0],
    {
      paid_total: 120_000,
      shipments: [shipment("2026-01-04T00:00:00Z"), shipment("2026-01-09T00:00:00Z", "b")],
      lines: [{ ...line, personalised: false }],
    } as unknown as Parameters<typeof evidenceOf>[1],
    rules,
    new Date("2026-01-08T12:00:00Z"),
  );
  expect(found).toEqual({
    paid: 120_000,
    delivered_at: "2026-01-04T00:00:00Z",
    until: "2026-01-11T00:00:00.000Z",
    days_left: 2,
    lines: [{ id: "a", picture: null, proof: 2, words: ["Rani"], paid_each: 33_333 }],
  });
});

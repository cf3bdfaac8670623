import { expect, test } from "vitest";
import type { OrderEvent } from "#shop/orders/order.ts";
import { receivable } from "./receivable.ts";
import { timelineOf } from "./timeline.ts";

const event = (kind: OrderEvent["kind"], at: string): OrderEvent => ({
  kind,
  at,
  by: "shop",
  by_name: null,
  details: {},
  undone: false,
});
const card = { kind: "card" } as Parameters<typeof timelineOf>[0]["payment"];

test("what happened stands once: steps with times, and between them all else", () => {
  const events = [
    event("placed", "2026-01-01"),
    event("payment_declined", "2026-01-02"),
    event("paid", "2026-01-03"),
    event("refunded", "2026-01-04"),
    event("shipment_prepared", "2026-01-05"),
  ];
  const steps = timelineOf({
    events,
    stage: "processing",
    payment: card,
    total: 1,
    supplement_of: null,
  });
  expect(steps.map(({ kind, events: between }) => [kind, between.map((one) => one.kind)])).toEqual([
    ["placed", ["payment_declined"]],
    ["paid", ["refunded"]],
    ["packed", []],
    ["shipped", []],
    ["delivered", []],
  ]);
  expect(steps.filter(({ isCurrent }) => isCurrent).map(({ kind }) => kind)).toEqual(["packed"]);
});

test("a canceled order has no steps ahead, and one without a payment first none for it", () => {
  const events = [event("placed", "2026-01-01"), event("canceled", "2026-01-02")];
  const canceled = timelineOf({
    events,
    stage: "canceled",
    payment: card,
    total: 1,
    supplement_of: null,
  });
  expect(canceled.map(({ kind }) => kind)).toEqual(["placed"]);
  expect(canceled[0]?.events.map(({ kind }) => kind)).toEqual(["canceled"]);
  const free = timelineOf({
    events: events.slice(0, 1),
    stage: "processing",
    payment: null,
    total: 0,
    supplement_of: null,
  });
  expect(free.map(({ kind }) => kind)).toEqual(["placed", "packed", "shipped", "delivered"]);
});

test("a supplement ends with its payment: nothing of it is packed or sent", () => {
  const events = [event("placed", "2026-01-01"), event("paid", "2026-01-02")];
  const supplement_of = { id: "", number: "INV-1", total: 1 };
  const steps = timelineOf({ events, stage: "done", payment: card, total: 1, supplement_of });
  expect(steps.map(({ kind, isReached, isCurrent }) => [kind, isReached, isCurrent])).toEqual([
    ["placed", true, false],
    ["paid", true, true],
  ]);
});

test("a buyer marks the order as received, or each of several shipments, but nothing twice", () => {
  type Order = Parameters<typeof receivable>[0];
  const order = (fulfilment_status: Order["fulfilment_status"], ...statuses: string[]) =>
    receivable({
      stage: fulfilment_status === "delivered" ? "done" : "shipped",
      fulfilment_status,
      shipments: statuses.map((status) => ({ status })) as unknown as Order["shipments"],
    });
  expect(order("fulfilled", "shipped")).toBe("order");
  expect(order("fulfilled", "canceled", "shipped")).toBe("order");
  expect(order("fulfilled", "delivered", "shipped")).toBe("shipments");
  expect(order("fulfilled", "shipped", "shipped")).toBe("shipments");
  expect(order("partial", "shipped")).toBe("shipments");
  // What replaces a part of a finished order.
  expect(order("delivered", "delivered", "shipped")).toBe("shipments");
});

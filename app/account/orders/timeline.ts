import type { OrderDetail, OrderEvent, OrderStage } from "#shop/orders/order.ts";

export type StepKind = "placed" | "paid" | "packed" | "shipped" | "delivered";

/** Which event reaches which of the five steps. */
const stepKinds: readonly StepKind[] = ["placed", "paid", "packed", "shipped", "delivered"];

/** The step of each stage. A step may lack an event with its time: no event marks the start of production. */
const stepOf: Readonly<Record<OrderStage, number>> = {
  awaiting_payment: 0,
  processing: 2,
  shipped: 3,
  done: 4,
  canceled: 0,
};

export interface TimelineStep {
  readonly kind: StepKind;
  /** ISO 8601, UTC; undefined for a step without an event, or ahead. */
  readonly at: string | undefined;
  readonly isReached: boolean;
  readonly isCurrent: boolean;
  /** What happened after it and before the next one, in order. */
  readonly events: readonly OrderEvent[];
}

/** What a shipment's own card says. */
const onCards: ReadonlySet<OrderEvent["kind"]> = new Set([
  "shipment_prepared",
  "shipment_delivered",
  "payment_pending",
]);

/**
 * The one timeline of an order: the steps with their times, those ahead too unless it was canceled, and between them all
 * else that happened. Without a payment step where payment is not first; a supplement ends with its payment.
 */
export function timelineOf(
  order: Pick<OrderDetail, "events" | "stage" | "payment" | "total" | "supplement_of">,
): TimelineStep[] {
  const times = stepKinds.map(
    (kind) => order.events.findLast((event) => event.kind === kind && !event.undone)?.at,
  );
  const kinds = order.supplement_of ? stepKinds.slice(0, 2) : stepKinds;
  const reached = Math.max(times.findLastIndex(Boolean), stepOf[order.stage]);
  const last = Math.min(reached, kinds.length - 1);
  // Cash on delivery is paid last and free orders are not paid: neither has a payment step.
  const isPaidFirst = order.payment?.kind !== "offline" && order.total > 0;
  const isOver = order.stage === "canceled";
  const steps = kinds
    .map((kind, index) => ({ kind, index, at: times[index] }))
    .filter(({ kind }) => kind !== "paid" || isPaidFirst);
  const shown = isOver ? steps.filter(({ at }) => at !== undefined) : steps;
  const others = order.events.filter(
    (event) => !onCards.has(event.kind) && !steps.some(({ kind }) => kind === event.kind),
  );
  // An event belongs to the latest step that began before it; the first step takes what has none.
  const ownerOf = (event: OrderEvent) =>
    shown.findLast(({ at }) => at !== undefined && at <= event.at) ?? shown[0];
  return shown.map((step) => ({
    kind: step.kind,
    at: step.at,
    isReached: isOver || step.index <= last,
    isCurrent: !isOver && step.index === last,
    events: others.filter((event) => ownerOf(event) === step),
  }));
}

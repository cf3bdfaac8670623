import type { ReturnAction } from "./action.ts";
import { planRefund, promiseRefund } from "./refund-rules.ts";
import {
  free,
  mayShip,
  type Order,
  piecesOf,
  printedOf,
  type Return,
  returnedMoney,
  type Shipment,
  stockOf,
  sum,
  toPrint,
  type World,
} from "./world.ts";

/* Returns, rule 8: each change a separate transaction. */

type Of<Kind extends ReturnAction["kind"]> = Extract<ReturnAction, { kind: Kind }>;

/** Applies an action on returns to the world. @returns the answer */
export function doReturn(world: World, action: ReturnAction): string {
  const order = world.orders[action.order];
  if (action.kind === "ask-return") return order ? ask(order, action) : "order_not_found";
  if (action.kind === "replacement") {
    const shipment = order?.replacements[action.number];
    return order && shipment ? move(world, order, shipment, action.act) : "shipment_not_found";
  }
  const found = order?.returns[action.key];
  if (!order || !found) return "return_not_found";
  switch (action.kind) {
    case "answer-return":
      return step(found, ["requested"], action.isRight ? "approved" : "declined");
    case "withdraw-return":
      return step(
        found,
        found.kind === "return" ? ["requested", "approved"] : ["requested"],
        "canceled",
      );
    case "send-return":
      return step(found, found.kind === "return" ? ["approved"] : [], "in_transit");
    case "receive-return":
      return receive(world, order, found, action);
    case "settle-return":
      return settle(world, order, found, action);
  }
}

/** A repeated action has no effect. */
function step(found: Return, from: readonly Return["status"][], to: Return["status"]): string {
  if (found.status === to) return "ok";
  if (!from.includes(found.status)) return "return_step";
  found.status = to;
  return "ok";
}

function ask(order: Order, { key, of, pieces }: Of<"ask-return">): string {
  if (order.returns[key]) return "ok";
  for (const [n, wanted] of pieces.entries()) {
    if (wanted === 0) continue;
    // Made for its buyer: it can be claimed only.
    if (of === "return" && order.lines[n]?.jobs) return "personalised_not_returnable";
    const left = returnable(order, n);
    if (left === 0) return "return_too_late";
    if (wanted > left) return "returned_too_many";
  }
  order.returns[key] = {
    kind: of,
    status: "requested",
    resolution: null,
    asked: [...pieces],
    resellable: null,
    damaged: null,
  };
  return "ok";
}

/** Shipped pieces of a line that are in no other return or claim and were not refunded without a return. */
export function returnable(order: Order, n: number): number {
  const left = [...Object.values(order.shipments), ...order.replacements].filter(
    ({ status }) => status === "shipped" || status === "delivered",
  );
  const asked = Object.values(order.returns).filter(
    ({ status }) => status !== "declined" && status !== "canceled",
  );
  const line = order.lines[n];
  const given = (line?.refunded ?? 0) - (line?.withdrawn ?? 0) - returnedMoney(order, n);
  const gone = sum(left.map(({ pieces }) => pieces[n] ?? 0));
  return Math.max(0, gone - sum(asked.map((one) => one.asked[n] ?? 0)) - Math.max(0, given));
}

function receive(
  world: World,
  order: Order,
  found: Return,
  { resellable, damaged }: Of<"receive-return">,
): string {
  if (found.status === "received") return "ok";
  const isOnItsWay = found.status === "approved" || found.status === "in_transit";
  if (found.kind !== "return" || !isOnItsWay) return "return_step";
  const came = found.asked.map((_, n) => (resellable[n] ?? 0) + (damaged[n] ?? 0));
  if (sum(came) === 0 || came.some((n, index) => n > (found.asked[index] ?? 0))) {
    return "count_wrong";
  }
  found.resellable = [...resellable];
  found.damaged = [...damaged];
  found.status = "received";
  for (const [n, { variant }] of order.lines.entries()) {
    stockOf(world, variant).onHand += resellable[n] ?? 0;
  }
  return "ok";
}

function settle(
  world: World,
  order: Order,
  found: Return,
  { key, by, shipping, channel }: Of<"settle-return">,
): string {
  if (by === "close") {
    return step(found, found.kind === "return" ? ["received"] : [], "closed");
  }
  const end = found.kind === "return" ? "refunded" : "resolved";
  if (found.status === end) return "ok";
  const due = found.kind === "return" ? "received" : "approved";
  if (found.status !== due) return "return_step";
  const pieces = found.asked.map((n, index) =>
    found.kind === "return" ? (found.resellable?.[index] ?? 0) + (found.damaged?.[index] ?? 0) : n,
  );
  const money = { key: `return:${key}`, pieces, shipping, goodwill: 0, channel };
  // Either both money and goods are promised, or neither.
  const plan = by === "replacement" ? undefined : planRefund(order, money, "sent");
  if (typeof plan === "string") return plan;
  if (by !== "refund") {
    const wanted = piecesOf(order.lines.map((line, n) => ({ ...line, quantity: pieces[n] ?? 0 })));
    const isGone = [...wanted].some(([variant, n]) => n > 0 && free(stockOf(world, variant)) < n);
    if (isGone) return "out_of_stock";
    for (const [variant, n] of wanted) stockOf(world, variant).allocated += n;
    order.replacements.push({ status: "pending", pieces });
  }
  if (plan) promiseRefund(world, order, plan);
  if (found.kind === "claim") found.resolution = by;
  found.status = end;
  return "ok";
}

/** A replacement shipment, with its own allocated pieces. */
function move(
  world: World,
  order: Order,
  shipment: Shipment,
  act: "send" | "unpack" | "deliver",
): string {
  const pieces = piecesOf(
    order.lines.map((line, n) => ({ ...line, quantity: shipment.pieces[n] ?? 0 })),
  );
  if (act === "deliver") {
    if (shipment.status === "delivered") return "ok";
    if (shipment.status !== "shipped") return "shipment_not_left";
    shipment.status = "delivered";
    return "ok";
  }
  if (act === "unpack") {
    if (shipment.status === "canceled") return "ok";
    if (shipment.status !== "pending") return "shipment_left";
    for (const [variant, n] of pieces) stockOf(world, variant).allocated -= n;
    shipment.status = "canceled";
    // What was printed for it fits nobody else.
    for (const [n, line] of order.lines.entries()) {
      const stock = stockOf(world, line.variant);
      const printed = line.jobs ? printedOf(line) - toPrint(order, n) : 0;
      stock.onHand -= Math.max(0, Math.min(shipment.pieces[n] ?? 0, printed, stock.onHand));
    }
    return "ok";
  }
  if (shipment.status === "canceled") return "shipment_not_found";
  if (shipment.status !== "pending") return "ok";
  if (
    order.lines.some(
      (_, n) => (shipment.pieces[n] ?? 0) > 0 && mayShip(order, n) < (shipment.pieces[n] ?? 0),
    )
  )
    return "pieces_not_printed";
  if ([...pieces].some(([variant, n]) => stockOf(world, variant).onHand < n)) {
    return "pieces_missing";
  }
  for (const [variant, n] of pieces) {
    stockOf(world, variant).onHand -= n;
    stockOf(world, variant).allocated -= n;
  }
  shipment.status = "shipped";
  return "ok";
}

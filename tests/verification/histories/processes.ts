import { type Action, isOfReturn } from "./action.ts";
import { atBank } from "./bank-rules.ts";
import {
  closeAttempts,
  hearNotification,
  sendRefundToBank,
  settle,
  settleAll,
  start,
} from "./payment-processes.ts";
import { addAttempt, place } from "./place-process.ts";
import { quote } from "./quote-process.ts";
import { refundPieces } from "./refund-rules.ts";
import { doReturn } from "./return-rules.ts";
import { close, completeWhenDelivered, giveBackAll, print, ship } from "./rules.ts";
import { done, type Facts, type Next, ownStep, step } from "./steps.ts";
import {
  fulfilment,
  isLive,
  isPrinting,
  maxUnpaidShipments,
  type Order,
  shipmentsToPay,
  stockOf,
  type World,
} from "./world.ts";

export function begin(action: Action, facts: Facts): Next {
  const { fault } = action;
  if (isOfReturn(action)) return step(action.kind, (world) => done(doReturn(world, action)));
  switch (action.kind) {
    case "place":
      return place(action, facts);
    case "pay-again":
      return payAgain(action, facts);
    case "at-bank":
      return ownStep("at-bank", (world) => {
        const bank = world.orders[action.order]?.attempts[action.attempt]?.bank;
        const amount = world.orders[action.order]?.attempts[action.attempt]?.amount ?? 0;
        if (bank) atBank(bank, action.act, amount, action.part);
        return done("ok");
      });
    case "notify":
      return hearNotification(fault, action.order, action.attempt, action.event);
    case "look":
      return settle(fault, action.order, action.attempt, 0, () => done("ok"));
    case "reconcile":
      return step("list", (world) => {
        const open = Object.entries(world.orders).flatMap(([key, { attempts }]) =>
          attempts.flatMap((a, n) =>
            a.opened && a.method.startsWith("builtin") ? [{ key, n }] : [],
          ),
        );
        const each = ([one, ...others]: typeof open): Next =>
          one
            ? settle(fault, one.key, one.n, 0, () => each(others), JSON.stringify(others))
            : done("ok");
        return each(open);
      });
    case "return-page":
      return ownStep("list", (world) => {
        const { attempts = [] } = world.orders[action.order] ?? {};
        const open = attempts.flatMap((a, n) =>
          a.opened && (isLive(a) || a.status === "declined") ? [n] : [],
        );
        return settleAll(fault, action.order, open, 0, () => done("ok"));
      });
    case "cancel":
      return ownStep("see", (world) => {
        const isWaiting = world.orders[action.order]?.status === "awaiting_payment";
        const rest = () =>
          step("cancel", (now) => done(cancel(now, now.orders[action.order], action.by)));
        return isWaiting ? closeAttempts(fault, action.order, 0, rest) : rest();
      });
    case "lapse":
      return ownStep("lapse", (world) => {
        const order = world.orders[action.order];
        if (order?.status === "awaiting_payment") order.due = true;
        return done("ok");
      });
    case "expire":
      return ownStep("see", (world) => {
        if (!isLapsed(world.orders[action.order])) return done("ok");
        return closeAttempts(fault, action.order, 0, () =>
          step("expire", (now) => {
            const order = now.orders[action.order];
            if (order && isLapsed(order)) close(now, order, "expired");
            return done("ok");
          }),
        );
      });
    case "receive-money":
      return ownStep("receipt", (world) => {
        const attempt = world.orders[action.order]?.attempts[action.attempt];
        if (!attempt?.opened || attempt.method.startsWith("builtin")) {
          return done("payment_not_found");
        }
        attempt.receipt ??= attempt.amount;
        return settle(fault, action.order, action.attempt, 0, () => done("ok"));
      });
    case "refund":
      return step("refund", (world) => {
        const order = world.orders[action.order];
        return done(order ? refundPieces(world, order, action) : "order_not_found");
      });
    case "resolve":
      return ownStep("resolve", (world) => {
        const tasks = world.orders[action.order]?.attempts[action.attempt]?.tasks;
        const task = tasks?.[action.task];
        if (!task) return done("task_not_found");
        task.isOpen = false;
        return done("ok");
      });
    case "give-back":
      return sendRefundToBank(fault, action.order, action.refund);
    case "ship":
      return step("ship", (world) => done(ship(world, action)));
    case "print":
      return step("print", (world) => done(print(world, action)));
    case "deliver":
      return step("deliver", (world) => {
        const order = world.orders[action.order];
        const shipment = order?.shipments[action.tracking];
        if (!order || !shipment) return done("shipment_not_found");
        if (shipment.status === "delivered") return done("ok");
        if (shipment.status !== "shipped") return done("shipment_not_left");
        shipment.status = "delivered";
        completeWhenDelivered(order);
        return done("ok");
      });
    case "quote":
      return quote(action, facts);
    case "count":
      return step("count", (world) => {
        const stock = stockOf(world, action.variant);
        if (stock.onHand + action.pieces < 0) return done("failed");
        stock.onHand += action.pieces;
        return done("ok");
      });
  }
}

const isLapsed = (order: Order | undefined): boolean =>
  order?.status === "awaiting_payment" && order.due;

function payAgain(action: Extract<Action, { kind: "pay-again" }>, facts: Facts): Next {
  const { order: key, fault, method } = action;
  return ownStep("see", (world) => {
    if (!world.orders[key]) return done("order_not_found");
    return closeAttempts(fault, key, 0, (calls) =>
      step(`again ${calls}`, (now) => {
        const order = now.orders[key] as Order;
        if (order.status !== "awaiting_payment" || order.due || order.base - order.paid <= 0) {
          return done("order_not_payable");
        }
        if (method === "cod:cash" && shipmentsToPay(now, order.customer) >= maxUnpaidShipments) {
          return done("payment_method_not_available");
        }
        // Another tab was faster; its attempt is the live one.
        if (!order.attempts.some(({ status }) => status === "pending")) {
          for (const attempt of order.attempts) {
            if (attempt.status === "created") attempt.status = "canceled";
          }
          addAttempt(now, key, method, action.cashFee, facts);
        }
        return start(fault, key, () => done("ok"), calls);
      }),
    );
  });
}

function cancel(world: World, order: Order | undefined, by: "customer" | "staff"): string {
  if (!order) return "order_not_found";
  if (order.status === "canceled") return "ok";
  const isOpen = order.status === "awaiting_payment" || order.status === "placed";
  if (
    !isOpen ||
    fulfilment(order) !== "unfulfilled" ||
    ((order.packed || isPrinting(order)) && by === "customer")
  ) {
    return "order_not_cancelable";
  }
  for (const shipment of Object.values(order.shipments)) {
    if (shipment.status === "pending") shipment.status = "canceled";
  }
  close(world, order, "canceled");
  giveBackAll(order);
  return "ok";
}

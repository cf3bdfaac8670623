import { type Action, isOfReturn } from "./action.ts";
import { atBank } from "./bank-rules.ts";
import {
  closeAttempts,
  giveBack,
  hearNews,
  settle,
  settleAll,
  start,
} from "./payment-processes.ts";
import { quote } from "./quote-process.ts";
import { refundPieces } from "./refund-rules.ts";
import { doReturn } from "./return-rules.ts";
import {
  claimPromo,
  close,
  completeWhenDelivered,
  giveBackAll,
  hold,
  mayClaim,
  placeHeld,
  ship,
} from "./rules.ts";
import { done, type Next, ownStep, step } from "./steps.ts";
import {
  fulfilment,
  hasPieces,
  isLive,
  type Line,
  mostUnpaidParcels,
  type Order,
  parcelsToPay,
  stockOf,
  type World,
} from "./world.ts";

/** What nobody could compute beforehand, e.g. the code of a bank transfer: taken from what really happened. */
export interface Facts {
  readonly amountOf: (order: string, attempt: number) => number | undefined;
  /** Whole rupiah a piece, as the catalogue has it. */
  readonly priceOf: (variant: string) => number;
}

/** Most orders of one customer that may wait for money at once, and parcels to be paid at the door. */
const mostUnpaid = 10;

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
      return hearNews(fault, action.order, action.attempt, action.event);
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
      return giveBack(fault, action.order, action.refund);
    case "ship":
      return step("ship", (world) => done(ship(world, action)));
    case "deliver":
      return step("deliver", (world) => {
        const order = world.orders[action.order];
        const parcel = order?.parcels[action.tracking];
        if (!order || !parcel) return done("parcel_not_found");
        if (parcel.status === "delivered") return done("ok");
        if (parcel.status !== "shipped") return done("parcel_not_left");
        parcel.status = "delivered";
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

function place(action: Extract<Action, { kind: "place" }>, facts: Facts): Next {
  const { order: key, customer, lines, quoted, fault } = action;
  return step("place", (world) => {
    if (world.orders[key]) return start(fault, key, () => done("ok"));
    const unpaid = Object.values(world.orders).filter(
      (order) => order.customer === customer && order.status === "awaiting_payment",
    );
    if (unpaid.length >= mostUnpaid) return done("too_many_unpaid");
    const wanted: Line[] = lines.map((line, n) => ({
      ...line,
      total: quoted.lineTotals[n] ?? 0,
      refunded: 0,
      withdrawn: 0,
    }));
    if (!hasPieces(world, wanted)) return done("cart_problems");
    const isGiven = action.code && mayClaim(world, customer);
    if (isGiven !== quoted.discount > 0) {
      return done(isGiven ? "total_changed" : "promo_exhausted");
    }
    if (action.method === "cod:cash" && parcelsToPay(world, customer) >= mostUnpaidParcels) {
      return done("payment_method_not_available");
    }
    const order: Order = {
      customer,
      status: "awaiting_payment",
      base: quoted.base,
      shipping: quoted.shipping,
      discount: quoted.discount,
      fee: 0,
      feeBack: 0,
      paid: 0,
      back: 0,
      due: false,
      packed: false,
      promo: "none",
      lines: wanted,
      attempts: [],
      refunds: {},
      parcels: {},
      shippingBack: 0,
      returns: {},
      replacements: [],
    };
    world.orders[key] = order;
    hold(world, order);
    claimPromo(world, order);
    addAttempt(world, key, action.method, action.cashFee, facts);
    return start(fault, key, () => done("ok"));
  });
}

/** A new attempt pays all that is owed; its fee is the order's. Cash at the door places the order at once. */
function addAttempt(
  world: World,
  key: string,
  method: string,
  cashFee: number,
  facts: Facts,
): void {
  const order = world.orders[key] as Order;
  let fee = method === "cod:cash" ? cashFee : 0;
  if (method === "transfer:bank") {
    const amount = facts.amountOf(key, order.attempts.length) ?? 0;
    // A code of three digits; anything else is no transfer's amount, and then it was no transfer.
    fee = Math.max(-999, Math.min(-1, amount - order.base));
  }
  order.fee = fee;
  order.attempts.push({
    method,
    amount: order.base + fee - order.paid,
    fee,
    status: "created",
    opened: false,
    charged: false,
    receipt: null,
    bank: null,
    taken: {},
    won: {},
    tasks: [],
    told: [],
  });
  if (method === "cod:cash") placeHeld(world, order);
}

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
        if (method === "cod:cash" && parcelsToPay(now, order.customer) >= mostUnpaidParcels) {
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
  if (!isOpen || fulfilment(order) !== "unfulfilled" || (order.packed && by === "customer")) {
    return "order_not_cancelable";
  }
  for (const parcel of Object.values(order.parcels)) {
    if (parcel.status === "pending") parcel.status = "canceled";
  }
  close(world, order, "canceled");
  giveBackAll(order);
  return "ok";
}

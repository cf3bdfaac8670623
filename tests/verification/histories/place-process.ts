import type { Action } from "./action.ts";
import { start } from "./payment-processes.ts";
import { setUp } from "./printed-goods.ts";
import { claimPromo, hold, mayClaim, placeHeld } from "./rules.ts";
import { done, type Facts, type Next, step } from "./steps.ts";
import {
  hasPieces,
  type Line,
  maxUnpaidShipments,
  type Order,
  shipmentsToPay,
  type World,
} from "./world.ts";

type Place = Extract<Action, { kind: "place" }>;

/** Maximum number of one customer's orders that wait for payment, and of shipments to be paid on delivery. */
const maxUnpaid = 10;

/**
 * Reads the goods, then the code, without locks (docs/why/orders.md): others may come between. The order is written if
 * pieces and code are still available, otherwise it reads again.
 */
export function place(action: Place, facts: Facts): Next {
  const { order: key, customer, quoted, fault } = action;
  const look = (): Next =>
    step("goods", (world) => {
      if (world.orders[key]) return start(fault, key, () => done("ok"));
      const unpaid = Object.values(world.orders).filter(
        (order) => order.customer === customer && order.status === "awaiting_payment",
      );
      if (unpaid.length >= maxUnpaid) return done("too_many_unpaid");
      return hasPieces(world, wantedBy(action)) ? step("code", lookAtCode) : done("cart_problems");
    });
  const lookAtCode = (world: World): Next => {
    const isGiven = action.code && mayClaim(world, customer);
    if (isGiven !== quoted.discount > 0) {
      return done(isGiven ? "total_changed" : "promo_exhausted");
    }
    if (action.method === "cod:cash" && shipmentsToPay(world, customer) >= maxUnpaidShipments) {
      return done("payment_method_not_available");
    }
    return step(`write ${isGiven}`, (now) => {
      const isOvertaken =
        !hasPieces(now, wantedBy(action)) || (isGiven && !mayClaim(now, customer));
      if (isOvertaken) return look();
      write(now, action, facts, isGiven);
      return start(fault, key, () => done("ok"));
    });
  };
  return look();
}

const wantedBy = ({ lines, quoted, printed }: Place): Line[] =>
  lines.map((line, n) => ({
    ...line,
    total: quoted.lineTotals[n] ?? 0,
    setup: line.variant === printed ? setUp : 0,
    refunded: 0,
    withdrawn: 0,
    jobs: line.variant === printed ? {} : null,
  }));

function write(world: World, action: Place, facts: Facts, isGiven: boolean): void {
  const { order: key, customer, quoted } = action;
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
    lines: wantedBy(action),
    attempts: [],
    refunds: {},
    shipments: {},
    shippingBack: 0,
    returns: {},
    replacements: [],
  };
  world.orders[key] = order;
  hold(world, order);
  if (isGiven) claimPromo(world, order);
  addAttempt(world, key, action.method, action.cashFee, facts);
}

/** A new attempt pays all that is owed; its fee is the order's. Cash on delivery places the order at once. */
export function addAttempt(
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
    // A code of three digits; the real run has an amount outside of this range only when it opened no transfer.
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
    debited: {},
    won: {},
    tasks: [],
    reported: [],
  });
  if (method === "cod:cash") placeHeld(world, order);
}

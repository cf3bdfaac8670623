import { type ChangeFrames, followMoney, promiseMoney } from "./money-rules.ts";
import {
  type Attempt,
  fulfilment,
  hasCharge,
  hasPieces,
  isCash,
  isLive,
  mayLeave,
  mayPrint,
  mayShip,
  type Order,
  piecesOf,
  priceOfPieces,
  printedOf,
  retainedBy,
  stockOf,
  sum,
  toPrint,
  type World,
  whereIs,
} from "./world.ts";

/* Changes of the world, each a separate transaction. */

export function claimPromo(world: World, order: Order): void {
  if (order.discount === 0) return;
  const { promotion } = world;
  order.promo = "claimed";
  promotion.used += 1;
  promotion.spent += order.discount;
  promotion.by[order.customer] = (promotion.by[order.customer] ?? 0) + 1;
}

export function mayClaim({ promotion }: World, customer: string): boolean {
  return promotion.used < promotion.limit && (promotion.by[customer] ?? 0) < promotion.perCustomer;
}

function releasePromo(world: World, order: Order): void {
  if (order.promo !== "claimed") return;
  order.promo = "released";
  world.promotion.used -= 1;
  world.promotion.spent -= order.discount;
  world.promotion.by[order.customer] = (world.promotion.by[order.customer] ?? 0) - 1;
}

export function hold(world: World, order: Order): void {
  for (const [variant, n] of piecesOf(order.lines)) stockOf(world, variant).held += n;
}

/** Allocates the held stock. */
export function placeHeld(world: World, order: Order): void {
  for (const [variant, n] of piecesOf(order.lines)) {
    const stock = stockOf(world, variant);
    stock.held -= n;
    stock.allocated += n;
  }
  order.status = "placed";
  order.due = false;
}

/** Money has come for an attempt: rules 1, 2 and 7. */
export function charge(world: World, order: Order, n: number): void {
  const attempt = order.attempts[n] as Attempt;
  if (attempt.charged) return;
  const isWaiting = order.status === "awaiting_payment" || order.status === "expired";
  const isWanted = isWaiting || (order.status !== "canceled" && !hasCharge(order));
  if (isWanted && order.paid === 0) order.fee = attempt.fee;
  attempt.charged = true;
  attempt.status = "settled";
  order.paid += attempt.amount;
  if (!isWanted) {
    const reason = order.status === "canceled" ? "customer" : "duplicate";
    promiseMoney(order, `${reason}:${n}`, n, attempt.amount, attempt.amount);
  } else if (order.status === "awaiting_payment") placeHeld(world, order);
  else if (order.status === "expired") {
    const promoIsFree = order.promo !== "released" || mayClaim(world, order.customer);
    if (hasPieces(world, order.lines) && promoIsFree) {
      hold(world, order);
      if (order.promo === "released") claimPromo(world, order);
      placeHeld(world, order);
    } else promiseMoney(order, `inventory:${n}`, n, attempt.amount, attempt.amount);
  } else {
    for (const other of order.attempts) {
      if (other !== attempt && isCash(other) && other.status === "pending") {
        other.status = "canceled";
      }
    }
  }
}

export function applyWord(world: World, order: Order, n: number, reported: ChangeFrames): void {
  const attempt = order.attempts[n] as Attempt;
  if (reported.status === "succeeded") {
    charge(world, order, n);
    followMoney(order, n, reported);
  } else if (reported.status === "declined") {
    if (isLive(attempt)) attempt.status = "declined";
  } else if (reported.status === "canceled" && isLive(attempt)) attempt.status = "canceled";
}

/** An order that will not be delivered: rule 7, and rule 4 for what it claimed. */
export function close(world: World, order: Order, status: "expired" | "canceled"): void {
  const wasPlaced = order.status === "placed";
  for (const [variant, n] of piecesOf(order.lines)) {
    if (order.status === "awaiting_payment") stockOf(world, variant).held -= n;
    const gone = sum(
      order.lines.map((line, index) => {
        const sent = Object.values(order.shipments).filter((p) =>
          ["shipped", "delivered"].includes(p.status),
        );
        const left = sum(sent.map(({ pieces }) => pieces[index] ?? 0));
        return line.variant === variant ? line.withdrawn + left : 0;
      }),
    );
    if (wasPlaced) stockOf(world, variant).allocated -= n - gone;
  }
  if (!hasCharge(order)) releasePromo(world, order);
  for (const attempt of order.attempts) if (isLive(attempt)) attempt.status = status;
  order.status = status;
  order.due = false;
}

/** Refunds and releases all of an order. */
export function giveBackAll(order: Order): void {
  const goods = sum(order.lines.map((line) => priceOfPieces(line, line.quantity - line.refunded)));
  const fee = order.fee - order.feeBack;
  const whole = goods + order.shipping - order.shippingBack + fee;
  const delivery = order.shipping - order.shippingBack;
  let isGoodsDone = false;
  for (let n = order.attempts.length - 1; n >= 0; n--) {
    const amount = retainedBy(order, n);
    if (amount <= 0) continue;
    const standsForGoods: boolean = !isGoodsDone && amount >= whole;
    isGoodsDone ||= standsForGoods;
    promiseMoney(order, `all:${n}`, n, amount, standsForGoods ? amount - whole : amount);
    if (!standsForGoods) continue;
    for (const line of order.lines) line.refunded = line.quantity;
    order.feeBack += fee;
    order.shippingBack += delivery;
  }
}

export function completeWhenDelivered(order: Order): void {
  if (order.status === "placed" && fulfilment(order) === "delivered") order.status = "completed";
}

/** Staff count printed pieces; spoiled ones leave the stock. @returns the answer */
export function print(
  world: World,
  action: {
    readonly order: string;
    readonly key: string;
    readonly line: number;
    readonly good: number;
    readonly spoiled: number;
  },
): string {
  const order = world.orders[action.order];
  const line = order?.lines[action.line];
  if (!order || !line?.jobs) return "customisation_not_found";
  if (!mayPrint(order)) return "order_not_paid";
  if (action.key in line.jobs) return "ok";
  const made = printedOf(line);
  const needed = toPrint(order, action.line);
  if (made >= needed) return "job_not_approved";
  if (made + action.good > needed) return "job_too_many";
  const stock = stockOf(world, line.variant);
  if (stock.onHand < action.spoiled) return "stock_missing";
  stock.onHand -= action.spoiled;
  line.jobs[action.key] = action.good;
  return "ok";
}

/** Staff send a shipment; without pieces, of all unshipped ones. @returns the answer */
export function ship(
  world: World,
  action: {
    readonly order: string;
    readonly tracking: string;
    readonly pieces: readonly number[] | undefined;
  },
): string {
  const order = world.orders[action.order];
  if (!order) return "order_not_found";
  if (!mayLeave(order)) return "order_not_paid";
  if (order.shipments[action.tracking]) return "ok";
  const left = order.lines.map((_, n) => whereIs(order, n).waiting);
  const pieces = action.pieces ?? left;
  if (pieces.every((n) => n === 0)) return "nothing_to_ship";
  if (pieces.some((n, index) => n > (left[index] ?? 0))) return "shipped_too_many";
  if (pieces.some((n, index) => n > 0 && n > mayShip(order, index))) return "pieces_not_printed";
  const leaving = piecesOf(order.lines.map((line, n) => ({ ...line, quantity: pieces[n] ?? 0 })));
  for (const [variant, n] of leaving) {
    if (stockOf(world, variant).onHand < n) return "pieces_missing";
  }
  for (const [variant, n] of leaving) {
    stockOf(world, variant).onHand -= n;
    stockOf(world, variant).allocated -= n;
  }
  order.shipments[action.tracking] = { status: "shipped", pieces: [...pieces] };
  order.packed = true;
  return "ok";
}

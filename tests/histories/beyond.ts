import { isDeepStrictEqual } from "node:util";
import type { Action } from "./action.ts";
import type { Order, World } from "./world.ts";

/*
 * Which worlds can no longer become a certain one. Orders, attempts, refunds, returns and parcels are never forgotten;
 * money that was counted stays counted; and what nobody who is still at work has to do with stays as it is.
 */

/** @param open what is still being done */
export function isBeyond(world: World, goal: World, open: readonly Action[]): boolean {
  const touched = new Set(open.map(({ order }) => order));
  const isLooked = open.some(({ kind }) => kind === "reconcile");
  return Object.entries(world.orders).some(([key, order]) => {
    const end = goal.orders[key];
    if (!end) return true;
    if (!isLooked && !touched.has(key)) return !isDeepStrictEqual(order, end);
    return isOrderBeyond(order, end);
  });
}

const ranks: Record<Order["status"], number> = {
  awaiting_payment: 0,
  expired: 1,
  placed: 2,
  completed: 3,
  canceled: 3,
};

function isOrderBeyond(order: Order, end: Order): boolean {
  const isOver = ranks[order.status] === 3 && order.status !== end.status;
  return (
    isOver ||
    ranks[order.status] > ranks[end.status] ||
    order.attempts.length > end.attempts.length ||
    order.replacements.length > end.replacements.length ||
    order.back > end.back ||
    hasOthers(order.refunds, end.refunds) ||
    hasOthers(order.returns, end.returns) ||
    hasOthers(order.parcels, end.parcels) ||
    order.attempts.some(
      ({ charged, receipt, bank }, n) =>
        (charged && !end.attempts[n]?.charged) ||
        (receipt !== null && end.attempts[n]?.receipt === null) ||
        hasOthers(bank?.refunds ?? {}, end.attempts[n]?.bank?.refunds ?? {}),
    )
  );
}

const hasOthers = (is: object, end: object): boolean =>
  Object.keys(is).some((key) => !(key in end));

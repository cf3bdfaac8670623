import { isDeepStrictEqual } from "node:util";
import type { Action } from "./action.ts";
import { type Attempt, isLive, type Order, type Return, type World } from "./world.ts";

/*
 * Decides which worlds can no longer become a given one. Orders, attempts, refunds, returns and shipments are never
 * removed; booked money stays booked; and parts that no running action touches stay as they are.
 */

/** @param open the running actions */
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
    (order.due && !end.due && end.status === "awaiting_payment") ||
    (order.packed && !end.packed) ||
    order.attempts.length > end.attempts.length ||
    order.replacements.length > end.replacements.length ||
    everBack(order) > everBack(end) ||
    hasOthers(order.refunds, end.refunds) ||
    hasOthers(order.returns, end.returns) ||
    hasOthers(order.shipments, end.shipments) ||
    order.lines.some(
      ({ refunded, withdrawn }, n) =>
        refunded > (end.lines[n]?.refunded ?? 0) || withdrawn > (end.lines[n]?.withdrawn ?? 0),
    ) ||
    order.attempts.some((attempt, n) => isAttemptBeyond(attempt, end.attempts[n] as Attempt)) ||
    Object.entries(order.returns).some(([key, one]) => {
      const last = end.returns[key] as Return;
      const isSame = isDeepStrictEqual(one.asked, last.asked) && one.kind === last.kind;
      return !isSame || steps[one.status] > steps[last.status];
    })
  );
}

/** Refunds and chargebacks, including those that were reversed later. */
const everBack = ({ back, attempts }: Order): number =>
  attempts.flatMap(({ won }) => Object.values(won)).reduce((sum, amount) => sum + amount, back);

/** A return's status only advances. */
const steps: Record<Return["status"], number> = {
  requested: 0,
  approved: 1,
  in_transit: 2,
  received: 3,
  refunded: 4,
  resolved: 4,
  closed: 4,
  declined: 4,
  canceled: 4,
};

function isAttemptBeyond(attempt: Attempt, end: Attempt): boolean {
  const isClosed = !isLive(attempt) && attempt.status !== "declined";
  return (
    attempt.method !== end.method ||
    attempt.amount !== end.amount ||
    (attempt.opened && !end.opened) ||
    (isClosed && isLive(end)) ||
    (attempt.charged && !end.charged) ||
    (attempt.receipt !== null && end.receipt === null) ||
    (attempt.bank !== null && end.bank === null) ||
    attempt.tasks.length > end.tasks.length ||
    hasOthers(attempt.debited, end.debited) ||
    hasOthers(attempt.won, end.won) ||
    hasOthers(attempt.bank?.disputes ?? {}, end.bank?.disputes ?? {}) ||
    attempt.reported.some((event) => !end.reported.includes(event)) ||
    hasOthers(attempt.bank?.refunds ?? {}, end.bank?.refunds ?? {})
  );
}

const hasOthers = (is: object, end: object): boolean =>
  Object.keys(is).some((key) => !(key in end));

import { type Attempt, heldBy, isRefundable, type Order, retainedBy } from "./world.ts";

/* Refunds and chargebacks: rules 7 and 8. */

export function promiseMoney(
  order: Order,
  key: string,
  n: number,
  amount: number,
  overpaid: number,
): void {
  if (order.refunds[key] || amount <= 0) return;
  const method = order.attempts[n]?.method ?? "";
  order.refunds[key] = {
    attempt: n,
    amount,
    overpaid,
    channel: isRefundable(method) ? "original" : "bank_transfer",
    status: "requested",
    tries: 0,
    referenced: false,
    booked: 0,
  };
}

/** A bank's report of a payment at one moment. */
export interface ChangeFrames {
  readonly status: "pending" | "succeeded" | "declined" | "canceled";
  /** By the refund's key. */
  readonly refunds: Readonly<Record<string, number>>;
  readonly disputes: Readonly<Record<string, { readonly amount: number; readonly won: boolean }>>;
}

/**
 * Makes the ledger follow the bank, with zero when more was refunded and charged back than captured; the shortfall
 * becomes a staff task. A reversal cancels its chargeback, and bookings that waited for it are made.
 */
export function followMoney(order: Order, n: number, reported: ChangeFrames): void {
  const attempt = order.attempts[n] as Attempt;
  const cameBack: string[] = [];
  for (const [name, { amount, won }] of Object.entries(reported.disputes)) {
    if (!won) continue;
    if (shortfallOf(attempt, name) === undefined)
      attempt.debited[name] = bookRefund(order, n, amount);
    if (attempt.debited[name] === 0) delete attempt.debited[name];
    tell(attempt, name, amount, 0);
    const back = attempt.debited[name];
    if (back === undefined || attempt.won[name] !== undefined) continue;
    attempt.won[name] = back;
    order.paid += back;
    order.back -= back;
    cameBack.push(name);
  }
  for (const [key, amount] of Object.entries(reported.refunds)) {
    const refund = order.refunds[key];
    if (!refund) continue;
    refund.booked += bookRefund(order, n, amount - refund.booked);
    if (refund.referenced) refund.status = "succeeded";
    const shortfall = amount - refund.booked;
    if (shortfall > 0 || shortfallOf(attempt, key) !== undefined)
      tell(attempt, key, 0, shortfall, amount);
  }
  for (const [name, { amount, won }] of Object.entries(reported.disputes)) {
    // Already booked in full, or reversed since this report.
    if (won || shortfallOf(attempt, name) === 0) continue;
    const before = attempt.debited[name] ?? 0;
    const all = before + bookRefund(order, n, amount - before);
    if (all > 0) attempt.debited[name] = all;
    tell(attempt, name, amount, amount - all);
  }
  const isOver = order.status === "canceled" || order.status === "expired";
  if (cameBack[0] !== undefined && isOver) {
    const retained = retainedBy(order, n);
    promiseMoney(order, `won:${n}:${cameBack[0]}`, n, retained, retained);
  }
}

/** @returns the booked amount of it */
function bookRefund(order: Order, n: number, amount: number): number {
  const now = Math.max(0, Math.min(amount, heldBy(order, n)));
  order.paid -= now;
  order.back += now;
  return now;
}

/** Undefined when staff have no task for it. */
export const shortfallOf = ({ tasks }: Attempt, name: string): number | undefined =>
  tasks.find(({ shortfall }) => name in shortfall)?.shortfall[name];

/** @param alone the reason of a task that is made for a refund */
function tell(
  attempt: Attempt,
  name: string,
  amount: number,
  shortfall: number,
  alone = amount,
): void {
  const known = attempt.tasks.find((task) => name in task.shortfall);
  const open = attempt.tasks.find(({ isOpen }) => isOpen);
  if (known) known.shortfall[name] = Math.min(known.shortfall[name] ?? 0, shortfall);
  else if (open) {
    open.shortfall[name] = shortfall;
    open.amount += amount;
  } else attempt.tasks.push({ amount: alone, isOpen: true, shortfall: { [name]: shortfall } });
}

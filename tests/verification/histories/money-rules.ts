import { type Attempt, heldBy, isRefundable, keptBy, type Order } from "./world.ts";

/* Money that goes back, and money that a payer's bank takes: rules 7 and 8. */

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

/** What a bank says of a payment at one moment. */
export interface Told {
  readonly status: "pending" | "succeeded" | "declined" | "canceled";
  /** By the refund's key. */
  readonly refunds: Readonly<Record<string, number>>;
  readonly disputes: Readonly<Record<string, { readonly amount: number; readonly won: boolean }>>;
}

/**
 * The books say what is at the bank, and nothing when more was given and taken than had come; what is missing then is
 * put before staff. What a bank gave back again is as if it had never been taken, and what waited for it is let go.
 */
export function followMoney(order: Order, n: number, told: Told): void {
  const attempt = order.attempts[n] as Attempt;
  const cameBack: string[] = [];
  for (const [name, { amount, won }] of Object.entries(told.disputes)) {
    if (!won) continue;
    if (lostBy(attempt, name) === undefined) attempt.taken[name] = letGo(order, n, amount);
    if (attempt.taken[name] === 0) delete attempt.taken[name];
    tell(attempt, name, amount, 0);
    const back = attempt.taken[name];
    if (back === undefined || attempt.won[name] !== undefined) continue;
    attempt.won[name] = back;
    order.paid += back;
    cameBack.push(name);
  }
  for (const [key, amount] of Object.entries(told.refunds)) {
    const refund = order.refunds[key];
    if (!refund) continue;
    refund.booked += letGo(order, n, amount - refund.booked);
    if (refund.referenced) refund.status = "succeeded";
    const lost = amount - refund.booked;
    if (lost > 0 || lostBy(attempt, key) !== undefined) tell(attempt, key, 0, lost, amount);
  }
  for (const [name, { amount, won }] of Object.entries(told.disputes)) {
    // Known whole, or given back since this was said.
    if (won || lostBy(attempt, name) === 0) continue;
    const before = attempt.taken[name] ?? 0;
    const all = before + letGo(order, n, amount - before);
    if (all > 0) attempt.taken[name] = all;
    tell(attempt, name, amount, amount - all);
  }
  const isOver = order.status === "canceled" || order.status === "expired";
  if (cameBack[0] !== undefined && isOver) {
    const kept = keptBy(order, n);
    promiseMoney(order, `won:${n}:${cameBack[0]}`, n, kept, kept);
  }
}

/** @returns how much of it there is */
function letGo(order: Order, n: number, amount: number): number {
  const now = Math.max(0, Math.min(amount, heldBy(order, n)));
  order.paid -= now;
  order.back += now;
  return now;
}

/** Undefined when staff were never told of it. */
export const lostBy = ({ tasks }: Attempt, name: string): number | undefined =>
  tasks.find(({ lost }) => name in lost)?.lost[name];

/** @param alone what a task says that is made for a refund */
function tell(attempt: Attempt, name: string, amount: number, lost: number, alone = amount): void {
  const known = attempt.tasks.find((task) => name in task.lost);
  const open = attempt.tasks.find(({ isOpen }) => isOpen);
  if (known) known.lost[name] = Math.min(known.lost[name] ?? 0, lost);
  else if (open) {
    open.lost[name] = lost;
    open.amount += amount;
  } else attempt.tasks.push({ amount: alone, isOpen: true, lost: { [name]: lost } });
}

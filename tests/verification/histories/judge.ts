import type { Action } from "./action.ts";
import { tooMany } from "./explain.ts";
import { begin } from "./processes.ts";
import { type Bank, sum, type World } from "./world.ts";

/** The finding, with the history's details. */
export class Contradiction extends Error {
  /** No finding, but the search was incomplete. */
  readonly isUnjudged: boolean;

  constructor(message: string, isUnjudged: boolean) {
    super(message);
    this.isUnjudged = isUnjudged;
  }
}

export function contradiction(
  seed: number,
  trace: readonly string[],
  from: World,
  to: World,
  what: string,
): Contradiction {
  return new Contradiction(
    [`history ${seed}: ${what}`, ...trace, ...differences(from, to)].join("\n"),
    what === tooMany,
  );
}

/** The differences of the two worlds. */
function differences(from: World, to: World): string[] {
  const keys = new Set([...Object.keys(from.orders), ...Object.keys(to.orders)]);
  const parts: [string, unknown, unknown][] = [
    ["stock", from.stock, to.stock],
    ["promotion", from.promotion, to.promotion],
    ...[...keys].map((key): [string, unknown, unknown] => [key, from.orders[key], to.orders[key]]),
  ];
  return parts.flatMap(([name, before, after]) => {
    const [was, is] = [JSON.stringify(before), JSON.stringify(after)];
    return was === is ? [] : [`${name} was ${was}`, `${name} is  ${is}`];
  });
}

/** Runs an action alone: the model has one path only. @returns the answer */
export function alone(world: World, action: Action): string {
  let next = begin(action, { amountOf: () => undefined, priceOf: () => 0, isPrinted: () => false });
  while (!("done" in next)) next = next.run(world);
  return next.done;
}

/** I1 and I4 at the end of a history, from the banks' ledgers. */
export function uneven(world: World): string[] {
  const wrong: string[] = [];
  for (const [key, order] of Object.entries(world.orders)) {
    const nets = order.attempts.map(({ bank, amount, receipt }) =>
      bank?.status === "succeeded"
        ? amount - sum(Object.values(bank.refunds)) - sum(notWon(bank))
        : (receipt ?? 0),
    );
    const moved = sum(nets.map((net) => Math.max(0, net)));
    if (moved !== order.paid) {
      wrong.push(`${key}: ${moved} at the bank, ${order.paid} in the books`);
    }
    for (const [n, { tasks }] of order.attempts.entries()) {
      const reported = sum(tasks.flatMap(({ shortfall }) => Object.values(shortfall)));
      const shortfall = Math.max(0, -(nets[n] ?? 0));
      if (reported !== shortfall)
        wrong.push(`${key}: ${shortfall} is lost, and staff were told ${reported}`);
    }
    const promised = Object.values(order.refunds).filter(({ status }) => status !== "succeeded");
    const isOver = order.status === "canceled" || order.status === "expired";
    const isDisputed = order.attempts.some(({ bank }) => bank && Object.keys(bank.disputes).length);
    const owed = sum(promised.map(({ amount }) => amount));
    // A chargeback may have taken the money of a pending refund.
    if (isOver && (isDisputed ? order.paid > owed : order.paid !== owed)) {
      wrong.push(`${key} is ${order.status} and keeps ${order.paid}`);
    }
    const open = Object.entries(order.returns).filter(
      ([, { kind, status }]) =>
        ["requested", "in_transit", "received"].includes(status) ||
        (kind === "return" && status === "approved"),
    );
    if (open.length > 0) wrong.push(`${key} has returns that nobody can end`);
    if (order.promo === "claimed" && order.status === "expired" && order.paid + order.back === 0) {
      wrong.push(`${key} lapsed with its code`);
    }
  }
  for (const [variant, stock] of Object.entries(world.stock)) {
    if (stock.held !== 0 || stock.allocated !== 0) wrong.push(`${variant} is still promised`);
  }
  return wrong;
}

const notWon = ({ disputes }: Bank): number[] =>
  Object.values(disputes).flatMap(({ amount, won }) => (won ? [] : [amount]));

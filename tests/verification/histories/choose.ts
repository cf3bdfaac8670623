import type { SeededRandom } from "#db/seed/deterministic.ts";
import type { Action, Fault } from "./action.ts";
import { chooseReturns, returnsLeft } from "./choose-return.ts";
import { shortfallOf } from "./money-rules.ts";
import {
  fulfilment,
  type Line,
  mayLeave,
  mayShip,
  type Order,
  type World,
  whereIs,
} from "./world.ts";

/** A buyer's request; it is quoted before it becomes an action. */
export interface OrderIntent {
  readonly kind: "intent";
  readonly order: string;
  readonly customer: string;
  readonly lines: readonly { variant: string; quantity: number }[];
  readonly code: boolean;
  readonly method: string;
  readonly fault: Fault;
}

export type Choice =
  | OrderIntent
  | Exclude<Action, { kind: "place" }>
  | { kind: "repeat"; order: string };

const methods = ["builtin:card", "builtin:card", "builtin:va_bca", "transfer:bank", "cod:cash"];

/** Draws the actors' next acts from the current world; mostly on the newest orders, so that actors conflict. */
export class Chooser {
  private made = 0;
  private readonly random: SeededRandom;
  private readonly cashFee: number;

  constructor(random: SeededRandom, cashFee: number) {
    this.random = random;
    this.cashFee = cashFee;
  }

  choose(world: World): Choice {
    const keys = Object.keys(world.orders);
    if (keys.length === 0 || (keys.length < 6 && this.random.next() < 0.3)) {
      return this.intent(world);
    }
    const gone = keys.filter((key) => Object.keys(world.orders[key]?.shipments ?? {}).length > 0);
    const isAboutGoods = gone.length > 0 && this.random.next() < 0.3;
    const isNewest = this.random.next() < 0.7;
    const among = isAboutGoods ? gone : keys;
    const order = isNewest ? (among.at(-1) as string) : this.random.pick(among);
    const found = world.orders[order] as Order;
    const fits = [
      ...this.buyer(order, found),
      ...this.staff(order, found),
      ...this.bank(order, found),
      ...chooseReturns(this.random, order, found),
    ];
    if (this.random.next() < 0.06) return this.quote(world);
    return this.random.next() < 0.06 ? this.count(world) : this.random.pick(fits);
  }

  private count(world: World): Choice {
    const variant = this.random.pick(Object.keys(world.stock));
    const pieces = this.random.pick([-2, -1, 1, 2, 3]);
    return { kind: "count", order: "", variant, pieces, fault: none };
  }

  private quote(world: World): Choice {
    const { customer, lines, code, method } = this.cart(world);
    return { kind: "quote", order: "", customer, lines, code, method, fault: none };
  }

  /** A random purchase request. */
  intent(world: World): OrderIntent {
    const cart = this.cart(world);
    this.made += 1;
    const order = `${cart.customer}-${String(this.made).padStart(2, "0")}`;
    return { kind: "intent", order, ...cart, fault: this.fault() };
  }

  private cart(world: World): Pick<OrderIntent, "customer" | "lines" | "code" | "method"> {
    const customer = this.random.pick(Object.keys(world.promotion.by));
    const variants = Object.keys(world.stock);
    const first = this.random.whole(0, variants.length - 1);
    const lines = Array.from({ length: this.random.whole(1, 2) }, (_, n) => ({
      variant: variants[(first + n) % variants.length] as string,
      quantity: this.random.whole(1, 3),
    }));
    const code = this.random.next() < 0.5;
    return { customer, lines, code, method: this.random.pick(methods) };
  }

  private buyer(order: string, found: Order): Choice[] {
    const fault = this.fault();
    const method = this.random.pick(methods);
    const again: Choice = { kind: "pay-again", order, method, cashFee: this.cashFee, fault };
    const isWaiting = found.status === "awaiting_payment";
    return [
      { kind: "return-page", order, fault },
      { kind: "cancel", order, by: "customer", fault },
      { kind: "repeat", order },
      ...(isWaiting ? [again, again] : []),
    ];
  }

  private staff(order: string, found: Order): Choice[] {
    const fault = this.fault();
    const line = this.random.whole(0, found.lines.length - 1);
    const waiting = found.lines.map((_, n) => whereIs(found, n).waiting);
    const tracking = `${order}:${Object.keys(found.shipments).length}`;
    const part = waiting.map((n) => this.random.whole(0, n));
    const pieces = this.random.next() < 0.5 ? undefined : part;
    const ships: Choice = { kind: "ship", order, tracking, pieces, fault: none };
    const refund: Choice = {
      kind: "refund",
      order,
      key: `refund-${order}-${Object.keys(found.refunds).length}`,
      line,
      pieces: this.random.whole(1, found.lines[line]?.quantity ?? 1),
      goodwill: this.random.pick([0, 0, 1_000]),
      channel: this.random.pick(["original", "original", "bank_transfer"] as const),
      fault: none,
    };
    const shipment = Object.keys(found.shipments).at(-1);
    const print = this.print(order, found);
    const byHand = found.attempts.findLastIndex(({ method }) => !method.startsWith("builtin"));
    const isPlaced = found.status === "placed";
    const reported = found.attempts.flatMap(({ tasks }, attempt) =>
      tasks.flatMap(({ isOpen }, task) =>
        isOpen ? [{ kind: "resolve" as const, order, attempt, task, fault: none }] : [],
      ),
    );
    return [
      ...reported,
      { kind: "cancel", order, by: "staff", fault },
      ...(isPlaced ? [ships, ships, ...print, ...print] : []),
      ...(found.paid > 0 ? [refund, refund] : []),
      ...(shipment ? [{ kind: "deliver" as const, order, tracking: shipment, fault: none }] : []),
      ...(byHand >= 0 ? [{ kind: "receive-money" as const, order, attempt: byHand, fault }] : []),
    ];
  }

  private print(order: string, { lines }: Order): Choice[] {
    return lines.flatMap(({ jobs, quantity }, line): Choice[] => {
      if (jobs === null) return [];
      const good = this.random.whole(1, quantity);
      const spoiled = this.random.pick([0, 0, 0, 1]);
      const key = `print-${order}-${Object.keys(jobs).length}`;
      return [{ kind: "print", order, key, line, good, spoiled, fault: none }];
    });
  }

  private bank(order: string, found: Order): Choice[] {
    const fault = this.fault();
    const last = found.attempts.length - 1;
    const attempt = this.random.next() < 0.8 ? last : this.random.whole(0, last);
    const open = Object.entries(found.refunds).find(
      ([, refund]) => refund.channel === "original" && refund.status !== "succeeded",
    );
    const clock: Choice[] =
      found.status === "awaiting_payment"
        ? [found.due ? { kind: "expire", order, fault } : { kind: "lapse", order, fault: none }]
        : [];
    const refunding: Choice[] = open ? [{ kind: "give-back", order, refund: open[0], fault }] : [];
    // An attempt that was never opened cannot be paid.
    const isPayable =
      found.attempts[attempt]?.opened && found.attempts[attempt].method.startsWith("builtin");
    if (!isPayable) return [...clock, ...refunding];
    const isPaid = found.attempts[attempt]?.bank?.status === "succeeded";
    const act = isPaid
      ? this.random.pick(["dispute", "dispute", "win"] as const)
      : this.random.pick(["pay", "pay", "pay", "refuse", "process", "force"] as const);
    const part = this.random.pick(["whole", "half"] as const);
    // An event reports one change; a repeated report is the same event.
    const event = JSON.stringify(found.attempts[attempt]?.bank);
    const acts: Choice = { kind: "at-bank", order, attempt, act, part, fault: none };
    const notification: Choice[] = [
      { kind: "notify", order, attempt, event, fault },
      { kind: "look", order, attempt, fault },
    ];
    // Captured payments have the most possible events.
    return [
      ...clock,
      ...clock,
      ...refunding,
      acts,
      acts,
      ...notification,
      ...(isPaid ? [acts, ...notification] : []),
    ];
  }

  private fault(): Fault {
    if (this.random.next() > 0.15) return none;
    return { at: this.random.whole(0, 2), what: this.random.pick(["down", "lost"] as const) };
  }
}

export const none: Fault = { at: -1, what: "none" };

/** The next act that closes the world at the end: payments settled and refunded, every order shipped or closed. */
export function whatIsLeft(world: World): Action | undefined {
  for (const [order, found] of Object.entries(world.orders)) {
    const { attempts, status } = found;
    const underWay = attempts.findIndex(({ bank }) => bank?.status === "processing");
    if (underWay >= 0)
      return { kind: "at-bank", order, attempt: underWay, act: "pay", fault: none };
    const isUnseen = attempts.some(
      ({ bank, charged, opened }) => bank?.status === "succeeded" && !charged && opened,
    );
    const isUnreported = attempts.some((attempt) =>
      Object.entries(attempt.bank?.disputes ?? {}).some(([name, { won }]) =>
        won
          ? shortfallOf(attempt, name) !== 0 || (name in attempt.debited && !(name in attempt.won))
          : shortfallOf(attempt, name) === undefined,
      ),
    );
    if (isUnseen || isUnreported) return { kind: "reconcile", order: "", fault: none };
    // The job that was queued with the receipt.
    const received = attempts.findIndex(({ receipt, charged }) => receipt !== null && !charged);
    if (received >= 0) return { kind: "look", order, attempt: received, fault: none };
    const promised = Object.entries(found.refunds).find(
      ([, { channel, status: at }]) =>
        channel === "original" && (at === "requested" || at === "pending"),
    );
    if (promised) return { kind: "give-back", order, refund: promised[0], fault: none };
    const back = returnsLeft(world, order, found);
    if (back) return back;
    if (status === "awaiting_payment") {
      return found.due
        ? { kind: "expire", order, fault: none }
        : { kind: "lapse", order, fault: none };
    }
    const disputed = attempts.findIndex(({ bank }) =>
      Object.values(bank?.disputes ?? {}).some(({ won }) => !won),
    );
    const wins: Action = { kind: "at-bank", order, attempt: disputed, act: "win", fault: none };
    if (status !== "placed") {
      // The banks decide disputes late, of every second order in the shop's favour.
      if (disputed >= 0 && Number(order.at(-1)) % 2 === 0) return wins;
      continue;
    }
    if (fulfilment(found) === "unfulfilled") {
      return { kind: "cancel", order, by: "staff", fault: none };
    }
    const shipment = Object.entries(found.shipments).find(([, { status: at }]) => at === "shipped");
    if (shipment) return { kind: "deliver", order, tracking: shipment[0], fault: none };
    const waiting = found.lines.map((_, n) => whereIs(found, n).waiting);
    const missing = found.lines.find(
      ({ variant }, n) => (world.stock[variant]?.onHand ?? 0) < (waiting[n] ?? 0),
    );
    if (missing) {
      return { kind: "count", order: "", variant: missing.variant, pieces: 3, fault: none };
    }
    // The rest of a partly shipped order can ship only once its money is here.
    if (!mayLeave(found) && disputed >= 0) return wins;
    const line = found.lines.findIndex((_, n) => mayShip(found, n) < (waiting[n] ?? 0));
    if (line >= 0) {
      const { jobs } = found.lines[line] as Line;
      const good = (waiting[line] ?? 0) - mayShip(found, line);
      const key = `print-${order}-${Object.keys(jobs ?? {}).length}`;
      return { kind: "print", order, key, line, good, spoiled: 0, fault: none };
    }
    const tracking = `${order}:${Object.keys(found.shipments).length}`;
    return { kind: "ship", order, tracking, pieces: undefined, fault: none };
  }
  return undefined;
}

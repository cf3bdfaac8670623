import type { SeededRandom } from "#db/seed/deterministic.ts";
import type { Action, ReturnAction } from "./action.ts";
import { planRefund } from "./refund-rules.ts";
import { returnable } from "./return-rules.ts";
import {
  free,
  isRefundable,
  type Line,
  mayPrint,
  mayShip,
  type Order,
  type Return,
  retainedBy,
  stockOf,
  type World,
} from "./world.ts";

const none = { at: -1, what: "none" } as const;

/** Possible acts on an order's shipped goods by customers and staff; likely ones are repeated. */
export function chooseReturns(random: SeededRandom, order: string, found: Order): ReturnAction[] {
  const about = { order, fault: none } as const;
  const keys = Object.keys(found.returns);
  const hasLeft = Object.keys(found.shipments).length > 0;
  const asks: ReturnAction = {
    kind: "ask-return",
    ...about,
    key: `return-${order}-${keys.length}`,
    of: random.pick(["return", "return", "claim"] as const),
    pieces: someOf(
      random,
      found.lines.map((_, n) => Math.max(1, returnable(found, n))),
    ),
  };
  const isNewest = random.next() < 0.7;
  const key = isNewest ? keys.at(-1) : keys[random.whole(0, Math.max(0, keys.length - 1))];
  const next = key ? steps(random, order, found, key) : [];
  const number = found.replacements.length - 1;
  const act = random.pick(["send", "send", "deliver", "unpack"] as const);
  return [
    ...(hasLeft ? [asks, asks, asks, asks] : []),
    ...next,
    ...next,
    ...(number >= 0 ? [{ kind: "replacement", ...about, number, act } as const] : []),
  ];
}

function steps(random: SeededRandom, order: string, found: Order, key: string): ReturnAction[] {
  const about = { order, key, fault: none } as const;
  const { kind: of, asked, status } = found.returns[key] as Return;
  // Most requested pieces arrive, and some are damaged.
  const came = asked.map((n) => (random.next() < 0.8 ? n : random.whole(0, n)));
  const damaged = came.map((n) => random.whole(0, n));
  const resellable = came.map((n, index) => n - (damaged[index] ?? 0));
  const receive: ReturnAction = { kind: "receive-return", ...about, resellable, damaged };
  const by =
    of === "return"
      ? random.pick(["refund", "refund", "refund", "close"] as const)
      : random.pick(["refund", "refund", "replacement", "both"] as const);
  const settle: ReturnAction = {
    kind: "settle-return",
    ...about,
    of,
    by,
    shipping: random.pick([0, 0, 0, found.shipping]),
    channel: random.next() < 0.85 ? wayBack(found) : random.pick(["original", "bank_transfer"]),
  };
  const answer: ReturnAction = {
    kind: "answer-return",
    ...about,
    isRight: random.next() < 0.8,
  };
  const usual: Partial<Record<Return["status"], ReturnAction[]>> = {
    requested: [answer, answer, answer],
    approved: of === "claim" ? [settle, settle, settle] : [receive, receive],
    in_transit: [receive, receive, receive],
    received: [settle, settle, settle],
  };
  return [
    ...(usual[status] ?? []),
    random.pick([answer, receive, settle]),
    random.pick([
      { kind: "withdraw-return", ...about } as const,
      { kind: "send-return", ...about } as const,
    ]),
  ];
}

/** At least one piece of at least one line. */
function someOf(random: SeededRandom, max: readonly number[]): number[] {
  const chosen: number[] = max.map((n) => random.whole(0, n));
  const first: number = random.whole(0, max.length - 1);
  return chosen.every((n) => n === 0)
    ? chosen.map((n, index) => (index === first ? 1 : n))
    : chosen;
}

/** The channel that can refund the payment with the largest share of the money. */
function wayBack(order: Order): "original" | "bank_transfer" {
  const retained = order.attempts.map((_, n) => retainedBy(order, n));
  const method = order.attempts[retained.indexOf(Math.max(...retained))]?.method ?? "";
  return isRefundable(method) ? "original" : "bank_transfer";
}

/** The next act that closes an order's returns at the end: each is decided, counted, refunded or closed. */
export function returnsLeft(
  world: World,
  order: string,
  found: Order,
): ReturnAction | Extract<Action, { kind: "print" }> | undefined {
  const about = { order, fault: none } as const;
  for (const [key, one] of Object.entries(found.returns)) {
    const { kind: of, status, asked } = one;
    if (status === "requested") return { kind: "answer-return", ...about, key, isRight: true };
    if (of === "return" && (status === "approved" || status === "in_transit")) {
      const nothing = asked.map(() => 0);
      return { kind: "receive-return", ...about, key, resellable: asked, damaged: nothing };
    }
    const settle = { kind: "settle-return", ...about, key, of, shipping: 0 } as const;
    const channel = wayBack(found);
    if (status === "received") {
      const by = isPayable(found, key, one, channel) ? "refund" : "close";
      return { ...settle, by, channel };
    }
    if (of === "claim" && status === "approved") {
      if (isPayable(found, key, one, channel)) return { ...settle, by: "refund", channel };
      const missing = found.lines.findIndex(
        ({ variant }, n) => free(stockOf(world, variant)) < (asked[n] ?? 0),
      );
      if (missing < 0) return { ...settle, by: "replacement", channel };
    }
  }
  const number = found.replacements.findIndex(
    ({ status }) => status === "pending" || status === "shipped",
  );
  if (number < 0) return undefined;
  const isOut = found.replacements[number]?.status === "shipped";
  const isThere = found.lines.every(
    ({ variant }, n) =>
      stockOf(world, variant).onHand >= (found.replacements[number]?.pieces[n] ?? 0),
  );
  const wanted = found.replacements[number]?.pieces ?? [];
  const unprinted = found.lines.findIndex((_, n) => mayShip(found, n) < (wanted[n] ?? 0));
  if (!isOut && unprinted >= 0 && mayPrint(found)) {
    const { jobs } = found.lines[unprinted] as Line;
    const good = (wanted[unprinted] ?? 0) - mayShip(found, unprinted);
    const printing = `print-${about.order}-${Object.keys(jobs ?? {}).length}`;
    return { kind: "print", ...about, key: printing, line: unprinted, good, spoiled: 0 };
  }
  const act = isOut ? "deliver" : isThere && unprinted < 0 ? "send" : "unpack";
  return { kind: "replacement", ...about, number, act };
}

function isPayable(
  order: Order,
  key: string,
  { kind, asked, resellable, damaged }: Return,
  channel: "original" | "bank_transfer",
): boolean {
  const pieces = asked.map((n, index) =>
    kind === "claim" ? n : (resellable?.[index] ?? 0) + (damaged?.[index] ?? 0),
  );
  const wanted = { key: `return:${key}`, pieces, shipping: 0, goodwill: 0, channel };
  return typeof planRefund(order, wanted, "sent") !== "string";
}

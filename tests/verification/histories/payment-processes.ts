import type { Fault } from "./action.ts";
import type { ChangeFrames } from "./money-rules.ts";
import { applyWord } from "./rules.ts";
import { done, type Next, ownStep, step } from "./steps.ts";
import { type Attempt, isCash, type Order } from "./world.ts";

/* All use cases that send requests to a bank. */

export function start(fault: Fault, key: string, rest: () => Next, calls = 0): Next {
  return ownStep(`start ${calls}`, (world) => {
    const { attempts } = world.orders[key] as Order;
    const n = attempts.findIndex(({ status }) => status === "created");
    if (n < 0) return rest();
    const store = () =>
      // Cash on delivery is counted for the next order of the same customer.
      (isCash(attempts[n] as Attempt) ? step : ownStep)(`opened ${n}`, (now) => {
        const attempt = now.orders[key]?.attempts[n] as Attempt;
        if (attempt.status === "created") {
          attempt.status = "pending";
          attempt.opened = true;
        }
        return rest();
      });
    if (!attempts[n]?.method.startsWith("builtin")) return store();
    return ownStep(`create ${n} ${calls}`, (now) => {
      const what = faultOf(fault, calls);
      const attempt = now.orders[key]?.attempts[n] as Attempt;
      if (what !== "down") attempt.bank ??= { status: "open", refunds: {}, disputes: {} };
      return what === "none" ? store() : done("payment_unavailable");
    });
  });
}

const faultOf = (fault: Fault, calls: number) => (fault.at === calls ? fault.what : "none");

/** @param then the next step, part of the labels where different paths lead to different steps */
export function settle(
  fault: Fault,
  key: string,
  n: number,
  calls: number,
  rest: (calls: number) => Next,
  then = "",
): Next {
  const at = `${key} ${n} ${calls} ${then}`;
  return ownStep(`see ${at}`, (world) => {
    const attempt = world.orders[key]?.attempts[n];
    if (!attempt?.opened) return rest(calls);
    const isByHand = !attempt.method.startsWith("builtin");
    return ownStep(`ask ${at}`, (now) => {
      if (!isByHand && faultOf(fault, calls) !== "none") return done("failed");
      const reported = wordOn(now.orders[key]?.attempts[n]);
      const after = isByHand ? calls : calls + 1;
      if (!reported) return rest(after);
      return step(`apply ${at} ${JSON.stringify(reported)}`, (last) => {
        applyWord(last, last.orders[key] as Order, n, reported);
        return rest(after);
      });
    });
  });
}

/** A notification: the bank is asked, unless the same notification was handled a moment ago. */
export function hearNotification(fault: Fault, key: string, n: number, event: string): Next {
  return ownStep("notification", (world) => {
    const attempt = world.orders[key]?.attempts[n];
    if (!attempt?.opened || attempt.reported.includes(event)) return done("ok");
    return settle(fault, key, n, 0, () =>
      ownStep("known", (now) => {
        const known = now.orders[key]?.attempts[n] as Attempt;
        known.reported = [...new Set([...known.reported, event])].sort();
        return done("ok");
      }),
    );
  });
}

function wordOn(attempt: Attempt | undefined): ChangeFrames | undefined {
  if (!attempt) return undefined;
  if (!attempt.method.startsWith("builtin")) {
    return {
      status: attempt.receipt === null ? "pending" : "succeeded",
      refunds: {},
      disputes: {},
    };
  }
  if (!attempt.bank) return undefined;
  const { status, refunds, disputes } = attempt.bank;
  const isOpen = status === "open" || status === "processing";
  const took = Object.entries(disputes).map(([name, one]) => [name, { ...one }]);
  return {
    status: isOpen ? "pending" : status,
    refunds: { ...refunds },
    disputes: Object.fromEntries(took),
  };
}

export function settleAll(
  fault: Fault,
  key: string,
  [n, ...others]: readonly number[],
  calls: number,
  rest: (calls: number) => Next,
): Next {
  if (n === undefined) return rest(calls);
  return settle(
    fault,
    key,
    n,
    calls,
    (after) => settleAll(fault, key, others, after, rest),
    others.join(),
  );
}

export function closeAttempts(
  fault: Fault,
  key: string,
  calls: number,
  rest: (calls: number) => Next,
): Next {
  return ownStep(`list ${calls}`, (world) => {
    const { attempts = [] } = world.orders[key] ?? {};
    const open = attempts.flatMap((a, n) =>
      a.opened && (a.status === "pending" || a.status === "declined") ? [n] : [],
    );
    const one = ([n, ...others]: readonly number[], after: number): Next =>
      n === undefined
        ? rest(after)
        : closeOne(fault, key, n, after, (c) => one(others, c), others.join());
    return one(open, calls);
  });
}

function closeOne(
  fault: Fault,
  key: string,
  n: number,
  calls: number,
  rest: (calls: number) => Next,
  then: string,
): Next {
  return ownStep(`close ${n} ${calls} ${then}`, (world) => {
    const attempt = world.orders[key]?.attempts[n] as Attempt;
    const isByHand = !attempt.method.startsWith("builtin");
    let isClosed = attempt.receipt === null;
    if (!isByHand) {
      const what = faultOf(fault, calls);
      const { bank } = attempt;
      isClosed = bank !== null && !["processing", "succeeded"].includes(bank.status);
      if (what !== "down" && bank && isClosed) bank.status = "canceled";
      if (what !== "none") return done("failed");
    }
    const close = (after: number): Next =>
      step(`closed ${n} ${after} ${then}`, (now) => {
        const last = now.orders[key]?.attempts[n] as Attempt;
        if (last.status === "pending" && last.receipt === null) last.status = "canceled";
        return rest(after);
      });
    const asked = isByHand ? calls : calls + 1;
    return settle(fault, key, n, asked, isClosed ? close : rest, `${isClosed} ${then}`);
  });
}

/** After this many tries staff decide. */
const maxTries = 8;

function giveUp(fault: Fault, key: string, refundKey: string, n: number): Next {
  return ownStep("give up", (world) => {
    const refund = world.orders[key]?.refunds[refundKey];
    if (refund?.status === "pending") refund.status = "failed";
    return settle(fault, key, n, 1, () => done("ok"));
  });
}

export function sendRefundToBank(fault: Fault, key: string, refundKey: string): Next {
  return ownStep("pending", (world) => {
    const refund = world.orders[key]?.refunds[refundKey];
    if (refund?.channel !== "original") return done("ok");
    const n = refund.attempt;
    if (refund.status !== "requested" && refund.status !== "pending") {
      return settle(fault, key, n, 0, () => done("ok"));
    }
    refund.status = "pending";
    refund.tries += 1;
    const isLast = refund.tries >= maxTries;
    return ownStep(`bank refund ${isLast}`, (now) => {
      const what = faultOf(fault, 0);
      const bank = now.orders[key]?.attempts[n]?.bank;
      const inDispute = Object.values(bank?.disputes ?? {}).some(({ won }) => !won);
      const isRefused = now.isStrictBank && inDispute && !(refundKey in (bank?.refunds ?? {}));
      if (what !== "down" && bank && !isRefused) bank.refunds[refundKey] = refund.amount;
      if (what !== "none" || isRefused) {
        return isLast ? giveUp(fault, key, refundKey, n) : done("failed");
      }
      return ownStep("reference", (last) => {
        const booked = last.orders[key]?.refunds[refundKey];
        if (booked) {
          booked.referenced = true;
          if (booked.booked > 0) booked.status = "succeeded";
        }
        return settle(fault, key, n, 1, () => done("ok"));
      });
    });
  });
}

import type { Action } from "../histories/action.ts";
import { none, type OrderIntent } from "../histories/choose.ts";
import type { Scene } from "../histories/scene.ts";

/** States of an order, each with pairs of possible next actions. */
export interface Situation {
  readonly name: string;
  /** Brings the shop into this state. @returns the use cases by name */
  arrange(scene: Scene): Promise<Record<string, Action>>;
}

const order = "ayu-01";
const at = { order, attempt: 0, fault: none } as const;

const settle: Action = { kind: "look", ...at };
const notify: Action = { kind: "notify", ...at, event: "news" };
const win: Action = { kind: "at-bank", ...at, act: "win" };
const took = (part: "whole" | "half"): Action => ({ kind: "at-bank", ...at, act: "dispute", part });
const resolve: Action = { kind: "resolve", ...at, task: 0 };

const intent = (customer: string, key: string): OrderIntent => ({
  kind: "intent",
  order: key,
  customer,
  // All pieces of one variant, and the only use of the code: two orders cannot both have them.
  lines: [
    { variant: "v0", quantity: 3 },
    { variant: "v1", quantity: 1 },
  ],
  code: true,
  method: "builtin:card",
  fault: none,
});

async function priced(scene: Scene, choice: OrderIntent): Promise<Action> {
  const action = await scene.toAction(choice);
  if (!action) throw new Error("the cart cannot be bought");
  return action;
}

/** An unpaid order; another buyer has the same quote and waits for the pieces. */
async function waiting(scene: Scene): Promise<Record<string, Action>> {
  const rival = await priced(scene, intent("budi", "budi-01"));
  await scene.alone(await priced(scene, intent("ayu", order)));
  return {
    place: rival,
    settle,
    notify,
    expire: { kind: "expire", order, fault: none },
    cancel: { kind: "cancel", order, by: "customer", fault: none },
    "pay again": {
      kind: "pay-again",
      order,
      method: "builtin:va_bca",
      cashFee: scene.cashFee,
      fault: none,
    },
  };
}

async function placed(scene: Scene): Promise<void> {
  await waiting(scene);
  await scene.alone({ kind: "at-bank", ...at, act: "pay" });
  await scene.alone(settle);
}

export const situations: readonly Situation[] = [
  {
    name: "waits and is not paid, its time is over",
    async arrange(scene) {
      const acts = await waiting(scene);
      await scene.alone({ kind: "lapse", order, fault: none });
      return { ...acts, pay: { kind: "at-bank", ...at, act: "pay" } };
    },
  },
  {
    name: "waits and its money has come, its time is over",
    async arrange(scene) {
      const acts = await waiting(scene);
      await scene.alone({ kind: "at-bank", ...at, act: "pay" });
      await scene.alone({ kind: "lapse", order, fault: none });
      return acts;
    },
  },
  {
    name: "lapsed and then its money comes",
    async arrange(scene) {
      const { place, cancel } = await waiting(scene);
      if (!place || !cancel) throw new Error("nothing was arranged");
      await scene.alone({ kind: "lapse", order, fault: none });
      await scene.alone({ kind: "expire", order, fault: none });
      await scene.alone({ kind: "at-bank", ...at, act: "force" });
      return { place, settle, notify, cancel };
    },
  },
  {
    name: "is paid and has not left",
    async arrange(scene) {
      const refund = { kind: "refund", order, line: 0, goodwill: 0, fault: none } as const;
      const rival = await priced(scene, intent("budi", "budi-01"));
      await placed(scene);
      return {
        place: rival,
        settle,
        cancel: { kind: "cancel", order, by: "staff", fault: none },
        refund: { ...refund, key: "refund-first", pieces: 2, channel: "original" },
        "other refund": { ...refund, key: "refund-other", pieces: 2, channel: "original" },
        ship: { kind: "ship", order, tracking: "JN-1", pieces: [2, 1], fault: none },
      };
    },
  },
  {
    name: "is paid and money is promised back",
    async arrange(scene) {
      const refund = { kind: "refund", order, line: 0, goodwill: 0, fault: none } as const;
      await placed(scene);
      const key = "refund-first";
      await scene.alone({ ...refund, key, pieces: 1, channel: "original" });
      return {
        "give back": { kind: "give-back", order, refund: key, fault: none },
        settle,
        cancel: { kind: "cancel", order, by: "customer", fault: none },
        refund: { ...refund, key: "refund-other", pieces: 2, channel: "original" },
      };
    },
  },
  {
    name: "is paid and its bank took all of it",
    async arrange(scene) {
      await placed(scene);
      await scene.alone(took("whole"));
      return {
        settle,
        notify,
        win,
        cancel: { kind: "cancel", order, by: "staff", fault: none },
        refund: {
          kind: "refund",
          order,
          key: "refund-first",
          line: 0,
          pieces: 2,
          goodwill: 0,
          channel: "original",
          fault: none,
        },
        ship: { kind: "ship", order, tracking: "JN-1", pieces: [2, 1], fault: none },
      };
    },
  },
  {
    name: "goes back whole, of which its bank took a half",
    async arrange(scene) {
      await placed(scene);
      await scene.alone({ kind: "cancel", order, by: "staff", fault: none });
      await scene.alone(took("half"));
      await scene.alone(settle);
      return {
        "give back": { kind: "give-back", order, refund: "all:0", fault: none },
        settle,
        win,
        "take the rest": took("whole"),
        resolve,
      };
    },
  },
  {
    name: "was cancelled after its bank took all of it",
    async arrange(scene) {
      await placed(scene);
      await scene.alone(took("whole"));
      await scene.alone(settle);
      await scene.alone({ kind: "cancel", order, by: "staff", fault: none });
      return { settle, notify, win, resolve };
    },
  },
];

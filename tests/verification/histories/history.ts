import { SeededRandom } from "#db/seed/deterministic.ts";
import type { Outcome, Ready, Stage, Turn } from "../stage/stage.ts";
import type { Action } from "./action.ts";
import { Chooser, none } from "./choose.ts";
import { Scene } from "./scene.ts";

export interface Length {
  readonly rounds: number;
  /** Maximum number of concurrent actors. */
  readonly actors: number;
}

/** The counts of a history. */
export interface ChangeFrames {
  readonly actions: number;
  readonly orders: number;
  /** Actions whose process died, or whose connection was cut. */
  readonly crashes: number;
  /** Number of each answer to each action, including those of the closing phase. */
  readonly answers: ReadonlyMap<string, number>;
}

/**
 * One history: people buy, pay and cancel; a bank answers or fails; processes die. After each round the real state
 * must be one that the model allows; at the end no money may be owed and no stock held or missing.
 * @throws Contradiction
 */
export async function playHistory(
  stage: Stage,
  seed: number,
  length: Length,
): Promise<ChangeFrames> {
  const random = new SeededRandom(seed);
  const scene = await Scene.open(stage, seed, {
    customers: random.whole(1, 3),
    pieces: () => random.whole(2, 7),
    uses: random.whole(1, 3),
    usesEach: random.whole(1, 2),
    isStrictBank: random.next() < 0.5,
    isPrinting: random.next() < 0.6,
  });
  const chooser = new Chooser(random, scene.cashFee);
  const isByCard = random.next() < 0.5;
  let actions = random.next() < 0.5 ? await sellOne(scene, chooser, isByCard) : 0;
  let crashes = 0;
  for (let round = 0; round < length.rounds; round++) {
    const acts: Action[] = [];
    for (let n = random.whole(Math.min(2, length.actors), length.actors); n > 0; n--) {
      const action = await scene.toAction(chooser.choose(scene.world));
      if (action) acts.push(action);
    }
    const done = await scene.judge(acts, await playConcurrently(scene, acts, random));
    await scene.followSales();
    actions += acts.length;
    crashes += done.filter(({ answer }) => answer === undefined).length;
  }
  await scene.goHome();
  const orders = Object.keys(scene.world.orders).length;
  return { actions, crashes, orders, answers: scene.answers };
}

/** Sells and delivers one order before the first round, so that it can be returned. @returns actions */
async function sellOne(scene: Scene, chooser: Chooser, isByCard: boolean): Promise<number> {
  const intent = { ...chooser.intent(scene.world), fault: none };
  const bought = await scene.toAction(isByCard ? { ...intent, method: "builtin:card" } : intent);
  if (bought?.kind !== "place") return 0;
  const { order } = bought;
  const about = { order, attempt: 0, fault: none } as const;
  const isByHand = !bought.method.startsWith("builtin");
  const acts: Action[] = [
    bought,
    isByHand ? { kind: "receive-money", ...about } : { kind: "at-bank", ...about, act: "pay" },
    { kind: "look", ...about },
    ...bought.lines.flatMap(({ variant, quantity }, line): Action[] =>
      variant === bought.printed
        ? [{ kind: "print", ...about, key: `print-${order}-0`, line, good: quantity, spoiled: 0 }]
        : [],
    ),
    { kind: "ship", order, tracking: `${order}:0`, pieces: undefined, fault: none },
  ];
  for (const act of acts) await scene.alone(act);
  return acts.length;
}

async function playConcurrently(
  scene: Scene,
  acts: readonly Action[],
  random: SeededRandom,
): Promise<Outcome[]> {
  const { bank } = scene.shop;
  const names = acts.map((_, n) => String(n));
  const isDoomed = random.next() < 0.2;
  const doomed = isDoomed && names.length > 0 ? random.pick(names) : undefined;
  const how = random.next() < 0.7 ? "crash" : "cut";
  const when = random.whole(0, 30);
  const calls = new Map<string, number>();
  const choose = (ready: readonly Ready[]): Turn => {
    const next = random.pick(ready);
    const isHit = next.actor === doomed && next.stepsDone === when;
    return { actor: next.actor, how: isHit ? how : "go" };
  };
  const play = new Map(
    acts.map((action, n) => {
      const name = names[n] as string;
      return [
        name,
        () => {
          calls.set(name, 0);
          return scene.perform(action);
        },
      ];
    }),
  );
  bank.nextFault = (actor) => {
    const n = calls.get(actor) ?? 0;
    calls.set(actor, n + 1);
    const fault = acts[Number(actor)]?.fault ?? none;
    return fault.at === n ? fault.what : "none";
  };
  const outcomes = await scene.stage.play(play, choose);
  bank.nextFault = () => "none";
  // An action whose connection was cut may have had any answer.
  return names.map((name) => {
    const outcome = outcomes.get(name) as Outcome;
    return name === doomed && outcome.kind === "done" && how === "cut" && wasHit(outcome)
      ? { kind: "crashed" }
      : outcome;
  });
}

const wasHit = (outcome: Extract<Outcome, { kind: "done" }>): boolean => outcome.value === "failed";

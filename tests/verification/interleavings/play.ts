import type { Action } from "../histories/action.ts";
import { Scene } from "../histories/scene.ts";
import type { Outcome, Ready, Stage, Turn } from "../stage/stage.ts";
import type { Situation } from "./situations.ts";

/** A point at which a use case is paused or killed, and the action that runs meanwhile. */
export interface Point {
  readonly situation: Situation;
  readonly first: string;
  /** Undefined: the first's process dies there, and the first is repeated. */
  readonly second: string | undefined;
  /** Number of the first's earlier steps. */
  readonly at: number;
}

const open = (stage: Stage, seed: number): Promise<Scene> =>
  Scene.open(stage, seed, {
    customers: 2,
    pieces: () => 3,
    uses: 1,
    usesEach: 1,
    isStrictBank: false,
    isPrinting: false,
  });

/** How many steps each use case of a situation takes alone. */
export async function countSteps(
  stage: Stage,
  situation: Situation,
  seeds: () => number,
): Promise<Map<string, number>> {
  const steps = new Map<string, number>();
  for (const name of Object.keys(await situation.arrange(await open(stage, seeds())))) {
    const scene = await open(stage, seeds());
    const acts = await situation.arrange(scene);
    let count = 0;
    await play(scene, [[name, acts]], (ready) => {
      count += 1;
      return { actor: ready[0]?.actor ?? "", how: "go" };
    });
    steps.set(name, count);
  }
  return steps;
}

/** Every pair at every step of the first, and the end of every use case's process at each of its steps. */
export async function allPoints(
  stage: Stage,
  situation: Situation,
  seeds: () => number,
): Promise<Point[]> {
  const steps = await countSteps(stage, situation, seeds);
  const seconds = [...steps.keys(), undefined];
  return [...steps].flatMap(([first, count]) =>
    Array.from({ length: count }, (_, at) =>
      seconds.map((second): Point => ({ situation, first, second, at })),
    ).flat(),
  );
}

/**
 * Runs the first up to its step, the second to its end or until it waits for the first; then both to their ends. The
 * result must be one that some interleaving of both allows, and the ledgers must balance.
 * @throws Contradiction
 */
export async function playPoint(stage: Stage, seed: number, point: Point): Promise<void> {
  const { situation, first, second, at } = point;
  const scene = await open(stage, seed);
  const acts = await situation.arrange(scene);
  const one = `1 ${first}`;
  scene.trace.push(`${situation.name}: ${first} before its step ${at}, ${second ?? "dies"}`);
  if (second === undefined) {
    await play(scene, [[first, acts]], (ready) => {
      const next = ready[0] as Ready;
      return { actor: next.actor, how: next.stepsDone === at ? "crash" : "go" };
    });
    // An action without an answer is repeated.
    await scene.alone(acts[first] as Action);
  } else {
    await play(
      scene,
      [
        [first, acts],
        [second, acts],
      ],
      (ready) => {
        const held = ready.find(({ actor }) => actor === one);
        const other = ready.find(({ actor }) => actor !== one);
        const next = held && (held.stepsDone < at || !other) ? held : (other as Ready);
        return { actor: next.actor, how: "go" };
      },
    );
  }
  await scene.goHome();
}

async function play(
  scene: Scene,
  which: readonly (readonly [string, Record<string, Action>])[],
  choose: (ready: readonly Ready[]) => Turn,
): Promise<void> {
  const actions = which.map(([name, acts]) => acts[name] as Action);
  const names = which.map(([name], n) => `${n + 1} ${name}`);
  const outcomes = await scene.stage.play(
    new Map(actions.map((action, n) => [names[n] as string, () => scene.perform(action)])),
    choose,
  );
  await scene.judge(
    actions,
    names.map((name) => outcomes.get(name) as Outcome),
  );
}

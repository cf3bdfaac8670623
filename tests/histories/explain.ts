import type { Action } from "./action.ts";
import { begin, type Facts } from "./processes.ts";
import type { Next } from "./steps.ts";
import type { World } from "./world.ts";

/** What was done, and what was said to whoever did it; undefined when they never got an answer. */
export interface Done {
  readonly action: Action;
  readonly answer: string | undefined;
}

/** More ways than this are never looked at. */
const mostPlaces = 40_000;

/**
 * Looks for an order in which the steps of some actions, done at the same time, lead from one world to another with the
 * answers that were given. What got no answer may have stopped anywhere.
 * @returns whether there is one
 */
export function isExplained(from: World, to: World, acts: readonly Done[], facts: Facts): boolean {
  const goal = canonical(to);
  const seen = new Set<string>();
  const walk = (world: World, nexts: readonly Next[]): boolean => {
    const text = canonical(world);
    if (text === goal && nexts.every((next, n) => isEnd(next, acts[n]?.answer))) return true;
    const place = `${text}|${nexts.map((next) => ("done" in next ? `=${next.done}` : next.label)).join("|")}`;
    if (seen.has(place)) return false;
    if (seen.size > mostPlaces) throw new Error("too many ways to look at");
    seen.add(place);
    return nexts.some((next, n) => {
      if ("done" in next) return false;
      const world2 = structuredClone(world);
      const after = next.run(world2);
      return walk(world2, nexts.with(n, after));
    });
  };
  return walk(
    from,
    acts.map(({ action }) => begin(action, facts)),
  );
}

/** Without an answer, wherever it stopped is an end. */
function isEnd(next: Next, answer: string | undefined): boolean {
  return answer === undefined || ("done" in next && next.done === answer);
}

/** The same world in the same words. */
export function canonical(world: World): string {
  return JSON.stringify(world, (_, value: unknown) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

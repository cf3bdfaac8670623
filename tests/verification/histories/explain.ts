import type { Action } from "./action.ts";
import { isBeyond } from "./beyond.ts";
import { begin } from "./processes.ts";
import type { Facts, Next } from "./steps.ts";
import type { World } from "./world.ts";

/** An action and its answer; undefined when the answer was lost. */
export interface Done {
  readonly action: Action;
  readonly answer: string | undefined;
}

/** Maximum number of searched interleavings. */
const maxPlaces = 400_000;
export const tooMany = "too many ways to look at";

/**
 * Searches for an interleaving of concurrent actions' steps that leads from one world to another with the given
 * answers. An action without an answer may have stopped anywhere.
 * The search is pruned, because eight concurrent actions would otherwise take too long:
 * - a step that changes nothing can move later, unless another's change comes between and it would find another
 * world; so only changes are ordered, and what others may have read just before each
 * - a change that no other action can see is made at once, because its position does not matter
 * - a world is dropped as soon as it has something that the goal lacks and that no step can remove
 * @returns whether there is one, or that there are too many to check
 */
export function isExplained(
  from: World,
  to: World,
  acts: readonly Done[],
  facts: Facts,
): boolean | typeof tooMany {
  const goal = canonical(to);
  const seen = new Set<string>();

  const walk = (world: World, nexts: readonly Next[]): boolean => {
    if (nexts.some((next, n) => isWrongEnd(next, acts[n]?.answer))) return false;
    if (isBeyond(world, to, openActions(acts, nexts))) return false;
    const text = canonical(world);
    const place = `${text}|${nexts.map(labelOf).join("|")}`;
    if (seen.has(place)) return false;
    if (seen.size >= maxPlaces) return false;
    seen.add(place);
    const looks = nexts.map((next) => lookOn(world, next));
    if (text === goal && looks.every((look, n) => isEnd(look, acts[n]?.answer))) return true;
    const alone = looks.findIndex((look, n) => isUnseen(acts, nexts, look, n));
    const changes = alone >= 0 ? [alone] : looks.keys();
    for (const n of changes) {
      const change = looks[n]?.change;
      if (!change) continue;
      for (const others of othersBefore(looks, n, change.world)) {
        if (walk(change.world, others.with(n, change.next))) return true;
      }
    }
    return false;
  };
  const first = acts.map(({ action }) => begin(action, facts));
  return walk(from, first) || (seen.size < maxPlaces ? false : tooMany);
}

/** An action's progress without a change, and its next change. */
interface Look {
  /** The current position of the action, and the positions after each step that changes nothing. */
  readonly at: readonly Next[];
  /** Undefined: the action ends without a change. */
  readonly change: { readonly world: World; readonly next: Next } | undefined;
  /** All these steps concern the action's own order alone. */
  readonly isOwn: boolean;
}

function lookOn(world: World, from: Next): Look {
  const at: Next[] = [from];
  if ("done" in from) return { at, change: undefined, isOwn: true };
  const text = JSON.stringify(world);
  const after = copyOf(world);
  let isOwn = true;
  for (let next: Next = from; !("done" in next); ) {
    const then = next.run(after);
    isOwn &&= next.isOwn ?? false;
    if (JSON.stringify(after) !== text) return { at, change: { world: after, next: then }, isOwn };
    next = then;
    at.push(next);
  }
  return { at, change: undefined, isOwn };
}

/**
 * Possible positions of the other actions when one changes the world: the current one, or some steps further, as far
 * as they would not read the same afterwards.
 */
function othersBefore(looks: readonly Look[], who: number, after: World): Next[][] {
  return looks.reduce<Next[][]>(
    (methods, { at }, n) => {
      const stands = n === who ? at.slice(0, 1) : standsBefore(at, after);
      return methods.flatMap((way) => stands.map((stand) => [...way, stand]));
    },
    [[]],
  );
}

function standsBefore(at: readonly Next[], after: World): readonly Next[] {
  const first = at[0] as Next;
  if (at.length === 1) return at;
  const then = lookOn(after, first).at.map(labelOf);
  const others = at.filter((stand, n) => n > 0 && labelOf(stand) !== then[n]);
  return [first, ...others];
}

/** A change within an order that no other action touches. An action without an answer may have stopped before it. */
function isUnseen(acts: readonly Done[], nexts: readonly Next[], look: Look, n: number): boolean {
  const { action, answer } = acts[n] as Done;
  if (!look.change || !look.isOwn || answer === undefined) return false;
  return acts.every(
    (other, m) => m === n || "done" in (nexts[m] as Next) || !concerns(other.action, action.order),
  );
}

const concerns = (action: Action, order: string): boolean =>
  action.order === order || action.kind === "reconcile";

const labelOf = (next: Next): string => ("done" in next ? `=${next.done}` : next.label);

function openActions(acts: readonly Done[], nexts: readonly Next[]): Action[] {
  return acts.flatMap(({ action }, n) => ("done" in (nexts[n] as Next) ? [] : [action]));
}

/** Whether an action makes no more changes. Without an answer, any stopping point is an end. */
function isEnd({ at }: Look, answer: string | undefined): boolean {
  const last = at.at(-1) as Next;
  return answer === undefined || ("done" in last && last.done === answer);
}

const isWrongEnd = (next: Next, answer: string | undefined): boolean =>
  answer !== undefined && "done" in next && next.done !== answer;

/** Like structuredClone, but faster: with it, copying took most of the checker's time. */
function copyOf<T>(value: T): T {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(copyOf) as T;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) copy[key] = copyOf((value as Record<string, unknown>)[key]);
  return copy as T;
}

/** The same text for equal worlds. */
export function canonical(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "";
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${key}:${canonical(inner)}`).join()}}`;
}

import type { DesignDocument } from "#shop/designs/document/document.ts";

/*
 * What can be undone. A step is the document before it: documents share what they have in common, so 200 of them cost little
 * more than one, and undoing cannot fail to restore (docs/why/designs.md).
 */

export const maxSteps = 200;
/** Milliseconds between two key presses that are still one step. */
export const joinWithin = 1_000;

export type StepKind =
  | "add"
  | "remove"
  | "duplicate"
  | "move"
  | "resize"
  | "turn"
  | "words"
  | "look"
  | "order"
  | "show"
  | "lock"
  | "name"
  | "repair"
  | "template"
  | "paste"
  | "group"
  | "ungroup"
  | "crop"
  | "fill"
  | "align";

interface Step {
  readonly kind: StepKind;
  /** The other document: before the step where it can be undone, after it where it can be done again. */
  readonly document: DesignDocument;
  /** Layer that the step changed; the editor shows it. */
  readonly layer: string | null;
  /** All layers that it changed, where they are several. */
  readonly layers?: readonly string[] | undefined;
}

export interface History {
  readonly document: DesignDocument;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
  /** The last step may take in the next one with the same key until this moment. */
  readonly joins: { readonly key: string; readonly until: number } | null;
}

export function startHistory(document: DesignDocument): History {
  return { document, past: [], future: [], joins: null };
}

export interface Change {
  readonly kind: StepKind;
  readonly document: DesignDocument;
  readonly layer: string | null;
  /** All layers that it changes, where they are several: they stay chosen. */
  readonly layers?: readonly string[] | undefined;
  /** Changes with the same key that follow each other within a second are one step, e.g. typing. */
  readonly join?: string;
}

/** @param now milliseconds of any clock that only advances */
export function record(history: History, change: Change, now: number): History {
  const { kind, document, layer, layers, join } = change;
  if (document === history.document) return history;
  const { joins, past } = history;
  const isJoined = join !== undefined && joins?.key === join && now <= joins.until;
  return {
    document,
    past: isJoined
      ? past
      : [...past, { kind, layer, layers, document: history.document }].slice(-maxSteps),
    future: [],
    joins: join === undefined ? null : { key: join, until: now + joinWithin },
  };
}

/** @returns the step that was undone, and the history after it; undefined where there is none */
export function undo(history: History): { step: Step; history: History } | undefined {
  const step = history.past.at(-1);
  if (!step) return undefined;
  const { kind, layer, layers } = step;
  return {
    step,
    history: {
      document: step.document,
      past: history.past.slice(0, -1),
      future: [...history.future, { kind, layer, layers, document: history.document }],
      joins: null,
    },
  };
}

export function redo(history: History): { step: Step; history: History } | undefined {
  const step = history.future.at(-1);
  if (!step) return undefined;
  const { kind, layer, layers } = step;
  return {
    step,
    history: {
      document: step.document,
      past: [...history.past, { kind, layer, layers, document: history.document }],
      future: history.future.slice(0, -1),
      joins: null,
    },
  };
}

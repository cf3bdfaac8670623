import type { World } from "./world.ts";

/*
 * Each use case as the steps that others can come between: a transaction is one, a call to a bank is one. What a step
 * has seen is kept in the next one's label, so that two ways to the same place can be told apart.
 */

export type Next = { readonly done: string } | Step;
export interface Step {
  readonly label: string;
  /** It sees and changes nothing but its own order, and nothing of that by which orders of a customer are counted. */
  readonly isOwn?: boolean;
  readonly run: (world: World) => Next;
}

export const done = (result: string): Next => ({ done: result });
export const step = (label: string, run: Step["run"]): Next => ({ label, run });
export const ownStep = (label: string, run: Step["run"]): Next => ({ label, run, isOwn: true });

/** What nobody could compute beforehand, e.g. the code of a bank transfer: taken from what really happened. */
export interface Facts {
  readonly amountOf: (order: string, attempt: number) => number | undefined;
  /** Whole rupiah a piece, as the catalogue has it. */
  readonly priceOf: (variant: string) => number;
}

import type { World } from "./world.ts";

/*
 * Each use case as steps between which others can run: a transaction or a call to a bank is one step. The next step's
 * label contains what a step has read, to distinguish two paths to the same place.
 */

export type Next = { readonly done: string } | Step;
export interface Step {
  readonly label: string;
  /** The step reads and changes only its own order, and nothing by which a customer's orders are counted. */
  readonly isOwn?: boolean;
  readonly run: (world: World) => Next;
}

export const done = (result: string): Next => ({ done: result });
export const step = (label: string, run: Step["run"]): Next => ({ label, run });
export const ownStep = (label: string, run: Step["run"]): Next => ({ label, run, isOwn: true });

/** Values that the model cannot compute, e.g. the code of a bank transfer: taken from the real run. */
export interface Facts {
  readonly amountOf: (order: string, attempt: number) => number | undefined;
  /** Whole rupiah a piece, as the catalogue has it. */
  readonly priceOf: (variant: string) => number;
  /** It is printed to order. */
  readonly isPrinted: (variant: string) => boolean;
}

import type { FormValues } from "./form-values.ts";

/** What saving a form with a version answers with. */
export interface MergeAnswer {
  readonly done?: "save" | "merge";
  readonly version?: number;
  /** A stable code; the page has words for it. */
  readonly problem?: string;
  /** A code for each field that needs to be put right. */
  readonly problems?: Readonly<Record<string, string>>;
  /** What was typed, for a page without scripts and after a merge. */
  readonly values?: FormValues;
  /** The stored form that `values` was merged with. */
  readonly before?: FormValues;
  /** Another one for each answer whose values replace the typed ones. */
  readonly remount?: string;
  /** The fields that two people changed to different values. */
  readonly conflict?: readonly {
    readonly name: string;
    readonly before: string;
    readonly theirs: string;
    readonly mine: string;
  }[];
}

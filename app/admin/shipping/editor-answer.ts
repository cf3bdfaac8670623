import type { FormValues } from "./form-values.ts";
import type { TestAnswer } from "./test-action.server.ts";

/** What the action of an editor answers with. */
export interface EditorAnswer {
  readonly done?: "save" | "merge" | "delete" | "apply";
  readonly version?: number;
  /** Whether the page asks before it deletes: without scripts there is no dialog. */
  readonly asks?: true;
  /** A stable code; the page has words for it. */
  readonly problem?: string;
  /** A code for each field that needs to be put right; a tier's is `code:row`. */
  readonly problems?: Readonly<Record<string, string>>;
  /** What was typed, for a page without scripts and after a merge. */
  readonly values?: FormValues;
  /** The stored form that `values` was merged with. */
  readonly before?: FormValues;
  /** Another one for each answer whose values replace the typed ones. */
  readonly remount?: string;
  /** What trying the unsaved form on an address found. */
  readonly tested?: TestAnswer;
  readonly conflict?: readonly {
    readonly name: string;
    readonly before: string;
    readonly theirs: string;
    readonly mine: string;
  }[];
}

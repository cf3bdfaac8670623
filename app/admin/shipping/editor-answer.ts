import type { MergeAnswer } from "#app/admin/kit/form/merge-answer.ts";
import type { TestAnswer } from "#app/admin/shipping/test-action.server.ts";

/** What the action of an editor answers with; a tier's problem is `code:row`. */
export interface EditorAnswer extends Omit<MergeAnswer, "done"> {
  readonly done?: "save" | "merge" | "delete" | "apply";
  /** Whether the page asks before it deletes: without scripts there is no dialog. */
  readonly asks?: true;
  /** What trying the unsaved form on an address found. */
  readonly tested?: TestAnswer;
}

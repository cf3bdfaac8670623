import type { MergeAnswer } from "#app/admin/kit/form/merge-answer.ts";

/** What the action of a list with a form in each row answers with: what an editor does, and the row it is about. */
export interface RowAnswer extends Omit<MergeAnswer, "done"> {
  readonly done?: true;
  /** The key of the row whose form was sent; `''` for the one that adds. */
  readonly row?: string;
}

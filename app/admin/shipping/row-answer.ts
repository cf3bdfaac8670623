import type { FormValues } from "./form-values.ts";

/** What the action of a list with a form in each row answers with. */
export interface RowAnswer {
  readonly done?: true;
  readonly problem?: string;
  readonly problems?: Readonly<Record<string, string>>;
  /** The key of the row whose form was sent; `''` for the one that adds. */
  readonly row?: string;
  readonly values?: FormValues;
}

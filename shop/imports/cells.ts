/** Cells by the names of our columns. */
export type Cells = Readonly<Record<string, string>>;

/** A cell in the form in which cells are compared, or why it is refused. */
export type ReadCell =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly problem: string };

/** Between the entries of a list in one cell. */
export const listSeparator = "|";

/** A cell that says: make it empty. An empty cell says: leave it as it is. */
export const emptyMark = "-";

/** Stands for the character NUL in staged cells. */
export const nullMark = "\ufffe";

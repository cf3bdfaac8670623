/** Cells by the names of our columns. */
export type Cells = Readonly<Record<string, string>>;

/** Between the entries of a list in one cell. */
export const listSeparator = "|";

/** A cell that says: make it empty. An empty cell says: leave it as it is. */
export const emptyMark = "-";

/** Stands for the character NUL in staged cells. */
export const nullMark = "\ufffe";

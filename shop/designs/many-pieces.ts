/** Pieces of one design that staff look at before they are printed: a fault would be in all of them. */
export const manyPieces = 24;

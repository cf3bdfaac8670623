/* Limits of a design document (decision 0117). */

export const maxSides = 6;
export const maxAreasOfASide = 8;
export const maxLayersOfASide = 100;
/** A group inside a group inside a group. */
export const maxGroupDepth = 3;
export const maxDocumentBytes = 200_000;
/** UTF-16 units of one text. */
export const maxTextLetters = 500;

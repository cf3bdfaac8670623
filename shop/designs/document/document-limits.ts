/* Limits of a design document (docs/why/designs.md). */

export const maxSides = 6;
export const maxAreasOfASide = 8;
export const maxLayersOfASide = 100;
/** A group inside a group inside a group. */
export const maxGroupDepth = 3;
export const maxDocumentBytes = 200_000;
/** UTF-16 units of one text. */
export const maxTextLetters = 500;
/**
 * UTF-16 units of all texts that a design draws. A text that is wrapped and shrunk is laid out again and again, up to some
 * milliseconds a letter where words join.
 */
export const maxDrawnLetters = 2_000;

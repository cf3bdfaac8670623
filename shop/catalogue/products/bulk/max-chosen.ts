/** Products that are chosen one by one. */
export const maxChosen = 1_000;

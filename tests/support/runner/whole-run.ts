/** Whether `npm run verify` runs the test, which then tries everything; `npm test` tries a pinned part. */
export const isWholeRun = process.env.CROWDS === "whole";

/**
 * `npm test` sends a quarter of each crowd's requests, with the same concurrency.
 * @param requests of the whole crowd
 */
export const crowdSize = (requests: number): number =>
  isWholeRun ? requests : Math.ceil(requests / 4);

/**
 * What of a list the case with this place tries. A case gets one of `parts`, which turns with its place, so that the cases
 * together try all of it; `npm run verify` tries everything in each.
 */
export const shareOf = <T>(list: readonly T[], place: number, parts = 8): readonly T[] =>
  isWholeRun ? list : list.filter((_, index) => index % parts === place % parts);

/** Whether `npm run verify` runs this. */
const isWhole = process.env.CROWDS === "whole";

/**
 * `npm test` sends a quarter of each crowd's requests, with the same concurrency.
 * @param requests of the whole crowd
 */
export const crowdSize = (requests: number): number =>
  isWhole ? requests : Math.ceil(requests / 4);

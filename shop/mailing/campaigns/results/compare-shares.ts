/** People, and those of them who did something. */
export interface Share {
  readonly people: number;
  readonly of: number;
}

/** Standard deviations that chance passes once in twenty times. */
const surprising = 1.96;
/** Below so many people who did it in both groups together, the comparison says nothing. */
const minEvents = 10;

/**
 * Compares two shares (a two-sided test of proportions at 95 %).
 * @returns which one is larger beyond chance; undefined when chance explains the difference, or there is too little to say
 */
export function compareShares(a: Share, b: Share): "a" | "b" | undefined {
  if (a.people === 0 || b.people === 0 || a.of + b.of < minEvents) return undefined;
  // Orders can be more than people: then they are no shares.
  if (a.of > a.people || b.of > b.people) return undefined;
  const pooled = (a.of + b.of) / (a.people + b.people);
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / a.people + 1 / b.people));
  if (deviation === 0) return undefined;
  const difference = (a.of / a.people - b.of / b.people) / deviation;
  if (Math.abs(difference) < surprising) return undefined;
  return difference > 0 ? "a" : "b";
}

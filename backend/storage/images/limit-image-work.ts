import { slowDown } from "#backend/storage/errors.ts";
import { limitConcurrency } from "#base/limit-concurrency.ts";

/** Concurrent transformations; each briefly takes up to a few hundred megabytes. */
const atOnce = 2;
/** Maximum waiting requests; further ones are refused with a retry. */
const maxWaiting = 40;
const limited = limitConcurrency(atOnce);
let present = 0;

/**
 * Runs the work in its turn; a waiting request holds no bytes.
 * @throws StorageError SlowDown when too many wait, and the error of the work
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (present >= atOnce + maxWaiting) throw slowDown();
  present++;
  try {
    return await limited(work);
  } finally {
    present--;
  }
}

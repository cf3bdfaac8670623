import { slowDown } from "#backend/storage/errors.ts";
import { limitConcurrency } from "#base/limit-concurrency.ts";

/** Pictures at work at once; each takes up to a few hundred megabytes for a moment. */
const atOnce = 2;
/** Requests that wait for their turn; more are told to come again. */
const maxWaiting = 40;
const limited = limitConcurrency(atOnce);
let present = 0;

/**
 * Does the work when it is its turn, and not before it has one: what waits holds no bytes.
 * @throws StorageError SlowDown when too many wait, and whatever the work throws
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

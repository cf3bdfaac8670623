import { slowDown } from "#backend/storage/errors.ts";

/** Pictures at work at once; each takes up to a few hundred megabytes for a moment. */
const atOnce = 2;
/** Requests that wait for their turn; more are told to come again. */
const maxWaiting = 40;
const waiting: (() => void)[] = [];
let working = 0;

/**
 * Does the work when it is its turn, and not before it has one: what waits holds no bytes.
 * @throws StorageError SlowDown when too many wait, and whatever the work throws
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working < atOnce) working++;
  else {
    if (waiting.length >= maxWaiting) throw slowDown();
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    // Handed over, so that a turn never belongs to two.
    const next = waiting.shift();
    if (next) next();
    else working--;
  }
}

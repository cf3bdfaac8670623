/**
 * Lets so much work be under way at once and the rest wait for its turn, the first first. What waits holds nothing but
 * what it was called with.
 * Decision 0041 has the reason for orders.
 * @returns a function that does the work when it is its turn, and answers or throws as the work does
 */
export function limitConcurrency(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let working = 0;
  return async (work) => {
    if (working < atOnce) working++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Handed over, so that a turn never belongs to two.
      const next = waiting.shift();
      if (next) next();
      else working--;
    }
  };
}

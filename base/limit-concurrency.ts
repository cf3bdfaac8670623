/**
 * Runs at most `atOnce` calls at the same time; the others wait in order of arrival. A waiting call holds
 * only its arguments. docs/why/orders.md has the reason for orders.
 * @returns a function that runs the work in its turn and settles as the work does
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
      // The slot passes directly to the next call, so that no other call can take it.
      const next = waiting.shift();
      if (next) next();
      else working--;
    }
  };
}

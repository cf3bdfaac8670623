/**
 * Answers that must not tell whether there is an account take at least this long, whatever they did.
 * Milliseconds; more than their work takes on a busy small machine.
 */
const quietMs = 60;

/** Does the work, and tells its outcome no sooner than any other's. */
export async function withMinimumDuration<T>(work: () => T | Promise<T>): Promise<T> {
  const timer = new Promise((resolve) => setTimeout(resolve, quietMs));
  try {
    return await work();
  } finally {
    await timer;
  }
}

/**
 * Minimum duration of answers that must not reveal whether an account exists. Milliseconds; more than their
 * work takes on a busy small machine.
 */
const quietMs = 60;

/** Runs the work and settles after the minimum duration at the earliest. */
export async function withMinimumDuration<T>(work: () => T | Promise<T>): Promise<T> {
  const timer = new Promise((resolve) => setTimeout(resolve, quietMs));
  try {
    return await work();
  } finally {
    await timer;
  }
}

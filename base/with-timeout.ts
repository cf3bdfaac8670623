/**
 * The answer to something asked, if it comes within so many milliseconds. What comes later is not waited for; the timer is
 * one of those that no clock's change moves.
 * @throws what `late` makes, and whatever the work throws in time
 */
export async function withTimeout<T>(
  milliseconds: number,
  work: Promise<T>,
  late: () => Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

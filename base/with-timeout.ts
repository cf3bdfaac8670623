/**
 * The result of `work`, if it settles within `milliseconds`; a later result is ignored. The timer is
 * monotonic.
 * @throws the error that `late` makes, or the error of `work`
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

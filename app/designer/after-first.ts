let first: Promise<unknown> | null = null;

/**
 * Sends what may make a guest (`whoDesigns`). Until the first one is answered the others wait, because each would make a guest
 * of its own, and at sign-in the design would be another guest's. After a failure the next one is the first.
 */
export async function afterFirst<T>(send: () => Promise<T>): Promise<T> {
  while (first) {
    const waited = first;
    await waited.catch(() => undefined);
    if (first === waited) return send();
  }
  const own = send();
  first = own;
  own.catch(() => {
    first = null;
  });
  return own;
}

/**
 * Counts calls by name, so that one busy client does not block others.
 * @param limit calls of one name in a second
 * @returns whether `more` further calls fit into this second
 */
export function perSecond(limit: number): (name: string, more?: number) => boolean {
  let second = 0;
  const counts = new Map<string, number>();
  return (name, more = 1) => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) counts.clear();
    second = now;
    const count = (counts.get(name) ?? 0) + more;
    counts.set(name, count);
    return count <= limit;
  };
}

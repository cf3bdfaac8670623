/**
 * Pairs two lists item by item.
 * @throws RangeError when their lengths differ, which is a programming error
 */
export function zip<A, B>(first: readonly A[], second: readonly B[]): [A, B][] {
  if (first.length !== second.length) {
    throw new RangeError(
      `lists of ${first.length} and ${second.length} items do not belong together`,
    );
  }
  return first.map((item, index) => [item, second[index] as B]);
}

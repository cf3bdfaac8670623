/**
 * Two lists that belong together, item by item.
 * @throws RangeError when one is longer: an item without its partner is a mistake of the program
 */
export function zip<A, B>(first: readonly A[], second: readonly B[]): [A, B][] {
  if (first.length !== second.length) {
    throw new RangeError(
      `lists of ${first.length} and ${second.length} items do not belong together`,
    );
  }
  return first.map((item, index) => [item, second[index] as B]);
}

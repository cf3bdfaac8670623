/** A value of a file in the reader's words: a code by its name, any other value as it is. */
export function shownValue(
  names: Readonly<Record<string, Readonly<Record<string, string>>>>,
  column: string,
  value: string,
): string {
  const ofColumn = names[column];
  return ofColumn && Object.hasOwn(ofColumn, value) ? (ofColumn[value] ?? value) : value;
}

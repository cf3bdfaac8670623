/**
 * The beginning of a text, at most `length` UTF-16 units. An emoji at the end is left out instead of halved: PostgreSQL refuses JSON
 * with half of a surrogate pair.
 */
export function cutText(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const isHalved = text.length > length && last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalved ? length - 1 : length);
}

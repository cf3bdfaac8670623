/**
 * Cuts a text to at most `length` UTF-16 code units without splitting a surrogate pair: PostgreSQL rejects JSON with a lone
 * surrogate.
 */
export function cutText(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const splitsPair = text.length > length && last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? length - 1 : length);
}

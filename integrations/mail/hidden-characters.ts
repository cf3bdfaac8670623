/**
 * Text without what no reader sees: control characters but line breaks and tabs, and the characters that turn the direction of all
 * that follows, so that a name cannot rewrite the sentence that it stands in. Half a character becomes U+FFFD.
 */
export function withoutHidden(text: string): string {
  return text.toWellFormed().replaceAll(/[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/gu, "");
}

/** The same on one line, e.g. a name. */
export function oneVisibleLine(text: string): string {
  return withoutHidden(text).replaceAll(/\s*[\r\n\u2028\u2029]\s*/g, " ");
}

/** Characters of a subject. Inboxes show some sixty, and a word of a thousand bytes cannot be folded (RFC 5322, 2.1.1). */
const maxSubject = 250;

/** The subject of a mail: one visible line of a length that every server takes. */
export function subjectLine(text: string): string {
  const line = oneVisibleLine(text);
  if (line.length <= maxSubject) return line;
  const whole = [...new Intl.Segmenter().segment(line)].map(({ segment }) => segment);
  let shown = "";
  for (const character of whole) {
    if (shown.length + character.length >= maxSubject) break;
    shown += character;
  }
  return `${shown}…`;
}

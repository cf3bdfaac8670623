import type { FaqGroup } from "#app/messages/shared/faq.id.ts";

export const maxQueryLength = 60;

/** The search words: lowercase, without accents, at most eight. */
export function wordsOf(query: string): string[] {
  const words = plain(query.slice(0, maxQueryLength)).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].slice(0, 8);
}

/** Groups with the entries in which every word occurs; the ones without any are left out. */
export function searchFaq(groups: readonly FaqGroup[], query: string): readonly FaqGroup[] {
  const words = wordsOf(query);
  if (words.length === 0) return groups;
  return groups.flatMap((group) => {
    const entries = group.entries.filter(({ question, answer }) => {
      const text = plain([group.title, question, ...answer].join(" "));
      return words.every((word) => text.includes(word));
    });
    return entries.length > 0 ? [{ ...group, entries }] : [];
  });
}

/**
 * Fills in answers by the slug of their question. Removes questions that have no answer in this shop, and groups without
 * questions.
 */
export function fillIn(
  groups: readonly FaqGroup[],
  answers: Readonly<Record<string, readonly string[]>>,
): readonly FaqGroup[] {
  return groups.flatMap((group) => {
    const entries = group.entries
      .map((entry) => ({ ...entry, answer: answers[entry.slug] ?? entry.answer }))
      .filter(({ answer }) => answer.length > 0);
    return entries.length > 0 ? [{ ...group, entries }] : [];
  });
}

export interface Piece {
  readonly text: string;
  readonly isFound: boolean;
}

/** A text cut where the words begin and end; its pieces joined are the text again. */
export function highlight(text: string, words: readonly string[]): Piece[] {
  const searched = plain(text);
  // A letter that is more than one without its accent would shift everything behind it.
  if (words.length === 0 || searched.length !== text.length) return [{ text, isFound: false }];
  const isFound = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    for (let at = searched.indexOf(word); at >= 0; at = searched.indexOf(word, at + 1)) {
      isFound.fill(true, at, at + word.length);
    }
  }
  const pieces: Piece[] = [];
  for (let from = 0; from < text.length; ) {
    let to = from + 1;
    while (to < text.length && isFound[to] === isFound[from]) to++;
    pieces.push({ text: text.slice(from, to), isFound: isFound[from] === true });
    from = to;
  }
  return pieces;
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC").toLowerCase();
}

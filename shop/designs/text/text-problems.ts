import type { Typeface } from "./typeface.ts";

/* What cannot be printed as it was typed. A font never falls back to another one: the letter is named instead. */

export type TextProblemCode =
  | "text_empty"
  | "lone_surrogate"
  | "control_character"
  | "direction_override"
  | "too_many_marks"
  | "too_many_lines"
  | "letter_missing"
  | "emoji_missing"
  | "incomplete_spelling";

export interface TextProblem {
  readonly code: TextProblemCode;
  /** The letter as it was typed, or its name as U+202E where it cannot be seen. */
  readonly letter?: string;
}

const maxLines = 30;
/** Marks on one letter; more are drawn far outside of their line. */
const maxMarks = 4;

const control = /[^\P{Cc}\n]|[\u2028\u2029\ufeff\ufff9-\ufffb]/u;
const override = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/;
const marks = new RegExp(`\\p{M}{${maxMarks + 1},}`, "u");
const emoji = /\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}]/u;
/** Drawn by nothing: joiners, variation selectors, line breaks, break opportunities. */
const invisible = /^(?:\n|\u00ad|\u2060|[\u200b-\u200d]|[\ufe00-\ufe0f])$/;
export const dottedCircle = 0x25cc;

const nameOf = (letter: string) =>
  `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** The first problem of a text whatever its font, or null. */
export function problemOfText(text: string): TextProblem | null {
  if (text.trim() === "") return { code: "text_empty" };
  if (!text.isWellFormed()) return { code: "lone_surrogate" };
  const [unprintable] = control.exec(text) ?? [];
  if (unprintable !== undefined) return { code: "control_character", letter: nameOf(unprintable) };
  const [direction] = override.exec(text) ?? [];
  if (direction !== undefined) return { code: "direction_override", letter: nameOf(direction) };
  if (marks.test(text)) return { code: "too_many_marks" };
  if (text.split("\n").length > maxLines) return { code: "too_many_lines" };
  return null;
}

/** The first letter that a font cannot draw, or null. */
export function letterMissing(text: string, typeface: Typeface): TextProblem | null {
  for (const letter of text) {
    if (invisible.test(letter) || typeface.glyphOf(letter.codePointAt(0) ?? 0) !== 0) continue;
    return { code: emoji.test(letter) ? "emoji_missing" : "letter_missing", letter };
  }
  return null;
}

/** Letters that a price counts: neither spaces nor marks nor joiners. */
export function countLetters(text: string): number {
  return [...text].filter((letter) => !/^[\s\p{M}\p{Cf}]$/u.test(letter)).length;
}

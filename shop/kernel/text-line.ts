import * as v from "valibot";
import { withoutInvisible } from "#base/typed-text.ts";

const line = v.pipe(
  v.string(),
  v.transform((text) =>
    withoutInvisible(text)
      .replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202e]/gu, " ")
      .trim(),
  ),
);

/**
 * One typed line: control characters, line separators and U+202E, which reverses the text after it, become spaces; other
 * invisible characters are removed. Problems are `required` and `too_long`.
 */
export function textLine(max: number) {
  return v.pipe(line, v.minLength(1, "required"), v.maxLength(max, "too_long"));
}

/** The same, optional. */
export function optionalTextLine(max: number) {
  return v.optional(v.pipe(line, v.maxLength(max, "too_long")), "");
}

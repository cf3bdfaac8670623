import * as v from "valibot";
import { withoutInvisible } from "#base/typed-text.ts";
import { optionalTextLine, textLine } from "#shop/kernel/text-line.ts";

/** One line in both languages. The Indonesian text is required; it replaces a missing English one. */
export function requiredLine(max: number) {
  return v.strictObject({ id: textLine(max), en: optionalTextLine(max) });
}

/** One optional line in both languages. */
export function optionalLine(max: number) {
  return v.strictObject({ id: optionalTextLine(max), en: optionalTextLine(max) });
}

/** Paragraphs without control characters, unpaired surrogates and U+202E, which reverses the text after it. */
export function paragraphs(max: number) {
  return v.pipe(
    v.string(),
    v.transform((text) =>
      withoutInvisible(text.replace(/\r\n?/g, "\n"))
        .replace(/[^\P{Cc}\n]|[\p{Cs}\u2028\u2029\u202e]/gu, " ")
        .trim(),
    ),
    v.maxLength(max, "too_long"),
  );
}

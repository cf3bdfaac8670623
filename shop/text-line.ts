import * as v from "valibot";

/** Control characters, line separators, and characters that reverse the text behind them. */
const hidden = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/gu;

const line = v.pipe(
  v.string(),
  v.transform((text) => text.replace(hidden, " ").trim()),
);

/** One typed line: control characters and direction overrides become spaces. Problems are `required` and `too_long`. */
export function textLine(max: number) {
  return v.pipe(line, v.minLength(1, "required"), v.maxLength(max, "too_long"));
}

/** The same, optional. */
export function optionalTextLine(max: number) {
  return v.optional(v.pipe(line, v.maxLength(max, "too_long")), "");
}

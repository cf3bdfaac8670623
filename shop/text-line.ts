import * as v from "valibot";

const line = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/[\p{Cc}\p{Cs}]/gu, " ").trim()),
);

/** One line that a person typed: control characters become spaces. Problems are `required` and `too_long`. */
export function textLine(most: number) {
  return v.pipe(line, v.minLength(1, "required"), v.maxLength(most, "too_long"));
}

/** The same, and it may be left empty. */
export function optionalTextLine(most: number) {
  return v.optional(v.pipe(line, v.maxLength(most, "too_long")), "");
}

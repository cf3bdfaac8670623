import { expect, test } from "vitest";
import { languages } from "#base/language.ts";

const catalogues = {
  id: import.meta.glob(["./shared/*.id.ts", "../{account,storefront}/**/messages/*.id.ts"], {
    eager: true,
  }),
  en: import.meta.glob(["./shared/*.en.ts", "../{account,storefront}/**/messages/*.en.ts"], {
    eager: true,
  }),
};

/** Every text of a catalogue with the name of its key. */
function textsOf(messages: unknown, key = ""): [key: string, text: string][] {
  if (typeof messages === "string") return [[key, messages]];
  if (typeof messages !== "object" || messages === null) return [];
  return Object.entries(messages).flatMap(([name, value]) => textsOf(value, name));
}

test.each(languages)("a phone number has one hint and one error, in %s", (language) => {
  const texts = textsOf(catalogues[language]);
  const errors = texts.filter(([key]) => key === "phone_invalid").map(([, text]) => text);
  expect(errors.length).toBeGreaterThan(3);
  expect(new Set(errors).size).toBe(1);
  const hints = texts.filter(([key]) => /^(new)?phonehint$/i.test(key)).map(([, text]) => text);
  expect(hints.length).toBeGreaterThan(2);
  const example = { id: /^Contoh: 0812-3456-7890\./, en: /^Example: 0812-3456-7890\./ }[language];
  expect(hints.filter((hint) => !example.test(hint))).toEqual([]);
});

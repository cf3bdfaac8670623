import fc from "fast-check";
import { expect, test } from "vitest";
import { isLanguage, languageOfPath, languages, localPath, plainPath } from "./language.ts";

test.each([
  ["/", "id", "/"],
  ["/Shop", "id", "/Shop"],
  ["/english", "id", "/english"],
  ["/en", "en", "/"],
  ["/en/", "en", "/"],
  ["/en/Shop", "en", "/Shop"],
  ["/en/item/mug", "en", "/item/mug"],
  ["/item/en/", "id", "/item/en/"],
])("%s is %s and plainly %s", (path, language, plain) => {
  expect(languageOfPath(path)).toBe(language);
  expect(plainPath(path)).toBe(plain);
});

test.each([
  ["/", "/en"],
  ["/Shop?q=mug", "/en/Shop?q=mug"],
])("%s is %s in English", (path, english) => {
  expect(localPath("en", path)).toBe(english);
  expect(localPath("id", path)).toBe(path);
});

test.each(["ID", "", null, 1, undefined, "id ", {}])("%j is no language", (value) => {
  expect(isLanguage(value)).toBe(false);
});

test("switching the language and back gives the same page", () => {
  const path = fc.webPath().map((text) => text || "/");
  fc.assert(
    fc.property(fc.constantFrom(...languages), path, (language, given) => {
      fc.pre(languageOfPath(given) === "id" && given.startsWith("/"));
      const local = localPath(language, given);
      expect(languageOfPath(local)).toBe(language);
      expect(plainPath(local)).toBe(given);
    }),
    { numRuns: 2_000 },
  );
});
